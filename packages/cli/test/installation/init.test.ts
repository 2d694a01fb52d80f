import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { heron, heronJson } from '../support/heron.js'
import { temporaryFolder } from '../support/temporary-folder.js'

describe('heron init', () => {
  test('creates an installation and prints its secrets once', async () => {
    const data = join(temporaryFolder(), 'data')
    const created = await heronJson([
      'init',
      '--data',
      data,
      '--organization',
      'Acme',
      '--project',
      'Support',
    ])
    expect(created).toEqual({
      organization_id: expect.stringMatching(/^org_/),
      project_id: expect.stringMatching(/^prj_/),
      api_key: expect.stringMatching(/^hrn_live_/),
      admin: { email: expect.stringContaining('@'), password: expect.any(String) },
      evidence: {
        slug: expect.stringMatching(/^support-/),
        url: expect.stringContaining(`/e/${created.evidence.slug}?t=${created.evidence.token}`),
        token: expect.any(String),
      },
    })
    for (const secret of [created.api_key, created.admin.password, created.evidence.token]) {
      for (const name of readdirSync(data)) {
        expect(readFileSync(join(data, name)).includes(secret), `${name} holds a secret`).toBe(false)
      }
    }
  })

  test('lets nobody but the owner read the key ring', async () => {
    const data = join(temporaryFolder(), 'data')
    await heronJson(['init', '--data', data])
    expect(statSync(join(data, 'key-ring.json')).mode & 0o077).toBe(0)
  })

  test('lets nobody but the owner read the database, also in a directory that was open to others', async () => {
    const data = join(temporaryFolder(), 'data')
    mkdirSync(data, { mode: 0o755 })
    await heronJson(['init', '--data', data])
    for (const name of readdirSync(data)) {
      expect(statSync(join(data, name)).mode & 0o077, name).toBe(0)
    }
  })

  test('leaves a directory that is in use alone', async () => {
    const data = join(temporaryFolder(), 'data')
    await heronJson(['init', '--data', data])
    const before = readFileSync(join(data, 'key-ring.json'), 'utf8')
    const { code, out, err } = await heron(['init', '--data', data])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err.trim().split('\n')).toHaveLength(1)
    expect(err).toContain('already there')
    expect(readFileSync(join(data, 'key-ring.json'), 'utf8')).toBe(before)
  })

  test('tells people what each secret is for', async () => {
    const folder = temporaryFolder()
    const { code, out } = await heron(['init'], { cwd: folder })
    expect(code).toBe(0)
    expect(out).toMatch(/API key +hrn_live_/)
    expect(out).toContain('heron serve --data ./heron-data')
    expect(existsSync(join(folder, 'heron-data'))).toBe(true)
  })

  test('takes its flags from HERON_… as well', async () => {
    const folder = temporaryFolder()
    await heronJson(['init'], { cwd: folder, env: { HERON_DATA: 'elsewhere' } })
    expect(existsSync(join(folder, 'elsewhere', 'heron.sqlite'))).toBe(true)
  })
})
