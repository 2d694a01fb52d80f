/** Personal data and secrets to be lost on purpose, in the spellings that real systems produce, and every way to find them. */

export type Seed = {
  /** What is sent. */
  readonly text: string
  /**
   * Whether an identifier with it in is refused. Long random words and plain digits are not: honest identifiers look the
   * same.
   */
  readonly refusedAsId: boolean
}

/** The seeds of one door; the number tells the doors apart where the kind allows it. */
export function seedsOf(door: number): readonly Seed[] {
  const n = door.toString()
  const email = `maria.lopez${n}@acme${n}.example`
  const phone = `+49 151 2345${(6000 + door).toString()}`
  return [
    { text: email, refusedAsId: true },
    { text: `MARIA.Lopez${n}@Acme-Mixed.Example`, refusedAsId: true },
    { text: fullWidth(`eva.full${n}@acme.example`), refusedAsId: true },
    { text: `мария${n}@пример.рф`, refusedAsId: true },
    { text: `pia.encoded${n}%40acme.example`, refusedAsId: true },
    { text: phone, refusedAsId: true },
    { text: arabicDigits(`+49 160 9876${(5000 + door).toString()}`), refusedAsId: true },
    { text: '4111 1111 1111 1111', refusedAsId: true },
    { text: `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzZWVk${n}In0.c2lnbmF0dXJlLW9m${n}`, refusedAsId: true },
    { text: `sk_live_51HseedQ9aZ8xY7w${n}`, refusedAsId: true },
    {
      text: `-----BEGIN PRIVATE KEY----- MC4CAQAwBQYDK2Vwseed${n} -----END PRIVATE KEY-----`,
      refusedAsId: true,
    },
    { text: `Bearer seedTokenOfDoor${n}AbCdEf0123456789`, refusedAsId: false },
    { text: `password=hunter2seed${n}`, refusedAsId: false },
  ]
}

/** The needles of a seed: as sent, folded, percent-encoded, JSON-escaped; all in lower case, as bytes in Latin-1. */
export function needlesOf({ text }: Seed): readonly string[] {
  const folded = text.normalize('NFKC').replace(/[٠-٩]/g, (digit) => (digit.charCodeAt(0) - 0x660).toString())
  const forms = [text, folded].flatMap((form) => [
    form,
    encodeURIComponent(form),
    form.replace('%40', '@'),
    form.replace(
      /[^\u0000-\u007f]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  ])
  return [...new Set(forms.map(asSearched))]
}

/** Bytes and texts in the one form in which they are compared. */
export function asSearched(content: string | Uint8Array): string {
  return Buffer.from(content as string)
    .toString('latin1')
    .toLowerCase()
}

function fullWidth(text: string): string {
  return text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))
}

function arabicDigits(text: string): string {
  return text.replace(/[0-9]/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
}
