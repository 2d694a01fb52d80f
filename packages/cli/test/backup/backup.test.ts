import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { heron, heronJson, serve } from '../support/heron.js'
import { installation } from '../support/installation.js'
import { recordedRun } from '../support/recorded-run.js'
import { temporaryFolder } from '../support/temporary-folder.js'

describe('heron backup', () => {
  test.each(['backup.tar', 'backup.tgz'])(
    'of a running service is unpacked by tar into a data directory that serves and verifies: %s',
    async (name) => {
      const { folder, data, created, served, head } = await recordedRun()
      const file = join(folder, name)
      const backup = await heronJson(['backup', '--data', data, '-o', file])
      expect(backup).toEqual({
        file,
        bytes: statSync(file).size,
        contents: ['heron.sqlite', 'key-ring.json'],
      })
      const jwks = await (await fetch(`${served.url}/.well-known/jwks.json`)).text()
      await served.stop('SIGTERM')

      const restored = join(folder, 'restored')
      mkdirSync(restored, { mode: 0o700 })
      execFileSync('tar', ['-xpf', file, '-C', restored])
      writeFileSync(join(folder, 'jwks.json'), jwks)
      const again = await serve(['--data', restored])
      const headers = { authorization: `Bearer ${created.apiKey}` }
      const session = await (await fetch(`${again.url}/v1/sessions/run_1`, { headers })).json()
      expect(session).toMatchObject({ state: 'closed', head_hash: head, count: 2 })
      const evidence = join(folder, 'restored.ndjson')
      await heronJson(['export', '--data', restored, '-o', evidence])
      expect(await heronJson(['verify', evidence, '--jwks', join(folder, 'jwks.json')])).toMatchObject({
        outcome: 'pass',
      })
    },
  )

  test('holds the signing key, so only its owner may read it, and nothing else is left behind', async () => {
    const { folder, data } = await installation()
    await heronJson(['backup', '--data', data, '-o', join(folder, 'b.tar')])
    expect(statSync(join(folder, 'b.tar')).mode & 0o077).toBe(0)
    expect(readdirSync(folder).sort()).toEqual(['b.tar', 'data'])
  })

  test('never overwrites another backup', async () => {
    const { folder, data } = await installation()
    writeFileSync(join(folder, 'b.tar'), 'precious')
    const { code, err } = await heron(['backup', '--data', data, '-o', join(folder, 'b.tar')])
    expect(code).toBe(2)
    expect(err).toContain('never overwrites')
  })

  test('refuses a key ring that others can read, before copying it', async () => {
    const { folder, data } = await installation()
    chmodSync(join(data, 'key-ring.json'), 0o640)
    const { code, err } = await heron(['backup', '--data', data, '-o', join(folder, 'b.tar')])
    expect(code).toBe(2)
    expect(err).toContain('mode 0640')
    expect(existsSync(join(folder, 'b.tar'))).toBe(false)
  })

  test('needs a file to write and a directory to read', async () => {
    const cwd = temporaryFolder()
    expect(await heron(['backup'], { cwd })).toMatchObject({ code: 2 })
    expect(await heron(['backup', '-o', 'b.tar'], { cwd })).toMatchObject({ code: 2 })
    expect(readdirSync(cwd)).toEqual([])
  })
})
