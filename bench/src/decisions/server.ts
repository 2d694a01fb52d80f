/** One server process of a Heron on PostgreSQL: prints its port, ends on SIGTERM. Told where by one JSON argument. */
import { createApp, createService, openPostgresInstallation, startServer } from '@heron/server'

const location = JSON.parse(process.argv[2] ?? '{}') as { readonly url: string; readonly keyRing: string }
const { store, signer, keyRing } = await openPostgresInstallation({ ...location, env: {} })
const service = await createService({
  ...{ store, signer, publishedKeys: keyRing.published, pseudonymSecret: keyRing.pseudonymSecret },
})
const server = await startServer({ app: createApp({ service }), host: '127.0.0.1', port: 0 })
console.log(new URL(server.url).port)
process.once('SIGTERM', () => {
  void server
    .close()
    .then(() => service.close())
    .then(() => process.exit(0))
})
