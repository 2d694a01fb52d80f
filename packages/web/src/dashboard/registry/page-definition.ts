/**
 * What a page tells the shell: where it is, what it is called, whether the rail and the palette lead there, and how its
 * code is loaded. The router, the rail and the command palette are made of these; a new page is one entry more.
 */
import type { ComponentType } from 'react'
import type { Role } from '../api/people.js'
import type { IconName } from '../shell/icon.js'

export type PageDefinition = {
  /**
   * Where: below `/app/p/{project}` for pages of a project, below `/app` for the others; `$name` is a parameter, read
   * with `usePathParam('name')`.
   */
  readonly path: string
  readonly scope: 'project' | 'organization'
  readonly title: string
  /** The module is fetched when the page is opened. */
  readonly load: () => Promise<{ default: ComponentType }>
  /** In the left rail. A page below another (`/runs/$session`) needs none: the rail marks the longest match. */
  readonly rail?: RailEntry
  /** Words by which the command palette finds it besides its title; absent for pages that need a parameter. */
  readonly palette?: string
  /** Least role that may look; a viewer where absent. The service decides, this only spares a dead end. */
  readonly needs?: Role
}

export type RailEntry = {
  readonly icon: IconName
  /** Order in the rail, in steps of ten. */
  readonly order: number
  readonly group: 'watch' | 'govern' | 'people'
  /** Paths of pages that belong to this one although they do not begin like it. */
  readonly also?: readonly string[]
  /** A number beside the title. */
  readonly badge?: 'approvals' | 'issues'
}
