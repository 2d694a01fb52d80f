/**
 * The published lexicon: which words of a tool's name say what it does (heron.md §4, §5).
 *
 * Data, so that a reader can look a word up. Any change of a word changes what is derived, hence a new version, which
 * the policy bundle and every classification name. `./name.ts` reads it.
 */

/** Version of the dimensions and their values. */
export const TAXONOMY_VERSION = 'heron.taxonomy/1'

const EXPLICIT_READ = [
  'get',
  'list',
  'search',
  'read',
  'fetch',
  'find',
  'query',
  'count',
  'describe',
  'lookup',
  'view',
] as const

/**
 * Words in lower case. A word that is not listed is looked up once more without a final `s`, but is then no explicit
 * read verb.
 *
 * `explicit_read` wins in first or last place. Otherwise the most consequential operation among the words counts:
 * execute, delete, send, write, read. Nouns that only sound harmless ("history", "status") are kept out of `read`: a
 * verb that we do not know beside them would pass for a read.
 */
export const LEXICON = {
  version: 'heron.lexicon/1',
  explicit_read: EXPLICIT_READ,
  operations: {
    read: [
      ...EXPLICIT_READ,
      ...[
        'browse',
        'calculate',
        'check',
        'compare',
        'download',
        'explain',
        'grep',
        'inspect',
        'look',
        'observe',
      ],
      ...['peek', 'preview', 'retrieve', 'scan', 'select', 'show', 'summarize', 'validate', 'verify'],
    ],
    write: [
      ...[
        'add',
        'append',
        'assign',
        'attach',
        'book',
        'change',
        'commit',
        'configure',
        'copy',
        'create',
        'draft',
      ],
      ...[
        'edit',
        'enable',
        'import',
        'insert',
        'label',
        'make',
        'mark',
        'merge',
        'mkdir',
        'modify',
        'move',
        'patch',
      ],
      ...[
        'put',
        'reactivate',
        'record',
        'register',
        'rename',
        'replace',
        'reserve',
        'restore',
        'rotate',
        'save',
        'schedule',
      ],
      ...[
        'set',
        'store',
        'sync',
        'tag',
        'touch',
        'unarchive',
        'undelete',
        'update',
        'upload',
        'upsert',
        'write',
      ],
    ],
    send: [
      ...[
        'broadcast',
        'forward',
        'invite',
        'mailto',
        'notify',
        'post',
        'publish',
        'reply',
        'respond',
        'send',
      ],
      ...['sendmail', 'share', 'submit', 'tweet'],
    ],
    delete: [
      ...[
        'archive',
        'cancel',
        'clear',
        'deactivate',
        'delete',
        'destroy',
        'disable',
        'discard',
        'drop',
        'erase',
      ],
      ...[
        'expunge',
        'flush',
        'prune',
        'purge',
        'remove',
        'reset',
        'revoke',
        'rm',
        'shred',
        'terminate',
        'trash',
      ],
      ...['truncate', 'uninstall', 'unlink', 'wipe'],
    ],
    execute: [
      ...['approve', 'authorize', 'bash', 'buy', 'deploy', 'eval', 'evaluate', 'exec', 'execute', 'install'],
      ...[
        'invoke',
        'kill',
        'launch',
        'migrate',
        'order',
        'process',
        'provision',
        'purchase',
        'reboot',
        'restart',
      ],
      ...['rollback', 'run', 'shell', 'shutdown', 'spawn', 'start', 'stop', 'sudo', 'trade', 'trigger'],
    ],
  },
  /** Verbs of sending where they come first in the tool's own name; elsewhere they are the thing, not the act. */
  send_when_first: ['call', 'dm', 'email', 'mail', 'message', 'sms', 'text'],
  /** Each is execute + financial by itself. */
  money: [
    ...['pay', 'transfer', 'refund', 'charge', 'payout', 'withdraw', 'wire'],
    ...['debit', 'disburse', 'remit'],
  ],
  /** One verb and one object anywhere in the name are execute + financial. */
  money_moved: {
    verbs: ['send', 'capture', 'initiate', 'issue', 'make', 'release', 'submit'],
    objects: ['money', 'payment', 'wire', 'funds', 'fund'],
  },
  /** The first class that matches counts. `personal` is never derived: a name cannot say whose data it is. */
  data_classes: {
    credential: [
      ...['apikey', 'credential', 'jwt', 'keychain', 'oauth', 'otp', 'passphrase', 'passwd', 'password'],
      ...['secret', 'token', 'totp', 'vault'],
    ],
    financial: [
      ...[
        'balance',
        'bank',
        'billing',
        'cash',
        'expense',
        'funds',
        'fund',
        'iban',
        'invoice',
        'ledger',
        'loan',
      ],
      ...['money', 'payment', 'payroll', 'salary', 'tax', 'withdrawal'],
    ],
    operational: [
      ...[
        'alert',
        'branch',
        'build',
        'cluster',
        'config',
        'configuration',
        'container',
        'cron',
        'deployment',
      ],
      ...['incident', 'log', 'metric', 'pipeline', 'pod', 'queue', 'repo', 'repository', 'server', 'setting'],
      ...['workflow'],
    ],
  },
  /** Two words in this order, next to each other, that are a credential together and not apart. */
  credential_pairs: [
    ['access', 'key'],
    ['api', 'key'],
    ['private', 'key'],
    ['signing', 'key'],
    ['ssh', 'key'],
  ],
  /** Words that make a delete costly instead of terminal. */
  recoverable: ['archive', 'trash', 'disable', 'deactivate', 'soft', 'restore'],
} as const
