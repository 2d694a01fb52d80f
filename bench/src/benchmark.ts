/** What a benchmark is: figures measured in one run, and the ratios between them, which is what may be compared. */

export type Figure = {
  readonly name: string
  readonly value: number
  /** e.g. `calls/s`, `µs`, `MiB`, `ratio`. */
  readonly unit: string
  /** What we aim for, where there is an aim. */
  readonly aim?: string
}

export type BenchmarkReport = {
  readonly benchmark: string
  readonly figures: readonly Figure[]
  readonly notes?: readonly string[]
}

/** Takes the command's further flags. */
export type Benchmark = (args: readonly string[]) => Promise<BenchmarkReport>

/** Prints a report as a table, or as one JSON document. */
export function print(report: BenchmarkReport, json: boolean): void {
  if (json) {
    console.log(JSON.stringify(report))
    return
  }
  console.log(report.benchmark)
  for (const { name, value, unit, aim } of report.figures) {
    const digits = Math.abs(value) >= 100 ? 0 : 3
    console.log(
      `  ${name.padEnd(44)} ${value.toFixed(digits).padStart(12)} ${unit}${aim === undefined ? '' : `  (aim: ${aim})`}`,
    )
  }
  for (const note of report.notes ?? []) console.log(`  ${note}`)
}

/** The middle one; NaN of none. */
export function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Runs `work` for about `ms` milliseconds and answers its rate per second. */
export function rate(work: () => void, ms = 1000): number {
  for (let warm = 0; warm < 50; warm += 1) work()
  let count = 0
  const start = performance.now()
  let elapsed = 0
  while (elapsed < ms) {
    for (let inner = 0; inner < 20; inner += 1) work()
    count += 20
    elapsed = performance.now() - start
  }
  return (count * 1000) / elapsed
}
