/**
 * Identifiers and references stand in hashed, signed and published bytes, so none is ever altered: one that names a person,
 * or opens something, is refused at the door (heron.md §3, §12).
 *
 * Narrower than scrubbing on purpose. Scrubbing too much costs a reader a word; refusing too much stops an honest
 * vendor's agent. A plain number is an id here, however well it passes a card's check sum, and so is a long hex word.
 */
import { looksPersonal, SECRET_FINDERS } from '@heron/evidence'
import { foldForDetection } from './fold.js'
import { PERSONAL_FINDERS } from './patterns.js'

const CERTAIN_SECRETS = SECRET_FINDERS.filter(({ kind }) => ['private_key', 'jwt', 'api_key'].includes(kind))
const EMAILS = PERSONAL_FINDERS.filter(({ kind }) => kind === 'email')
const CARDS = PERSONAL_FINDERS.filter(({ kind }) => kind === 'card')

/** A card as people write it; ids are not written in groups of four with spaces or dashes. */
const GROUPED_CARD = /(?<![0-9])[0-9]{4}([ -])[0-9]{4}\1[0-9]{4}\1[0-9]{1,7}(?![0-9])/

/** `*@acme.example` stands for nobody in particular. */
const WILDCARD = /(?<![^\s,;"'<>(])\*@/g

/**
 * True for a text that holds an e-mail address (also full-width, in other scripts, percent-encoded), a phone number, a card
 * written in groups, a JWT, a private key or an API key.
 *
 * @param text UNTRUSTED.
 */
export function namesPersonOrSecret(text: string): boolean {
  const folded = foldForDetection(text).text
  return [folded, percentDecoded(folded)].some(
    (form) =>
      looksPersonal(form) ||
      EMAILS.some(({ find }) => find(form.replaceAll(WILDCARD, '')) !== null) ||
      (GROUPED_CARD.test(form) && CARDS.some(({ find }) => find(form) !== null)) ||
      CERTAIN_SECRETS.some(({ find }) => find(form) !== null),
  )
}

/** Once, as a path would be read; text that is no percent-encoding stays as it is. */
function percentDecoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return foldForDetection(decodeURIComponent(text)).text
  } catch {
    return text
  }
}
