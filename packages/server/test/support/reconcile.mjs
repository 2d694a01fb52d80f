/** Reconciles an installation in small rounds until killed or done: prints a line for each. Run by `once.test.ts`. */
import { openPlace } from './open-place.mjs'

const [built, location, timings, now] = process.argv.slice(2)
const { createService } = await import(built)

const { store, signer, keyRing } = await openPlace(built, location)
const service = await createService({
  ...{ store, signer, publishedKeys: keyRing.published, pseudonymSecret: keyRing.pseudonymSecret },
  timings: JSON.parse(timings),
  now: () => now,
})
let due
do {
  ;({ due } = await service.reconcileDue(25))
  await service.closeUnanswered()
  console.log(due)
} while (due > 0)
await service.close()
