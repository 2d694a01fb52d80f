/** Pages that govern: rules, tools, keys, reviewers, settings, webhooks, members. */
import type { PageDefinition } from './page-definition.js'

export const GOVERNING_PAGES: readonly PageDefinition[] = []
