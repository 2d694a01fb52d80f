/** Small words of the dashboard: what is left, how late, since when, who browses, what was done. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outranks, ROLES } from '../../../src/dashboard/api/people.js'
import { queryText } from '../../../src/dashboard/api/request.js'
import { browserWords } from '../../../src/dashboard/pages/account/sessions.js'
import { findingTitle } from '../../../src/dashboard/pages/issues/finding-titles.js'
import { countdownWords, lagWords } from '../../../src/dashboard/parts/now.js'
import { sinceOf } from '../../../src/dashboard/parts/period.js'
import { actWords } from '../../../src/words/acts.js'

describe('times', () => {
  it.each([
    [-5, '0:00'],
    [249_000, '4:09'],
    [3_900_000, '1 h 05 min'],
    [183_600_000, '2 d 3 h'],
  ])('says what is left of %i ms', (ms, words) => {
    expect(countdownWords(ms)).toBe(words)
  })

  it.each([
    [0, 'under 1 s'],
    [1_400, '1 s'],
    [3_600_000, '60 min'],
    [90_000_000, '25 h'],
  ])('rounds a lag of %i ms', (ms, words) => {
    expect(lagWords(ms)).toBe(words)
  })

  it('asks the same question for a minute, and none for a period that is none', () => {
    const now = Date.parse('2026-11-30T12:00:30.000Z')
    expect(sinceOf('24h', now)).toBe('2026-11-29T12:00:00.000Z')
    expect(sinceOf('24h', now + 29_000)).toBe('2026-11-29T12:00:00.000Z')
    expect(sinceOf(undefined, now)).toBeNull()
    expect(sinceOf('ever', now)).toBeNull()
  })
})

describe('what is asked', () => {
  it('leaves out what is not set, and can be read back', () => {
    expect(queryText({ a: null, b: undefined, c: '' })).toBe('')
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.string({ minLength: 1 })), (query) => {
        expect(Object.fromEntries(new URLSearchParams(queryText(query)))).toEqual({ ...query })
      }),
    )
  })
})

describe('people', () => {
  it('ranks roles in one order', () => {
    for (const [at, role] of ROLES.entries())
      for (const [needed, least] of ROLES.entries()) expect(outranks(role, least)).toBe(at >= needed)
  })

  it.each([
    [null, 'unknown'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/131 Safari/537.36', 'Chrome on Linux'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131 Safari/537.36 Edg/131', 'Edge on Windows'],
    ['node', 'a program'],
  ])('knows the browser %s', (agent, words) => {
    expect(browserWords(agent)).toBe(words)
  })
})

describe('what was found and done', () => {
  it('has a title for what only operators see, and shows anything new as it is', () => {
    expect(findingTitle('UNNAMED_RECIPIENT')).toContain('did not name')
    expect(findingTitle('SOMETHING_NEW')).toBe('SOMETHING_NEW')
    expect(actWords('approval.granted')).toBe('approved a call')
    expect(actWords('thing.newly_done')).toBe('thing newly done')
  })
})
