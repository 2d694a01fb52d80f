/** Order of texts by Unicode code point. `<` compares UTF-16 code units, which puts U+10000 before U+E000. */

/** Negative, zero or positive, as for `Array.prototype.sort`. */
export function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index += 1) {
    const a = left.charCodeAt(index)
    const b = right.charCodeAt(index)
    if (a !== b) return rank(a) - rank(b)
  }
  return left.length - right.length
}

/** Lifts surrogates above the rest of the plane they encode out of. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
