/** Import directions between packages and inside the server (ARCHITECTURE.md), and no circles anywhere. */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: '^packages/', pathNot: allowed },
})

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    // A rule matched on resolved paths stays green when an import does not resolve at all.
    { name: 'resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
    only('evidence-imports-nothing', '^packages/evidence/src', '^packages/evidence/'),
    only('delegation-imports-evidence', '^packages/delegation/src', '^packages/(delegation|evidence)/'),
    only('sdk-imports-core', '^packages/sdk/src', '^packages/(sdk|delegation|evidence)/'),
    only('server-imports-core', '^packages/server/src', '^packages/(server|delegation|evidence)/'),
    only('web-imports-evidence', '^packages/web/src', '^packages/(web|evidence)/'),
    {
      name: 'pure-packages-have-no-node',
      severity: 'error',
      from: { path: '^packages/(evidence|delegation)/src', pathNot: '^packages/delegation/src/node/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'sdk-is-web-platform-but-for-node-folder',
      severity: 'error',
      from: { path: '^packages/sdk/src', pathNot: '^packages/sdk/src/(node|adapters)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'domain-knows-no-http',
      severity: 'error',
      from: { path: '^packages/server/src/domain' },
      to: { path: '^packages/server/src/http|node_modules/(fastify|kysely|better-sqlite3)/' },
    },
    {
      name: 'store-knows-no-domain',
      severity: 'error',
      from: { path: '^packages/server/src/store' },
      to: { path: '^packages/server/src/(http|worker)|node_modules/fastify/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/|/test/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@heron/source', 'import', 'node', 'default', 'types'],
    },
  },
}
