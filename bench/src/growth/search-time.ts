/** What the worker asks the database at every tick, where the answer is that nothing is due. */
import { createService, type OpenInstallation } from '@heron/server'
import { median } from '../benchmark.js'

/** As the worker reads them. */
const PER_ROUND = 256
const WARM_UP = 50
const TIMES = 201

/** Does what is due, then answers the median of many searches, in microseconds; closes the installation. */
export async function searchTime({
  store,
  signer,
  keyRing,
  pseudonymSecret,
}: OpenInstallation): Promise<number> {
  const service = await createService({ store, signer, publishedKeys: keyRing.published, pseudonymSecret })
  try {
    while ((await service.closeUnanswered()) > 0);
    const times: number[] = []
    for (let time = 0; time < WARM_UP + TIMES; time += 1) {
      const start = performance.now()
      await service.closeUnanswered()
      await service.endExpiredWindows()
      const { due } = await service.reconcileDue(PER_ROUND)
      await service.readBacklog()
      if (time >= WARM_UP && due === 0) times.push((performance.now() - start) * 1000)
    }
    return median(times)
  } finally {
    await service.close()
  }
}
