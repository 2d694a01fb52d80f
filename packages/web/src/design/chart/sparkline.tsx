/** A figure's course in small: a line and nothing else. The figure beside it says the number, so this is decoration. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ at, value }]))
  if (known.length < 2) return <svg className="sparkline" viewBox="0 0 100 24" aria-hidden="true" />
  const top = Math.max(...known.map(({ value }) => value), Number.MIN_VALUE)
  const points = known.map(({ at, value }) => {
    const x = (100 * at) / (values.length - 1)
    return `${x.toFixed(1)},${(22 - (20 * value) / top).toFixed(1)}`
  })
  const [first = '', last = ''] = [points[0]?.split(',')[0], points.at(-1)?.split(',')[0]]
  return (
    <svg className="sparkline" viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true">
      <polygon className="sparkline-area" points={`${first},24 ${points.join(' ')} ${last},24`} />
      <polyline className="sparkline-line" points={points.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
