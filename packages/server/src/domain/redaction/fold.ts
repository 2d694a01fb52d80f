/**
 * Folding text for detection (heron.md §12): digits of every script, full-width forms, typographic dashes and spaces are
 * read as their ASCII equals and invisible characters are skipped, so that another spelling of a number is still seen.
 * Only positions are taken from the folded text; what is replaced is the original.
 */

export type FoldedText = {
  readonly text: string
  /** Start in the original of the character that gave each folded unit, then the original length; null: same positions. */
  readonly starts: readonly number[] | null
}

const ASCII = /^[\u0000-\u007f]*$/
const DIGIT = /^\p{Nd}$/u
const DASH = /^\p{Pd}$/u
const SPACE = /^\p{Zs}$/u
/** Format characters and variation selectors: they join, split or hide, and stand for nothing themselves. */
const INVISIBLE = /^[\p{Cf}\u034f\u20e3\ufe00-\ufe0f]$/u

/** Folds a text; the common ASCII text costs one test. */
export function foldForDetection(original: string): FoldedText {
  if (ASCII.test(original)) return { text: original, starts: null }
  let text = ''
  const starts: number[] = []
  let at = 0
  for (const character of original) {
    const folded = foldCharacter(character)
    text += folded
    starts.push(...new Array<number>(folded.length).fill(at))
    at += character.length
  }
  starts.push(original.length)
  return { text, starts }
}

function foldCharacter(character: string): string {
  if (character < '\u0080') return character
  if (INVISIBLE.test(character)) return ''
  if (DIGIT.test(character)) return digitValue(character)
  if (DASH.test(character) || character === '\u2212') return '-'
  if (SPACE.test(character)) return ' '
  if (character === '\u3002' || character === '\uff61') return '.'
  return character.normalize('NFKC')
}

/** Unicode keeps the ten digits of a script together and in order, so the value is the distance to the first. */
function digitValue(digit: string): string {
  const compatible = digit.normalize('NFKC')
  if (compatible >= '0' && compatible <= '9') return compatible
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1
  return value.toString()
}
