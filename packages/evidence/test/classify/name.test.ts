import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LEXICON, TAXONOMY_VERSION } from '../../src/classify/lexicon.js'
import { deriveFromName } from '../../src/classify/name.js'
import { hashJson } from '../../src/crypto/digest.js'
import { DATA_CLASSES, OPERATIONS, REVERSIBILITIES } from '../../src/policy/types.js'

const operationOf = (name: string) => deriveFromName(name).operation

describe('the operation in a tool name', () => {
  it.each([
    ['get_user', 'read'],
    ['users.list', 'read'],
    ['update_record', 'write'],
    ['gmail.send', 'send'],
    ['delete_file', 'delete'],
    ['run_script', 'execute'],
    ['frobnicate', 'unknown'],
    ['', 'unknown'],
    ['42', 'unknown'],
  ])('%j is %s', (name, operation) => {
    expect(operationOf(name)).toBe(operation)
  })

  it.each(LEXICON.explicit_read)('%s wins in first and in last place', (verb) => {
    expect(operationOf(`${verb}_deleted_refund`)).toBe('read')
    expect(operationOf(`refund_delete_${verb}`)).toBe('read')
    expect(operationOf(`delete_${verb}_refund`)).toBe('execute')
  })

  it('is the most consequential word otherwise', () => {
    expect(operationOf('create_and_send')).toBe('send')
    expect(operationOf('send_then_delete')).toBe('delete')
    expect(operationOf('delete_or_execute')).toBe('execute')
    expect(operationOf('verify_and_update')).toBe('write')
  })

  it('is the same however the words are joined', () => {
    for (const [words, operation] of [
      [['get', 'refund', 'status'], 'read'],
      [['create', 'and', 'send', 'letter'], 'send'],
      [['crm', 'delete', 'contact'], 'delete'],
    ] as const) {
      const camel = words
        .map((word, index) => (index === 0 ? word : word[0]!.toUpperCase() + word.slice(1)))
        .join('')
      const pascal = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
      const joined = ['_', '-', '.', '/', ':', '__', ' '].map((separator) => words.join(separator))
      for (const name of [...joined, camel, pascal, words.join('_').toUpperCase(), `${words.join('_')}_v2`]) {
        expect([name, operationOf(name)]).toEqual([name, operation])
      }
    }
  })

  it('is found behind a name space, digits and acronyms', () => {
    expect(operationOf('mcp__fs__read_file')).toBe('read')
    expect(operationOf('stripe.list_charges')).toBe('read')
    expect(operationOf('gmail.search_sent_messages')).toBe('read')
    expect(operationOf('fetchURL')).toBe('read')
    expect(operationOf('SQLQuery')).toBe('read')
    expect(operationOf('s3Upload2')).toBe('write')
  })

  it('is not read from the plural of a read verb', () => {
    expect(operationOf('delete_lists')).toBe('delete')
    expect(operationOf('drop_views')).toBe('delete')
  })

  it('takes a thing for an act only where it comes first: an unknown verb must not pass for a write', () => {
    expect(operationOf('record_call')).toBe('write')
    expect(operationOf('nuke_record')).toBe('unknown')
    expect(operationOf('scan_folder')).toBe('read')
    expect(operationOf('nuke_scan')).toBe('unknown')

    expect(operationOf('email_customer')).toBe('send')
    expect(operationOf('crm.email_customer')).toBe('send')
    expect(operationOf('update_email')).toBe('write')
  })
})

describe('money in a tool name', () => {
  const moved = { operation: 'execute', data_class: 'financial' }

  it.each(['pay', 'transfer', 'refund', 'charge', 'payout', 'withdraw', 'wire'])('%s moves it', (word) => {
    for (const name of [word, `${word}_customer`, `create_${word}`, `stripe.${word}s.create`]) {
      expect(deriveFromName(name)).toMatchObject(moved)
    }
    expect(deriveFromName(`list_${word}s`)).toMatchObject({ operation: 'read', data_class: 'financial' })
  })

  it.each(['money', 'payment', 'wire', 'funds'])('send with %s moves it', (object) => {
    expect(deriveFromName(`send_${object}`)).toMatchObject(moved)
    expect(deriveFromName(`${object}.send`)).toMatchObject(moved)
  })

  it('does not move where something financial is only written', () => {
    expect(deriveFromName('update_invoice')).toMatchObject({ operation: 'write', data_class: 'financial' })
    expect(deriveFromName('send_invoice')).toMatchObject({ operation: 'send', data_class: 'financial' })
  })
})

describe('the data class in a tool name', () => {
  it.each([
    ['rotate_api_key', 'credential'],
    ['resetPassword', 'credential'],
    ['get_secrets', 'credential'],
    ['create_invoice_token', 'credential'],
    ['export_payroll', 'financial'],
    ['update_config', 'operational'],
    ['key_value_store', 'unknown'],
    ['send_letter', 'unknown'],
  ])('%s is %s', (name, dataClass) => {
    expect(deriveFromName(name).data_class).toBe(dataClass)
  })

  it('is never personal', () => {
    for (const name of ['get_customer', 'personal_data', 'patient_record', 'update_email', 'user_profile']) {
      expect(deriveFromName(name).data_class).not.toBe('personal')
    }
  })
})

describe('reversibility from a tool name', () => {
  it.each([
    ['read_file', 'reversible'],
    ['write_file', 'costly'],
    ['send_letter', 'terminal'],
    ['run_job', 'unknown'],
    ['delete_file', 'terminal'],
    ['frobnicate', 'unknown'],
  ])('%s is %s', (name, reversibility) => {
    expect(deriveFromName(name).reversibility).toBe(reversibility)
  })

  it.each(['archive', 'trash', 'disable', 'deactivate', 'soft', 'restore'])(
    '%s makes a delete costly',
    (word) => {
      expect(deriveFromName(`${word}_delete_file`)).toMatchObject({
        operation: 'delete',
        reversibility: 'costly',
      })
    },
  )

  it.each(['archive', 'trash', 'disable', 'deactivate'])('%s is a delete by itself, a costly one', (word) => {
    expect(deriveFromName(`${word}_user`)).toMatchObject({ operation: 'delete', reversibility: 'costly' })
  })
})

describe('the lexicon', () => {
  const words = Object.values(LEXICON.operations).flat()

  it('gives a word one operation', () => {
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
    expect(words.filter((word) => LEXICON.money.includes(word))).toEqual([])
  })

  it('is pinned under its version: other words need another version', () => {
    expect([LEXICON.version, TAXONOMY_VERSION]).toEqual(['heron.lexicon/1', 'heron.taxonomy/1'])
    expect(hashJson(LEXICON)).toBe('sha256:bc4a55ee47309a3d854ff12846d7422f02b5d08d8f66723283252150955618b5')
  })
})

describe('deriving', () => {
  it('is total', () => {
    const word = fc.constantFrom(
      ...Object.values(LEXICON.operations).flat(),
      ...LEXICON.money,
      '_',
      '.',
      'V2',
      '日本',
    )
    const names = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(word).map((parts) => parts.join('_')),
    )
    fc.assert(
      fc.property(names, (name) => {
        const derived = deriveFromName(name)
        expect(OPERATIONS).toContain(derived.operation)
        expect(DATA_CLASSES).toContain(derived.data_class)
        expect(REVERSIBILITIES).toContain(derived.reversibility)
      }),
    )
  })

  it('takes time in proportion to the length of the name', () => {
    for (const part of ['a', 'A', '_', 'a1', '.__', 'aA', '🕊']) deriveFromName(part.repeat(100_000))
  })
})
