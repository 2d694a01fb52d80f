import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const run = promisify(execFile)

/** As a newcomer runs them: the built packages, the real frameworks, a Heron of their own. */
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const isBuilt = existsSync(new URL('../../dist/adapters/functions.js', import.meta.url))

const EXAMPLES = ['ai-sdk', 'claude-agent-sdk', 'functions', 'langchain', 'mastra', 'mcp', 'openai-agents']

// `npm test` builds first. A failure in CI, where nothing may be skipped in silence.
describe.skipIf(!isBuilt && process.env['CI'] === undefined)('the examples', () => {
  it.each(EXAMPLES)(
    '%s: the allowed call runs, the denied one does not, and the model is told',
    async (name) => {
      const { stdout } = await run(process.execPath, [`examples/${name}/run.mjs`], { cwd: ROOT })
      expect(stdout).toContain('get_weather: Sunny in Oslo.')
      expect(stdout).toContain('was not run: denied (heron.money.deny)')
    },
  )
})
