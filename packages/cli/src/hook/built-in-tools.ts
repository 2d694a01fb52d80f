/**
 * What is known of a coding agent's own tools and their names do not tell: stated per call, under contracts that the
 * `--contracts` file may replace. Arguments stay home.
 */
import type { ToolContract } from '@heron/sdk'

const reads: ToolContract = { signals: { op: 'read' } }
const writes: ToolContract = { signals: { op: 'write' } }
const executes: ToolContract = { signals: { op: 'execute' } }

export const BUILT_IN_TOOLS: { readonly [tool: string]: ToolContract } = {
  Bash: executes,
  BashOutput: reads,
  Edit: writes,
  Glob: reads,
  Grep: reads,
  KillShell: executes,
  LS: reads,
  MultiEdit: writes,
  NotebookEdit: writes,
}
