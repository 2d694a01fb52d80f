/** A folder of one test, removed when the test ends. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'heron-cli-test-')))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}
