/**
 * The managed rules, on by default and published in full (heron.md §5).
 *
 * A rule that changes gets a new `version`; its `number` and `id` are never given to another one. ALLOW rules read only
 * the dimensions that they list: an unknown elsewhere does not turn ordinary work into step-ups.
 */
import { makeBundle } from './bundle.js'
import type {
  Condition,
  DataClass,
  Destination,
  Magnitude,
  Operation,
  PolicyBundle,
  Reversibility,
  Rule,
} from './types.js'

const operation = (...values: Operation[]): Condition => ({ dimension: 'operation', in: values })
const dataClass = (...values: DataClass[]): Condition => ({ dimension: 'data_class', in: values })
const destination = (...values: Destination[]): Condition => ({ dimension: 'destination', in: values })
const magnitude = (...values: Magnitude[]): Condition => ({ dimension: 'magnitude', in: values })
const reversibility = (...values: Reversibility[]): Condition => ({ dimension: 'reversibility', in: values })
const notRead: Condition = { dimension: 'operation', not_in: ['read'] }
const outward = destination('external', 'third_party')

/** In the order of the published table. */
export const MANAGED_RULES: readonly Rule[] = [
  {
    id: 'heron.read.allow',
    number: 1,
    version: 1,
    title: 'Reads run',
    text: 'A call that only reads is allowed, whatever it reads.',
    effect: 'ALLOW',
    when: operation('read'),
  },
  {
    id: 'heron.credential.deny',
    number: 2,
    version: 1,
    title: 'Credentials do not leave',
    text: 'Sending a credential is refused. So is anything but a read that takes a credential to an external or third-party destination.',
    effect: 'DENY',
    when: { all: [dataClass('credential'), { any: [operation('send'), { all: [outward, notRead] }] }] },
  },
  {
    id: 'heron.credential.step_up',
    number: 3,
    version: 1,
    title: 'A person decides on changes to credentials',
    text: 'Writing, deleting or executing something that involves a credential waits for a person.',
    effect: 'STEP_UP',
    when: { all: [dataClass('credential'), operation('write', 'delete', 'execute')] },
  },
  {
    id: 'heron.money.deny',
    number: 4,
    version: 1,
    title: 'Money is not moved',
    text: 'Executing something financial is refused. So is anything but a read on financial data that states an amount above 0, since a stated amount means that money moves.',
    effect: 'DENY',
    when: {
      all: [
        dataClass('financial'),
        { any: [operation('execute'), { all: [notRead, { signal: 'amount', above: 0 }] }] },
      ],
    },
  },
  {
    id: 'heron.personal.step_up',
    number: 5,
    version: 1,
    title: 'A person decides before personal data is sent',
    text: 'Sending personal data anywhere that is not established as internal waits for a person.',
    effect: 'STEP_UP',
    when: {
      all: [dataClass('personal'), operation('send'), { dimension: 'destination', not_in: ['internal'] }],
    },
  },
  {
    id: 'heron.external_send.step_up',
    number: 6,
    version: 1,
    title: 'A person decides before something is sent outside',
    text: 'Sending to an external or third-party destination, or to one that nobody established, waits for a person.',
    effect: 'STEP_UP',
    when: { all: [operation('send'), destination('external', 'third_party', 'unknown')] },
  },
  {
    id: 'heron.internal_send.allow',
    number: 7,
    version: 1,
    title: 'Internal sends run',
    text: 'Sending to an internal destination is allowed.',
    effect: 'ALLOW',
    when: { all: [operation('send'), destination('internal')] },
  },
  {
    id: 'heron.bulk_external.step_up',
    number: 8,
    version: 1,
    title: 'A person decides on bulk work outside',
    text: 'Anything but a read that reaches an external or third-party destination in bulk waits for a person.',
    effect: 'STEP_UP',
    when: { all: [magnitude('bulk'), outward, notRead] },
  },
  {
    id: 'heron.external_write.step_up',
    number: 9,
    version: 1,
    title: 'A person decides before something is written outside',
    text: 'Writing to an external or third-party destination waits for a person.',
    effect: 'STEP_UP',
    when: { all: [operation('write'), outward] },
  },
  {
    id: 'heron.write.allow',
    number: 10,
    version: 1,
    title: 'Writes that can be undone run',
    text: 'A write that is reversible, or can be undone at a cost, is allowed.',
    effect: 'ALLOW',
    when: { all: [operation('write'), reversibility('reversible', 'costly')] },
  },
  {
    id: 'heron.recoverable_delete.allow',
    number: 11,
    version: 1,
    title: 'Deletes that can be undone run',
    text: 'A delete that is reversible, or can be undone at a cost, is allowed: archiving, moving to the trash, disabling.',
    effect: 'ALLOW',
    when: { all: [operation('delete'), reversibility('reversible', 'costly')] },
  },
  {
    id: 'heron.irreversible_delete.modify',
    number: 12,
    version: 1,
    title: 'Final deletes become recoverable ones',
    text: 'A delete that cannot be undone, or of which nobody established that it can, does not run in this shape: use a recoverable way, on one object at a time.',
    effect: 'MODIFY',
    when: { all: [operation('delete'), reversibility('terminal', 'unknown')] },
    transform: {
      note: 'Use the recoverable way (archive, move to trash, disable, soft delete), on a single object.',
      reduce_magnitude_to: 'single',
    },
  },
  {
    id: 'heron.blind_bulk.defer',
    number: 13,
    version: 1,
    title: 'Look before bulk work',
    text: 'Writing, deleting or sending in bulk is withheld until the session has read something.',
    effect: 'DEFER',
    when: {
      all: [
        magnitude('bulk'),
        operation('write', 'delete', 'send'),
        { history: 'operations', of: 'read', at_most: 0 },
      ],
    },
    pending: { prior_operation: ['read'] },
  },
  {
    id: 'heron.execute.step_up',
    number: 14,
    version: 1,
    title: 'A person decides before something is executed',
    text: 'Executing something waits for a person: what it does cannot be told from outside.',
    effect: 'STEP_UP',
    when: operation('execute'),
  },
  {
    id: 'heron.unknown.step_up',
    number: 15,
    version: 1,
    title: 'A person decides where the operation is unknown',
    text: 'A call of which nobody established what it does waits for a person.',
    effect: 'STEP_UP',
    when: operation('unknown'),
  },
]

/** Every managed rule on, nothing else: what a new project starts with. */
export function managedBundle(): PolicyBundle {
  return makeBundle({ rules: MANAGED_RULES })
}
