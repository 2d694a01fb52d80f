import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { treeRoot } from '../../src/checkpoint/merkle.js'
import {
  checkpointText,
  type NoteKey,
  noteKeyId,
  noteSignatureLine,
  noteSigningInput,
  parseCheckpoint,
  parseNote,
  parseNoteKey,
  verifyNote,
  writeNote,
  writeNoteKey,
} from '../../src/checkpoint/note.js'
import { decodeBase64, toBase64 } from '../../src/crypto/base64.js'
import { importPublicKey, publicKeyOfSeed, signEd25519, verifyEd25519 } from '../../src/crypto/ed25519.js'
import { toHex } from '../../src/crypto/hex.js'

const logSeed = new Uint8Array(32).fill(1)
const witnessSeed = new Uint8Array(32).fill(2)
const log: NoteKey = { name: 'heron.example/prj_1', type: 'ed25519', publicKey: publicKeyOfSeed(logSeed) }
const witness: NoteKey = {
  name: 'witness.example/w1',
  type: 'cosignature',
  publicKey: publicKeyOfSeed(witnessSeed),
}
const time = 1_764_500_000
const text = checkpointText({ origin: log.name, size: 0, root: treeRoot([]) })
const logLine = noteSignatureLine(log, signEd25519(logSeed, noteSigningInput(text, 'ed25519')))
const witnessLine = noteSignatureLine(
  witness,
  signEd25519(witnessSeed, noteSigningInput(text, 'cosignature', time)),
  time,
)
const note = writeNote(text, [logLine, witnessLine])

describe('signed note', () => {
  it('reads a published note: key id and signature', async () => {
    // The example that the format's first implementation publishes, with its verifier key.
    const key: NoteKey = {
      name: 'PeterNeumann',
      type: 'ed25519',
      publicKey: importPublicKey(
        Buffer.from('ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW', 'base64').subarray(1),
      )!,
    }
    expect(toHex(noteKeyId(key))).toBe('c74f20a3')
    const example =
      'If you think cryptography is the answer to your problem,\nthen you don\u0027t know what your problem is.\n\n' +
      '\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n'
    const parsed = parseNote(example)
    expect(await verifyNote(parsed!, [key], verifyEd25519)).toEqual([{ key, timeSeconds: null }])
  })

  it('says whose signature holds and when a witness saw it', async () => {
    expect(await verifyNote(parseNote(note)!, [log, witness], verifyEd25519)).toEqual([
      { key: log, timeSeconds: null },
      { key: witness, timeSeconds: time },
    ])
  })

  it('passes over unknown keys and refuses a note whose trusted signature does not hold', async () => {
    expect(await verifyNote(parseNote(note)!, [log], verifyEd25519)).toHaveLength(1)
    const altered = parseNote(note.replace('\n0\n', '\n1\n'))!
    expect(await verifyNote(altered, [log], verifyEd25519)).toBeNull()
    expect(await verifyNote(altered, [], verifyEd25519)).toEqual([])
  })

  it('keeps what was written', () => {
    expect(parseCheckpoint(parseNote(note)!.text)).toEqual({ origin: log.name, size: 0, root: treeRoot([]) })
  })

  it.each([
    '',
    'text',
    'text\n',
    'text\n\n',
    'text\n\n\u2014 name\n',
    'text\n\n\u2014 name AAAA\n',
    'text\n\n- name AAAAAAAA\n',
    'text\n\n\u2014 na me AAAAAAAA\n',
    'text\n\n\u2014 name AAAAAAAB=\n',
    `text\n\n${'\u2014 n AAAAAAAA\n'.repeat(65)}`,
  ])('refuses %j', (text) => {
    expect(parseNote(text)).toBeNull()
  })

  it.each([
    '',
    'o\n1\n',
    'o\n01\nAAAA\n',
    'o\n-1\n',
    `o\n1\n${toBase64(treeRoot([]))}`,
    `\n1\n${toBase64(treeRoot([]))}\n`,
  ])('refuses the checkpoint %j', (text) => {
    expect(parseCheckpoint(text)).toBeNull()
  })

  it('answers any text without an exception', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        parseNote(text)
        parseNote(`${text}\n\n\u2014 ${text}\n`)
        parseCheckpoint(text)
      }),
    )
  })
})

describe('key of a note', () => {
  const published = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'

  it('reads a published one, and what it wrote itself', () => {
    expect(writeNoteKey(parseNoteKey(published)!)).toBe(published)
    for (const key of [log, witness]) expect(parseNoteKey(`${writeNoteKey(key)}\n`)).toEqual(key)
  })

  it.each([
    ['an id that is not its own', published.replace('c74f20a3', 'c74f20a4')],
    ['another name', published.replace('Peter', 'Petra')],
    [
      'another type',
      `${log.name}+${toHex(noteKeyId(log))}+${toBase64(new Uint8Array([2, ...log.publicKey]))}`,
    ],
    ['a key of small order', 'n+00000000+AQEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['a text that is no key', 'PeterNeumann'],
  ])('refuses %s', (_, text) => {
    expect(parseNoteKey(text)).toBeNull()
  })
})

describe('padded base64', () => {
  it('equals the platform codec and refuses every other spelling', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = Buffer.from(bytes).toString('base64')
        expect(toBase64(bytes)).toBe(text)
        expect(decodeBase64(text)).toEqual(bytes)
        if (text.endsWith('=')) expect(decodeBase64(text.slice(0, -1))).toBeNull()
        expect(decodeBase64(`${text}====`)).toBeNull()
      }),
    )
  })
})
