/** What a call will do, in words, from its signed classification: the first thing that somebody who approves must see. */
import type { Classification } from '@heron/evidence'

const VERBS: Readonly<Record<Classification['operation']['value'], string>> = {
  read: 'read',
  write: 'write',
  send: 'send',
  delete: 'delete',
  execute: 'run',
  unknown: 'do something that nobody described',
}

const DATA: Readonly<Record<Classification['data_class']['value'], string>> = {
  none: '',
  operational: '',
  financial: 'financial data',
  credential: 'credentials',
  personal: 'personal data',
  unknown: '',
}

const DESTINATIONS: Readonly<Record<Classification['destination']['value'], string>> = {
  none: '',
  internal: 'inside the house',
  external: 'to somebody outside',
  third_party: 'to a third party',
  unknown: '',
}

const MAGNITUDES: Readonly<Record<Classification['magnitude']['value'], string>> = {
  none: '',
  single: 'not in bulk',
  bulk: 'in bulk',
  unknown: '',
}

/** E.g. `send personal data to somebody outside, in bulk, which cannot be undone: gmail.send`. */
export function wordsOf(tool: string, classification: Classification): string {
  const { operation, data_class, destination, magnitude, reversibility } = classification
  const toNobodyKnown = operation.value === 'send' && destination.value === 'unknown'
  const deed = [
    VERBS[operation.value],
    DATA[data_class.value],
    toNobodyKnown ? 'to somebody whom nobody established' : DESTINATIONS[destination.value],
  ]
  const manner = [counted(magnitude), reversibility.value === 'terminal' ? 'which cannot be undone' : '']
  const sentence = [deed.filter((word) => word !== '').join(' '), ...manner.filter((word) => word !== '')]
  return `${sentence.join(', ')}: ${tool}`
}

/** Of which count the magnitude speaks: recipients, records or money. */
function counted({ value, of }: Classification['magnitude']): string {
  const words = MAGNITUDES[value]
  const names = { record_count: 'records', recipient_count: 'recipients', amount: 'money' } as const
  const [first] = of
  return words === '' || first === undefined
    ? words
    : `${words} (${of.map((name) => names[name]).join(', ')})`
}
