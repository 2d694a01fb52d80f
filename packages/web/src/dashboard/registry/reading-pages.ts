/** Pages that read: what agents did, what went wrong, who waits for an answer. */
import type { PageDefinition } from './page-definition.js'

export const READING_PAGES: readonly PageDefinition[] = [
  {
    path: 'overview',
    scope: 'project',
    title: 'Overview',
    load: async () => ({ default: (await import('../pages/overview/overview-page.js')).OverviewPage }),
    rail: { icon: 'overview', order: 10, group: 'watch' },
    palette: 'figures charts home',
  },
]
