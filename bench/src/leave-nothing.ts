/** Long benchmarks take up much of a disk: whatever they made is taken away again, however they end, also by Ctrl-C. */

type Undo = () => unknown

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Runs `work`; what it hands to `later` is done afterwards, the last first. A signal ends the process once that is done. */
export async function leaveNothing<Result>(
  work: (later: (undo: Undo) => void) => Promise<Result>,
): Promise<Result> {
  const undone: Undo[] = []
  let leaving: Promise<void> | undefined
  const leave = (): Promise<void> => {
    leaving ??= (async () => {
      for (const undo of undone.reverse()) {
        try {
          await undo()
        } catch {
          // What could not be ended does not keep the rest from being removed.
        }
      }
    })()
    return leaving
  }
  const interrupted = (): void => {
    console.error('ended early; removing what was made')
    void leave().then(() => process.exit(130))
  }
  for (const signal of SIGNALS) process.once(signal, interrupted)
  try {
    return await work((undo) => undone.push(undo))
  } finally {
    await leave()
    for (const signal of SIGNALS) process.off(signal, interrupted)
  }
}
