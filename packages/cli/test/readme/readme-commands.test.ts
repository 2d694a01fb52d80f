/** The README's commands as they stand there, run by a shell. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '../../../..')
const blocks = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^```sh\n([^]*?)^```$/gm)].map(
  ([, block]) => block!,
)

async function bash(script: string, cwd: string): Promise<{ code: number | null; output: string }> {
  // In a process group of its own, so that whatever a failed script left behind is ended with it.
  const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {
      // The group is gone, as it should be.
    }
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

test('the first command of the README tells the whole story', { timeout: 180_000 }, async () => {
  const [command] = blocks
  expect(command?.trim()).toBe('npm run demo -- --once')
  const { code, output } = await bash(command!, root)
  expect(output).toContain('verify: pass')
  expect(output).toContain('tampered: fail')
  expect(code).toBe(0)
})

test('the ten lines of the README print a verdict and pass', { timeout: 180_000 }, async () => {
  const folder = temporaryFolder()
  for (const name of ['node_modules', 'examples']) symlinkSync(join(root, name), join(folder, name))
  const { code, output } = await bash(blocks[1]!, folder)
  expect(output).toContain('read_notes: ALLOW')
  expect(output).toContain('PASS')
  expect(code).toBe(0)
})

test('every file that the README’s commands name is in the repository', () => {
  const tracked = execFileSync('git', ['ls-files', 'examples'], { cwd: root, encoding: 'utf8' }).split('\n')
  const named = blocks.flatMap((block) => block.match(/examples\/\S+/g) ?? [])
  expect(tracked).toEqual(expect.arrayContaining(named))
})
