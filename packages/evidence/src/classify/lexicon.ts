/**
 * The published lexicon: which words of a tool's name say what it does (heron.md §4, §5).
 *
 * Data, so that a reader can look a word up. Any change of a word changes what is derived, hence a new version, which
 * the policy bundle and every classification name. `./name.ts` reads it.
 */

/** Version of the dimensions and their values. */
export const TAXONOMY_VERSION = 'heron.taxonomy/1'

/** Written as a line, kept as a list. */
const words = (line: string): readonly string[] => line.split(' ')

const EXPLICIT_READ = words('get list search read fetch find query count describe lookup view')

/**
 * Words in lower case. A word that is not listed is looked up once more without a final `s`, but is then no explicit
 * read verb.
 *
 * `explicit_read` wins in first or last place. Otherwise the most consequential operation among the words counts:
 * execute, delete, send, write, read. Words that are mostly things ("history", "record") are kept out of `read` and
 * `write`: a verb that we do not know beside them would pass for something harmless.
 */
export const LEXICON = {
  version: 'heron.lexicon/1',
  explicit_read: EXPLICIT_READ,
  operations: {
    read: [
      ...EXPLICIT_READ,
      ...words(
        'browse calculate compare explain grep inspect look observe peek retrieve select show ' +
          'summarize validate verify',
      ),
    ],
    write: words(
      'add append assign attach change commit configure copy create edit enable import insert ' +
        'make mark merge mkdir modify move patch put reactivate register rename replace reserve ' +
        'restore rotate save set sync touch unarchive undelete update upload upsert write',
    ),
    send: words(
      'broadcast forward invite mailto notify post publish reply respond send sendmail ' +
        'share submit tweet',
    ),
    delete: words(
      'archive cancel clear deactivate delete destroy disable discard drop erase expunge ' +
        'flush prune purge remove reset revoke rm shred terminate trash truncate uninstall ' +
        'unlink wipe',
    ),
    execute: words(
      'approve authorize bash buy deploy eval evaluate exec execute install invoke kill ' +
        'launch migrate order process provision purchase reboot restart rollback run shell ' +
        'shutdown spawn start stop sudo trade trigger',
    ),
  },
  /** Verbs where they come first in the tool's own name; elsewhere they are the thing, not the act. */
  when_first: {
    read: words('check download preview scan'),
    write: words('book draft label record schedule store tag'),
    send: words('call dm email mail message sms text'),
  },
  /** Each is execute + financial by itself. */
  money: words('pay transfer refund charge payout withdraw wire debit disburse remit'),
  /** One verb and one object anywhere in the name are execute + financial. */
  money_moved: {
    verbs: words('send capture initiate issue make release submit'),
    objects: words('money payment wire funds fund'),
  },
  /** The first class that matches counts. `personal` is never derived: a name cannot say whose data it is. */
  data_classes: {
    credential: words(
      'apikey credential jwt keychain oauth otp passphrase passwd password secret token totp vault',
    ),
    financial: words(
      'balance bank billing cash expense funds fund iban invoice ledger loan money payment ' +
        'payroll salary tax withdrawal',
    ),
    operational: words(
      'alert branch build cluster config configuration container cron deployment incident ' +
        'log metric pipeline pod queue repo repository server setting workflow',
    ),
  },
  /** Two words in this order, next to each other, that are a credential together and not apart. */
  credential_pairs: [
    words('access key'),
    words('api key'),
    words('private key'),
    words('signing key'),
    words('ssh key'),
  ],
  /** Words that make a delete costly instead of terminal. */
  recoverable: words('archive trash disable deactivate soft restore'),
} as const
