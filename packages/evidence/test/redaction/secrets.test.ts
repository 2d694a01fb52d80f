import { describe, expect, it } from 'vitest'
import { SECRET_FINDERS } from '../../src/index.js'

const kindsIn = (text: string) =>
  SECRET_FINDERS.filter(({ find }) => find(text) !== null).map(({ kind }) => kind)

describe('finding what opens something', () => {
  it.each([
    ['private_key', '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2Vw\n-----END PRIVATE KEY-----'],
    ['jwt', `eyJhbGciOiJFZERTQSJ9.${'e'.repeat(20)}.${'s'.repeat(20)}`],
    ['api_key', `hrn_live_${'a1'.repeat(12)}`],
    ['api_key', `AKIA${'A1B2'.repeat(4)}`],
    ['token', 'Authorization: Bearer abcdefghijklmnop'],
    ['token', 'the password = hunter2'],
    ['token', `deadbeef${'0123456789abcdef'.repeat(2)}`],
  ])('names its kind: %s in %j', (kind, text) => {
    expect(kindsIn(text)).toContain(kind)
  })

  it.each(['remember that Maria prefers mornings', `sha256:${'ab'.repeat(32)}`, 'a password is needed'])(
    'sees none in %j',
    (text) => {
      expect(kindsIn(text)).toEqual([])
    },
  )
})
