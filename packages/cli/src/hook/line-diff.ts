/** What changes between two texts, line by line, for a person to read before it is written. */

/** Lines with a leading `+`, `-` or space; unchanged ones only around a change. */
export function lineDiff(before: string, after: string, around = 2): readonly string[] {
  const [a, b] = [before.split('\n'), after.split('\n')]
  // Longest common subsequence; settings are small.
  const length = a.map(() => new Array<number>(b.length + 1).fill(0))
  length.push(new Array<number>(b.length + 1).fill(0))
  const at = (i: number, j: number): number => length[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = length[i]
      if (row !== undefined)
        row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const lines: string[] = []
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(`  ${a[i] ?? ''}`)
      i += 1
      j += 1
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push(`- ${a[i] ?? ''}`)
      i += 1
    } else {
      lines.push(`+ ${b[j] ?? ''}`)
      j += 1
    }
  }
  return lines.filter((_, index) =>
    lines.slice(Math.max(0, index - around), index + around + 1).some((line) => !line.startsWith('  ')),
  )
}
