/** Shadow window and break-glass in words: what each does, what stays, how long at most (heron.md §3). */
export type Loosening = 'advisory' | 'suspended'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const DECLARATIONS = {
  advisory: {
    name: 'Shadow window',
    state: 'advisory',
    button: 'Declare one …',
    title: 'Declare a shadow window',
    confirm: 'Declare it',
    short: 'Decisions are made and signed, and do not bind: for trying rules on real traffic.',
    most: 'at most 30 days',
    means:
      'Heron goes on deciding and signing. Decisions are marked as advisory in every receipt, and calls that run against them are published as rehearsals, not as breaches.',
    path: '/shadow-window',
    act: 'shadow_window.declared',
    subject: 'shadow_window:…',
    done: 'Decisions are advisory from now on.',
    lengths: [DAY, 7 * DAY, 30 * DAY],
    longest: 30 * DAY,
  },
  suspended: {
    name: 'Break-glass',
    state: 'suspended',
    button: 'Break the glass …',
    title: 'Break the glass',
    confirm: 'Suspend enforcement',
    short: 'Enforcement is suspended: every call may run. For an emergency, with a reason.',
    most: 'at most 24 hours',
    means:
      'Every call is let through. Each decision carries the reason break_glass beside the verdict that the rules would have given, signed; nothing of that can be taken back. A banner stands on every page while it lasts.',
    path: '/break-glass',
    act: 'break_glass.declared',
    subject: 'break_glass:…',
    done: 'The glass is broken: enforcement is suspended.',
    lengths: [15 * MINUTE, HOUR, 4 * HOUR, DAY],
    longest: DAY,
  },
} as const
