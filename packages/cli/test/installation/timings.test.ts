import { describe, expect, test } from 'vitest'
import { readArguments } from '../../src/arguments.js'
import { serve } from '../../src/commands/serve.js'
import { readRetention, readTimings } from '../../src/installation/timings.js'

const read = (argv: readonly string[], env = {}) =>
  readTimings(readArguments(serve, serve.options, argv, env))

describe('the times of reconciliation', () => {
  test('are a number with a unit, from flags or from the environment', () => {
    const flags = ['--reconcile-window', '500ms', '--missing-horizon', '1.5h', '--approval-timeout', '2m']
    expect(read(flags)).toEqual({
      reconcileWindowMs: 500,
      missingHorizonMs: 5_400_000,
      approvalTimeoutMs: 120_000,
      contextTimeoutMs: 120_000,
    })
    expect(read([], { HERON_RECONCILE_WINDOW: '60s', HERON_MISSING_HORIZON: '2d' })).toEqual({
      reconcileWindowMs: 60_000,
      missingHorizonMs: 172_800_000,
    })
    expect(read([])).toEqual({})
  })

  test.each(['', ' 1s', '60', 's', '-1s', '1e3s', '0s', '0ms', '367d', '1 s', '1s1s', '99999999999h'])(
    '`%s` is refused with the flag named',
    (text) => {
      const refused = (): unknown => read([`--missing-horizon=${text}`])
      if (text === '') expect(refused()).toEqual({})
      else expect(refused).toThrow(/--missing-horizon takes a number with ms, s, m, h or d/)
    },
  )
})

describe('the retention', () => {
  const retention = (argv: readonly string[], env = {}) =>
    readRetention(readArguments(serve, serve.options, argv, env))

  test('is a number with a unit, and the service’s own where nothing is said', () => {
    expect(retention(['--retention', '30d'])).toBe(30 * 86_400_000)
    expect(retention([], { HERON_RETENTION: '12h' })).toBe(43_200_000)
    expect(retention([])).toBeUndefined()
    expect(() => retention(['--retention', 'forever'])).toThrow(/--retention takes a number with/)
  })
})
