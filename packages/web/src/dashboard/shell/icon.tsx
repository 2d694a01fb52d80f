/** Line icons of the rail and the bar: decoration only, a word always stands beside. */
const PATHS = {
  overview: 'M2 13V8 M6 13V4 M10 13V9.5 M14 13V2.5',
  runs: 'M5 3.5h9 M5 8h9 M5 12.5h9 M2 3.5h.1 M2 8h.1 M2 12.5h.1',
  approvals: 'M8 8a2.7 2.7 0 1 0 0-5.4A2.7 2.7 0 0 0 8 8z M2.8 14c.5-2.6 2.5-4 5.2-4 M10 12.4l1.7 1.6 3-3.4',
  issues: 'M8 1.8 14.8 14H1.2z M8 6.2v3.4 M8 11.7v.2',
  policy: 'M8 1.5 13.5 3.6v4c0 3.3-2.3 5.6-5.5 6.9-3.2-1.3-5.5-3.6-5.5-6.9v-4z M5.6 7.9l1.8 1.8 3.2-3.4',
  tools: 'M2.5 4.2 8 1.5l5.5 2.7v6.6L8 13.5l-5.5-2.7z M2.5 4.2 8 7l5.5-2.8 M8 7v6.5',
  reviewers:
    'M1.5 8s2.4-4.6 6.5-4.6S14.5 8 14.5 8 12.1 12.6 8 12.6 1.5 8 1.5 8z M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  log: 'M3 1.800h7l3 3v9.400H3z M5.5 6h5 M5.5 8.500h5 M5.5 11h3',
  settings:
    'M2 4.500h7 M12.5 4.500H14 M2 11.500h1.5 M7 11.500h7 M10.8 6.200a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.400z M5.2 13.200a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.400z',
  keys: 'M5 10.500a3 3 0 1 0 0-6 3 3 0 0 0 0 6z M8 7.500h6.5 M12 7.500v2.6',
  webhooks:
    'M8 6.2 5.2 11 M8 6.200a2.2 2.2 0 1 1 1.6-3.7 M4.3 9.600a2.2 2.2 0 1 0 2.5 2.700h4.6 M8.6 5.900l2.6 4.4 M11.2 10.300a2.2 2.2 0 1 1-.4 3.7',
  people:
    'M6 7.600a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z M1.5 13.500c.4-2.6 2.1-4 4.5-4s4.1 1.4 4.5 4 M10.6 2.900a2.4 2.4 0 0 1 0 4.5 M12.3 9.900c1.3.6 2 1.8 2.2 3.6',
  projects: 'M2 3.500h4.500l1.500 2h6v7.500H2z M2 7.500h12',
  start: 'M4 2v12 M4 2.800h8.500L10.5 6l2 3.200H4',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10z M10.7 10.7 14 14',
  menu: 'M2 4h12 M2 8h12 M2 12h12',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name }: { name: IconName }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" className="icon">
      <path d={PATHS[name]} className="outline" />
    </svg>
  )
}
