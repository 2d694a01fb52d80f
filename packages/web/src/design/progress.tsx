/** Progress towards a known end, or movement without one. */
export function Progress({ label, done, of }: { label: string; done: number; of: number | null }) {
  return of === null ? (
    <progress aria-label={label} />
  ) : (
    <progress aria-label={label} max={Math.max(of, 1)} value={Math.min(done, of)} />
  )
}
