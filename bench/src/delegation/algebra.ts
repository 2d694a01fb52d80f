/** The authority algebra on authorities of ten scopes and ten constraints. */
import { meet, narrower, permits, PROFILES, readAuthority } from '@heron/delegation'
import { type Figure, rate } from '../benchmark.js'

const AIM_MICROSECONDS = 5

export function algebraFigures(): readonly Figure[] {
  const [held, requested] = [tenByTen(10), tenByTen(5)]
  const micros = (name: string, work: () => void, aim?: string): Figure => ({
    name,
    value: 1_000_000 / rate(work),
    unit: 'µs',
    ...(aim === undefined ? {} : { aim }),
  })
  const aim = `< ${AIM_MICROSECONDS}`
  return [
    micros('meet, ten scopes and ten constraints', () => void meet(held, requested), aim),
    micros('narrower, ten scopes and ten constraints', () => void narrower(requested, held), aim),
    micros('permits, ten scopes and ten constraints', () => void permits(held, 'ns1.read', { k1: 1 })),
  ]
}

/** Wildcards and literals, half each, under ten bounds that differ in every one. */
function tenByTen(limit: number): Parameters<typeof meet>[0] {
  const ten = Array.from({ length: 10 }, (_, index) => index)
  const read = readAuthority(
    {
      scopes: ten.map((index) => (index % 2 === 0 ? `ns${index}.read` : `ns${index}.*`)),
      constraints: ten.map((index) => ({ key: `k${index}`, max: limit })),
      ttl: limit,
    },
    PROFILES['draft-02'],
  )
  if (!read.ok) throw new Error(read.message)
  return read.authority
}
