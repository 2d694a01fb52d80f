/** `heron checkpoint` and the flags of `heron verify` that go with it, as an operator, a witness and a reviewer use them. */
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  checkpointLeafHash,
  checkpointLeafText,
  noteSignatureLine,
  noteSigningInput,
  type NoteKey,
  parseCheckpoint,
  parseNote,
  publicKeyOfSeed,
  sha256,
  verifyConsistency,
  verifyInclusion,
  writeNoteKey,
  decodeBase64,
} from '@heron/evidence'
import { createService, type HeadProof, openDataDirectory } from '@heron/server'
import { beforeEach, describe, expect, test } from 'vitest'
import { signEd25519 } from '../../../evidence/src/crypto/ed25519.js'
import { type Installation, installation } from '../support/installation.js'
import { runInProcess } from '../support/run-in-process.js'

const SEED = sha256(new TextEncoder().encode('a witness'))
const WITNESS: NoteKey = { name: 'witness.example', type: 'cosignature', publicKey: publicKeyOfSeed(SEED) }
const SEEN_AT = 1_796_000_000

let place: Installation
beforeEach(async () => {
  place = await installation()
})

function heron(...argv: string[]) {
  const data = argv[0] === 'verify' ? [] : ['--data', place.data]
  return runInProcess([...argv, ...data])
}

/** Runs of their own, then a checkpoint of everything; each call is five minutes after the one before. */
let minutes = 0
async function checkpointAfter(runs: string | readonly string[], directory = place.data): Promise<void> {
  minutes += 5
  const at = new Date(Date.now() + minutes * 60_000).toISOString()
  const data = openDataDirectory(directory, {})
  const { store, signer, keyRing } = data
  const service = await createService({
    ...{ store, signer, now: () => at },
    ...{ publishedKeys: keyRing.published, pseudonymSecret: keyRing.pseudonymSecret },
  })
  const tenant = (await service.authenticate(place.created.apiKey))!
  for (const external_id of [runs].flat()) {
    const request = {
      external_id,
      agent: { external_id: 'a1' },
      principal: { type: 'human', ref: 'user_1' },
      original_request: { hash: `sha256:${'0'.repeat(64)}`, anchors: [] },
      started_at: at,
    } as const
    await service.openSession(request, { tenant, idempotencyKey: null, receivedAt: at })
  }
  await service.adoptProjects()
  while ((await service.takeCheckpoints(500)) >= 500);
  await service.close()
}

function fileOf(name: string, text: string): string {
  const file = join(place.folder, name)
  writeFileSync(file, text)
  return file
}

/** What a witness answers to a request: it checks the proof against what it signed last, then signs. */
function answerOf(body: string, last: { readonly size: number; readonly root: Uint8Array }): string {
  const split = body.indexOf('\n\n')
  const [old = '', ...proof] = body.slice(0, split).split('\n')
  const note = parseNote(body.slice(split + 2))!
  const checkpoint = parseCheckpoint(note.text)!
  expect(old).toBe(`old ${String(last.size)}`)
  expect(
    verifyConsistency(
      last,
      checkpoint,
      proof.map((line) => decodeBase64(line)!),
    ),
  ).toBe(true)
  const signature = signEd25519(SEED, noteSigningInput(note.text, 'cosignature', SEEN_AT))
  return `${noteSignatureLine(WITNESS, signature, SEEN_AT)}\n`
}

function checkpointIn(note: string) {
  return parseCheckpoint(parseNote(note)!.text)!
}

