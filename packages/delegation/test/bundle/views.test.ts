import { describe, expect, it } from 'vitest'
import { denials } from '../../src/bundle/denials.js'
import { exportLedger } from '../../src/bundle/export.js'
import { delegationGraph } from '../../src/bundle/graph.js'
import { renderEntries, renderReport, renderTree } from '../../src/bundle/render.js'
import { signEnvelope } from '../../src/envelope/envelope.js'
import { findings, goodBundle, goodV1Bundle, KEY, resign, verify } from './fixture.js'

const forged = 'x\nOK\r\u001b[2K\u2028anchor=verified'

describe('the delegation graph', () => {
  it('tells per node who it is, what it holds, and what became of it', () => {
    const graph = delegationGraph(goodV1Bundle().entries)
    expect(graph.edges).toEqual([
      { from: 'one:n0', to: 'one:n1' },
      { from: 'one:n0', to: 'one:n2' },
    ])
    expect(graph.nodes.map((node) => ({ ...node, denies: { ...node.denies } }))).toEqual([
      {
        ...{ id: 'one:n0', agent: 'orchestrator', task: null, parent: null, scopes: ['crm.*'], allows: 1 },
        ...{ denies: {}, revoked: false, complete: false },
      },
      {
        ...{ id: 'one:n1', agent: 'reader', task: 'read', parent: 'one:n0', scopes: ['crm.read'], allows: 1 },
        ...{ denies: { out_of_authority: 1 }, revoked: false, complete: true },
      },
      {
        ...{ id: 'one:n2', agent: 'writer', task: null, parent: 'one:n0', scopes: ['crm.write'], allows: 0 },
        ...{ denies: {}, revoked: true, complete: false },
      },
    ])
  })

  it('groups denials, and lays a refused delegation to the node that asked', () => {
    const rows = denials(goodV1Bundle().entries)
    expect(rows).toEqual([
      {
        ...{ node: 'one:n1', tool: null, scope: 'crm.export', disposition: 'out_of_authority' },
        ...{ reason: 'scope_not_granted', count: 1 },
      },
      {
        ...{ node: 'one:n0', tool: null, scope: null, disposition: null, reason: 'max_fanout', count: 1 },
        requested: { scopes: ['crm.read'], constraints: [], ttl: null },
      },
    ])
    const twice = goodBundle()
    twice.entries.push(structuredClone(twice.entries[5]!))
    expect(denials(twice.entries)).toMatchObject([{ scope: 'crm.export', tool: 'crm.export', count: 2 }])
  })

  it('answers on any entries at all', () => {
    const hostile = [
      null,
      5,
      [],
      {},
      { event: 'deny', scope: '\ud800' },
      { event: 'root', node: '__proto__' },
    ]
    const circle = [
      { event: 'spawn', node: 'a', parent: 'b' },
      { event: 'spawn', node: 'b', parent: 'a' },
      { event: 'deny', node: 'a', disposition: '__proto__' },
    ]
    expect(delegationGraph([...hostile, ...circle]).nodes).toHaveLength(3)
    expect(denials(hostile)).toHaveLength(1)
    expect(renderTree(circle)).toHaveLength(3)
  })
})

