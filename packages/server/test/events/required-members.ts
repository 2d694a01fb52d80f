/**
 * What OCSF 1.4 requires of the events that this service makes, read from the published schema (ocsf-schema 1.4: base_event,
 * detection_finding, entity_management, api_activity and the objects that they use). A test's own reading: nothing of it is
 * shared with what makes the events.
 */

/* eslint-disable @typescript-eslint/no-explicit-any -- as a receiver reads it */

const ACTIVITY_IDS: Readonly<Record<number, readonly number[]>> = {
  2004: [0, 1, 2, 3, 99],
  3004: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 99],
  6003: [0, 1, 2, 3, 4, 99],
}

/** What a class asks for beside the base event: members, and of objects one of several. */
const REQUIRED: Readonly<Record<number, readonly string[]>> = {
  2004: ['finding_info.uid', 'finding_info.title'],
  3004: ['entity.uid|entity.name'],
  6003: [
    'actor.process|actor.user|actor.session|actor.app_name|actor.app_uid',
    'api.operation',
    'src_endpoint.ip|src_endpoint.uid|src_endpoint.name|src_endpoint.hostname',
  ],
}

/** Everything that is wrong with an event; empty for one that conforms. */
export function problemsOf(event: any): string[] {
  const problems: string[] = []
  const expect = (holds: boolean, problem: string): void => {
    if (!holds) problems.push(problem)
  }
  const integer = (name: string): void => {
    expect(Number.isSafeInteger(event[name]), `${name} is no integer`)
  }
  for (const name of ['category_uid', 'class_uid', 'activity_id', 'type_uid', 'severity_id', 'time'])
    integer(name)
  const { class_uid: kind, activity_id: activity } = event
  expect(kind in REQUIRED, `class ${String(kind)} is none of ours`)
  expect(event.category_uid === Math.floor(kind / 1000), 'category_uid does not fit the class')
  expect(event.type_uid === Number(kind) * 100 + Number(activity), 'type_uid is not class × 100 + activity')
  expect(ACTIVITY_IDS[kind]?.includes(activity) === true, `activity ${String(activity)} is none of the class`)
  expect([0, 1, 2, 3, 4, 5, 6, 99].includes(event.severity_id), 'severity_id is none')
  expect(event.time > 0, 'time is before 1970')
  for (const [id, name] of [
    ['activity_id', 'activity_name'],
    ['status_id', 'status'],
    ['action_id', 'action'],
    ['disposition_id', 'disposition'],
  ] as const) {
    // What is "other" must be named by the source.
    if (event[id] === 99) expect(typeof event[name] === 'string' && event[name] !== '', `${name} is missing`)
  }
  for (const path of [...(REQUIRED[kind] ?? []), 'metadata.version', 'metadata.product.vendor_name']) {
    expect(
      path.split('|').some((each) => holds(event, each)),
      `${path} is missing`,
    )
  }
  expect(/^1\.\d+\.\d+$/.test(event.metadata?.version ?? ''), 'metadata.version is no 1.x')
  if (holds(event, 'api.request')) expect(holds(event, 'api.request.uid'), 'api.request.uid is missing')
  if (event.action_id !== undefined) {
    expect(event.metadata.profiles?.includes('security_control') === true, 'a profile is not named')
  }
  return problems
}

function holds(event: any, path: string): boolean {
  let at = event
  for (const name of path.split('.')) at = at?.[name]
  return at !== undefined && at !== null && at !== ''
}
