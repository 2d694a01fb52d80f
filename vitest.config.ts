import { defineConfig } from 'vitest/config'
import { findPrograms } from './packages/server/test/support/postgres/cluster.mjs'

const source = ['@heron/source']
const tests = 'packages/*/test/**/*.test.ts'
/** What only PostgreSQL has. */
const postgresOnly = ['packages/*/test/**/postgres-*.test.ts', 'packages/*/test/**/postgres/**/*.test.ts']
/** What must hold on every engine: each of these files runs once more on PostgreSQL. */
const onEveryEngine = [
  'checkpoints',
  'domain',
  'events',
  'evidence-page',
  'faults',
  'findings',
  'governance',
  'http',
  'operator',
  'people',
  'privacy',
  'reading',
  'retention',
  'webhooks',
  'worker',
].map((folder) => `packages/server/test/${folder}/**/*.test.ts`)
onEveryEngine.push('packages/server/test/store/append-only.test.ts')
/** What needs no database of Heron, or starts processes on a data directory. */
const onOneEngine = [
  'packages/server/test/domain/{time,door}.test.ts',
  'packages/server/test/http/{documents,server,bad-requests,good-requests,every-answer}.test.ts',
  'packages/server/test/{webhooks,checkpoints}/kill*.test.ts',
  'packages/server/test/faults/{disk-full,ledger}.test.ts',
  'packages/server/test/webhooks/{address-rules,safe-request}.test.ts',
  'packages/server/test/events/ocsf.prop.test.ts',
  'packages/server/test/http/dashboard.test.ts',
  'packages/server/test/worker/delay-histogram.test.ts',
]

/** Where there is no PostgreSQL its tests are collected, so that each is named, and none is run. */
const NO_TEST = /(?!)/

export default defineConfig({
  resolve: { conditions: source },
  ssr: { resolve: { conditions: source } },
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'heron', include: [tests], exclude: postgresOnly } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...postgresOnly, ...onEveryEngine],
          exclude: onOneEngine,
          env: { HERON_TEST_ENGINE: 'postgres' },
          ...(findPrograms() === null ? { testNamePattern: NO_TEST } : {}),
          globalSetup: ['packages/server/test/support/postgres/global-setup.ts'],
        },
      },
    ],
  },
})
