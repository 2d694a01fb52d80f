/** Two short texts line by line: the longest common run of lines is kept, the rest was removed or added. */
export type DiffLine = { readonly kind: 'kept' | 'removed' | 'added'; readonly text: string }

/** Quadratic in lines: for rules, which have few. An empty text has no line. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const old = before === '' ? [] : before.split('\n')
  const young = after === '' ? [] : after.split('\n')
  const common = commonLengths(old, young)
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < young.length) {
    const [left, right] = [old[i], young[j]]
    if (left !== undefined && left === right) {
      lines.push({ kind: 'kept', text: left })
      i += 1
      j += 1
    } else if (left !== undefined && (right === undefined || at(common, i + 1, j) >= at(common, i, j + 1))) {
      lines.push({ kind: 'removed', text: left })
      i += 1
    } else {
      lines.push({ kind: 'added', text: right ?? '' })
      j += 1
    }
  }
  return lines
}

/** Length of the longest common run of lines from each pair of places to the end. */
function commonLengths(old: readonly string[], young: readonly string[]): number[][] {
  const table = Array.from({ length: old.length + 1 }, () => new Array<number>(young.length + 1).fill(0))
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = young.length - 1; j >= 0; j -= 1) {
      const row = table[i] ?? []
      row[j] =
        old[i] === young[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1))
    }
  }
  return table
}

function at(table: readonly (readonly number[])[], i: number, j: number): number {
  return table[i]?.[j] ?? 0
}
