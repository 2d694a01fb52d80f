/** Pages that read: what agents did, what went wrong, who waits for an answer; and one's own account. */
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
  {
    path: 'runs',
    scope: 'project',
    title: 'Runs',
    load: async () => ({ default: (await import('../pages/runs/runs-page.js')).RunsPage }),
    rail: { icon: 'runs', order: 20, group: 'watch', also: ['calls'] },
    palette: 'sessions agents chains',
  },
  {
    path: 'runs/$session',
    scope: 'project',
    title: 'Run',
    load: async () => ({ default: (await import('../pages/runs/run-page.js')).RunPage }),
  },
  {
    path: 'calls',
    scope: 'project',
    title: 'Calls',
    load: async () => ({ default: (await import('../pages/calls/calls-page.js')).CallsPage }),
    palette: 'actions tools decisions',
  },
  {
    path: 'calls/$action',
    scope: 'project',
    title: 'Call',
    load: async () => ({ default: (await import('../pages/calls/call-page.js')).CallPage }),
  },
  {
    path: 'approvals',
    scope: 'project',
    title: 'Approvals',
    load: async () => ({ default: (await import('../pages/approvals/approvals-page.js')).ApprovalsPage }),
    rail: { icon: 'approvals', order: 30, group: 'watch', badge: 'approvals' },
    palette: 'step-up approve decline',
  },
  {
    path: 'issues',
    scope: 'project',
    title: 'Issues',
    load: async () => ({ default: (await import('../pages/issues/issues-page.js')).IssuesPage }),
    rail: { icon: 'issues', order: 40, group: 'watch', badge: 'issues' },
    palette: 'findings review resolve',
  },
  {
    path: 'issues/$kind',
    scope: 'project',
    title: 'Issue',
    load: async () => ({ default: (await import('../pages/issues/issue-page.js')).IssuePage }),
  },
  {
    path: 'log',
    scope: 'project',
    title: 'Operator log',
    load: async () => ({ default: (await import('../pages/log/log-page.js')).LogPage }),
    rail: { icon: 'log', order: 140, group: 'govern' },
    palette: 'audit history verify',
  },
  {
    path: 'getting-started',
    scope: 'project',
    title: 'Getting started',
    load: async () => ({
      default: (await import('../pages/getting-started/getting-started-page.js')).GettingStartedPage,
    }),
    rail: { icon: 'start', order: 50, group: 'watch' },
    palette: 'connect install sdk snippets',
  },
  {
    path: 'organization-log',
    scope: 'organization',
    title: 'Organization log',
    load: async () => ({
      default: (await import('../pages/log/organization-log-page.js')).OrganizationLogPage,
    }),
    rail: { icon: 'log', order: 230, group: 'people' },
    palette: 'audit members roles invitations',
  },
  {
    path: 'account',
    scope: 'organization',
    title: 'My account',
    load: async () => ({ default: (await import('../pages/account/account-page.js')).AccountPage }),
    palette: 'password two-factor totp sign out sessions',
  },
]
