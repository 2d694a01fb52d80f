/**
 * What the demo's vendor states about its tools: a signed catalogue of what holds for every call, and a contract per
 * tool that says what may leave the house and what is stated about one call. Arguments stay here.
 */
import { dirname } from 'node:path'
import type { CatalogTool, Signals } from '@heron/evidence'
import type { ToolContract } from '@heron/sdk'
import { CUSTOMER_COUNT, type Workspace } from './workspace.js'

/** Facts that hold for every call of a tool of the file server. */
export const CATALOG: readonly CatalogTool[] = [
  { name: 'list_directory', signals: { op: 'read' } },
  { name: 'move_file', signals: {} },
  { name: 'read_text_file', signals: { op: 'read' } },
  { name: 'write_file', signals: { op: 'write', reversibility: 'costly' } },
]

/** Contracts by tool name, for the files of this workspace. */
export function contractsFor(workspace: Workspace): { readonly [tool: string]: ToolContract } {
  return {
    list_directory: {},
    read_text_file: { signals: ({ path }) => dataClass(workspace, path) },
    write_file: {
      signals: ({ path, content }) => ({
        destination: inFolder(path, workspace.partnerFolder) ? 'third_party' : 'internal',
        record_count: path === workspace.customers ? CUSTOMER_COUNT : 1,
        ...dataClass(workspace, path, content),
      }),
    },
    move_file: {
      signals: ({ destination }): Signals => {
        if (inFolder(destination, workspace.trashFolder)) return { op: 'delete', reversibility: 'terminal' }
        if (inFolder(destination, workspace.archiveFolder)) return { op: 'delete', reversibility: 'costly' }
        return { op: 'write', reversibility: 'costly' }
      },
    },
  }
}

/** What this vendor knows of its own data: which file is a secret, and what a secret looks like. */
function dataClass({ credentials }: Workspace, path: unknown, content?: unknown): Signals {
  const secret = path === credentials || (typeof content === 'string' && content.includes('PASSWORD='))
  return { data_class: secret ? 'credential' : 'operational' }
}

function inFolder(path: unknown, folder: string): boolean {
  return typeof path === 'string' && dirname(path) === folder
}