describe('lines of text', () => {
  it('prints one summary line, findings, and the verdict', () => {
    expect(renderReport(verify(goodBundle()), true)).toEqual([
      'integrity=True monotonicity=True containment=True anchor=verified nodes=2 actions_checked=2',
      'OK',
    ])
    expect(renderReport(verify(goodV1Bundle()), true)[0]).toMatch(/actions_checked=1 ungated=1$/)
    const broken = goodBundle()
    broken.entries[4]!['scope'] = 'crm.export'
    expect(renderReport(verify(resign(broken)), true)).toEqual([
      'integrity=True monotonicity=True containment=False anchor=verified nodes=2 actions_checked=2',
      '  - containment: scope crm.export is outside the authority of node vectors:n1: scope_not_granted',
      'FAILED',
    ])
  })

  it('hints at the witness keys when there are envelopes and no keys', () => {
    const bundle = goodBundle()
    const witness = { kid: 'w', seed: new Uint8Array(32).fill(7) }
    const observed = { result: 'matched', at: '2026-01-01T00:00:00Z', method: 'test' } as const
    bundle.envelopes = [signEnvelope(bundle.entries[1]!, observed, witness)]
    const lines = renderReport(verify(bundle), false)
    expect(lines.at(-2)).toContain('--witness-keys')
    expect(lines.at(-1)).toBe('FAILED')
  })

  it('prints entries as tokens; seq always, others only with a value', () => {
    const bundle = goodBundle()
    bundle.entries[3]!['node'] = 'a b'
    delete bundle.entries[8]!['seq']
    const lines = renderEntries(bundle.entries, verify(bundle))
    expect(lines[0]).toBe('entries:')
    expect(lines[3]).toBe('  seq=2 event=allow node=vectors:n0 scope=mail.send state=process-asserted')
    expect(lines[4]).toBe(
      '  seq=3 event=outcome node="a\\u0020b" state=process-asserted failed=integrity,cross_ref',
    )
    expect(lines[9]).toBe('  seq=null event=done node=vectors:n0 state=process-asserted')
  })

  it('shows the tree with what each node was allowed and denied', () => {
    expect(renderTree(goodV1Bundle().entries)).toEqual([
      'orchestrator  [root]',
      '  legacy.sync ✓ (unlisted)',
      '  delegation to third ✗ max_fanout',
      '  reader  «read»',
      '    crm.read ✓',
      '    crm.export ✗ scope_not_granted',
      '  writer  «»',
      '    KILLED',
    ])
  })

  it('lets no value of a bundle start a line of its own', () => {
    for (const member of [
      'node',
      'agent',
      'scope',
      'task',
      'reason',
      'event',
      'call_id',
      'parent',
      'chain_id',
      'policy',
    ]) {
      for (let index = 0; index < 9; index += 1) {
        const bundle = goodBundle()
        bundle.entries[index]![member] = forged
        bundle.entries[index]![forged] = forged
        const report = verify(bundle)
        const lines = [
          ...renderReport(report, true),
          ...renderEntries(bundle.entries, report),
          ...renderTree(bundle.entries),
        ]
        for (const line of lines) expect(line).toMatch(/^[\x20-\x7e«»✓✗…’]*$/)
        expect(lines.filter((line) => line === 'OK')).toEqual([])
      }
    }
  })
})

describe('export', () => {
  const ledger = (): Parameters<typeof exportLedger>[0] => ({
    v: 2,
    chainId: 'vectors',
    entries: goodBundle().entries,
  })

  it('reproduces the anchor of the vectors', () => {
    expect(exportLedger(ledger(), { signer: KEY })['anchor']).toEqual(goodBundle().anchor)
  })

  it('signs with Ed25519 for those who do not share a secret', () => {
    const seed = new Uint8Array(32).fill(3)
    const bundle = exportLedger(ledger(), { signer: { alg: 'EdDSA', kid: 'k', seed } })
    const publicKey = Buffer.from('ed4928c628d1c2c6eae90338905995612959273a5c63f93636c14614ac8737d1', 'hex')
    expect(verify(bundle, { anchorKey: { alg: 'EdDSA', kid: 'k', publicKey } }).checks.anchor).toBe(
      'verified',
    )
    const other = { ...(bundle['anchor'] as object), ts: 1 }
    expect(
      findings(verify({ ...bundle, anchor: other }, { anchorKey: { alg: 'EdDSA', publicKey } })),
    ).toEqual([['integrity(anchor)', null, null]])
  })

  it('redacts tasks, chains anew and then signs; the result verifies', () => {
    const bundle = exportLedger(ledger(), { signer: KEY, redactTasks: true })
    expect(verify(bundle).ok).toBe(true)
    const [, spawn] = bundle['entries'] as { task?: string }[]
    expect(spawn?.task).toMatch(/^redacted:len=21:h=[0-9a-f]{12}$/)
  })

  it('refuses redaction beside envelopes, which cover the entries as they are', () => {
    const options = { signer: KEY, redactTasks: true, envelopes: [{ v: 1 }] }
    expect(() => exportLedger(ledger(), options)).toThrow(/envelopes over the redacted entries/)
  })

  it('lists what should not leave, and refuses it when strict, naming members and no values', () => {
    const entries = [{ ...ledger().entries[0], secret: 'hunter2' }, ...ledger().entries.slice(1)]
    const lax = exportLedger({ ...ledger(), entries }, { signer: KEY, contextKeys: [] })
    expect(lax['redaction']).toEqual({
      ok: false,
      violations: [
        'entry 0: member secret is not of the ledger',
        'entry 4: context key rows is not on the list',
        'entry 5: context key rows is not on the list',
      ],
    })
    const strict = { signer: KEY, strict: true }
    expect(() => exportLedger({ ...ledger(), entries }, strict)).toThrow(/member secret/)
    expect(() => exportLedger({ ...ledger(), entries }, strict)).not.toThrow(/hunter2/)
    expect(exportLedger(ledger(), { ...strict, contextKeys: ['rows'] })['redaction']).toMatchObject({
      ok: true,
    })
  })
})
