/** What changes while a page is open: the service names topics, and every answer on screen says which it depends on. */
export const TOPICS = [
  'actions',
  'sessions',
  'findings',
  'approvals',
  'log',
  'settings',
  'executions',
  'webhooks',
] as const
export type Topic = (typeof TOPICS)[number]

export type AnswerMeta = { readonly project: string | null; readonly topics: readonly Topic[] }