describe('heron checkpoint', () => {
  test('says that there is none yet', async () => {
    const { code, out, err } = await heron('checkpoint', 'show')
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(err).toContain('no checkpoint')
  })

  test('carries requests to a witness and its answers back, and exports prove it', async () => {
    await checkpointAfter(['run_1', 'run_2'])
    expect((await heron('checkpoint', 'witness', writeNoteKey(WITNESS))).code).toBe(0)
    const first = `${(await heron('checkpoint', 'request', WITNESS.name)).out}\n`
    const answer = answerOf(first, { size: 0, root: sha256(new Uint8Array(0)) })
    const taken = await heron('checkpoint', 'cosign', fileOf('answer', answer), '--json')
    expect(JSON.parse(taken.out)).toMatchObject({ witnesses: [WITNESS.name] })

    const kept = `${(await heron('checkpoint', 'show')).out}\n`
    expect(kept).toContain(WITNESS.name)
    await checkpointAfter('run_3')
    const second = `${(await heron('checkpoint', 'request', WITNESS.name)).out}\n`
    answerOf(second, checkpointIn(kept))

    const file = join(place.folder, 'evidence.ndjson')
    const project = place.created.projectId
    expect((await heron('export', '--project', project, '-o', file)).code).toBe(0)
    const flags = ['--checkpoint', fileOf('kept', kept), '--witness', writeNoteKey(WITNESS), '--json']
    const { code, out } = await heron('verify', file, ...flags)
    const report = JSON.parse(out) as {
      checks: { id: string; outcome: string }[]
      notices: { code: string }[]
    }
    expect(code).toBe(3)
    const own = report.checks.filter(({ id }) => id.startsWith('checkpoints.'))
    expect(own.map(({ outcome }) => outcome)).toEqual(['pass', 'pass', 'pass', 'pass', 'pass'])
    expect(report.notices.map(({ code }) => code)).toContain('WITNESSED_IN_PART')
  })

  test('proves what is committed to about one chain, and that it extends what was kept', async () => {
    await checkpointAfter(['run_1', 'run_2'])
    const earlier = checkpointIn(`${(await heron('checkpoint', 'show')).out}\n`)
    await checkpointAfter('run_3')
    const chain = `organization:${place.created.organizationId}`
    const { code, out } = await heron('checkpoint', 'prove', chain, '--from', String(earlier.size), '--json')
    expect(code).toBe(0)
    const proof = JSON.parse(out) as HeadProof
    const { size, root } = checkpointIn(proof.checkpoint)
    const hashes = (texts: readonly string[]) => texts.map((text) => decodeBase64(text)!)
    const leaf = checkpointLeafHash(checkpointLeafText(proof.leaf))
    expect(verifyInclusion(leaf, proof.index, size, hashes(proof.inclusion), root)).toBe(true)
    expect(verifyConsistency(earlier, { size, root }, hashes(proof.consistency!.proof))).toBe(true)
    expect((await heron('checkpoint', 'prove', 'ses_nobody')).code).toBe(2)
    expect((await heron('checkpoint', 'prove', chain, '--from', '999')).code).toBe(2)
  })

  test('tells two reviewers that they were shown two histories', async () => {
    await checkpointAfter('run_1')
    // The operator goes on in two copies of the same record, with the same key.
    const other = join(place.folder, 'other')
    cpSync(place.data, other, { recursive: true })
    await checkpointAfter('run_for_one')
    const kept = fileOf('kept', `${(await heron('checkpoint', 'show')).out}\n`)
    await checkpointAfter('run_for_the_other', other)
    const file = join(place.folder, 'for-the-other.ndjson')
    const project = ['--project', place.created.projectId]
    expect((await runInProcess(['export', '--data', other, ...project, '-o', file])).code).toBe(0)
    expect((await heron('verify', file)).code).toBe(3)
    const { code, out } = await heron('verify', file, '--checkpoint', kept)
    expect(code).toBe(1)
    expect(out).toContain('two histories were signed')
  })

  test('takes no signature that does not verify, and none of somebody unknown', async () => {
    await checkpointAfter('run_1')
    const show = (await heron('checkpoint', 'show')).out
    const unknown = fileOf(
      'unknown',
      answerOf(`old 0\n\n${show}\n`, { size: 0, root: sha256(new Uint8Array(0)) }),
    )
    expect(await heron('checkpoint', 'cosign', unknown)).toMatchObject({ code: 2 })
    await heron('checkpoint', 'witness', writeNoteKey(WITNESS))
    const broken = fileOf('broken', noteSignatureLine(WITNESS, new Uint8Array(64), SEEN_AT))
    const { code, err } = await heron('checkpoint', 'cosign', broken)
    expect(code).toBe(2)
    expect(err).toContain('does not verify')
  })

  test.each([
    [['checkpoint', 'witness', 'nobody']],
    [['checkpoint', 'request', 'nobody']],
    [['checkpoint', 'cosign', 'missing-file']],
    [['verify', 'x', '--checkpoint', 'missing-file']],
    [['verify', 'x', '--witness', 'nobody']],
  ])('refuses %j in one line', async (argv) => {
    const { code, err } = await heron(...argv)
    expect(code).toBe(2)
    expect(err.split('\n').length).toBeLessThan(3)
  })
})
