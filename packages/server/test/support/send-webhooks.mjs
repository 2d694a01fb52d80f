/** A process with a service and a sender, for tests that kill it. Arguments: the built package, the data directory. */
const [built, directory] = process.argv.slice(2)
const { createService, openDataDirectory, startWebhookSender } = await import(built)

const { store, signer, keyRing } = openDataDirectory(directory, {})
const service = await createService({
  ...{ store, signer, publishedKeys: keyRing.published, pseudonymSecret: keyRing.pseudonymSecret },
  webhookAllowPrivate: true,
})
startWebhookSender({ service })
process.stdout.write('sending\n')
// The timers of a sender keep no process alive.
setInterval(() => undefined, 60_000)
