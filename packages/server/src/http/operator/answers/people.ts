/** Answers about people and projects, for the OpenAPI document; and the one part of them that HTTP adds. */
import Type, { type TSchema } from 'typebox'
import type { CreatedProject } from '../../../domain/create-project.js'
import { ROLES } from '../../../domain/people/member.js'

const text = (description: string): Type.TString => Type.String({ description })
const textOrNull = (description: string): TSchema =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description })

export const roleSchema = Type.Unsafe<(typeof ROLES)[number]>({
  ...{ type: 'string', enum: ROLES, description: 'From the one that may least.' },
  'x-expected': `one of ${ROLES.join(', ')}`,
})

const evidence = Type.Object(
  { slug: Type.String(), url: Type.String(), token: Type.String() },
  { description: 'The first reviewer’s link. Shown this once.' },
)

const projectRef = Type.Object({ id: Type.String(), name: Type.String() })

const member = Type.Object({
  user_id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: roleSchema,
  two_factor: Type.Boolean(),
  joined_at: Type.String(),
  last_signed_in_at: textOrNull('When the session began that was last used first.'),
})

const items = (item: TSchema): TSchema => Type.Object({ items: Type.Array(item) })

export const peopleAnswers = {
  nothing: Type.Unsafe<undefined>({ type: 'null', description: 'Nothing.' }),
  setUpNeeded: Type.Object({ needed: Type.Boolean() }),
  setUp: Type.Object({
    organization_id: Type.String(),
    project_id: Type.String(),
    api_key: text('Of the project. Shown this once.'),
    evidence,
  }),
  signInOptions: Type.Object({
    password: Type.Boolean(),
    oidc: Type.Union([Type.Object({ provider_id: Type.String(), name: Type.String() }), Type.Null()]),
  }),
  invitationOpened: Type.Object({ organization: Type.String(), email: Type.String(), role: roleSchema }),
  accepted: Type.Object({ email: text('With which you sign in from now on.') }),
  me: Type.Object({
    user: Type.Object({
      id: Type.String(),
      name: Type.String(),
      email: Type.String(),
      two_factor: Type.Boolean(),
    }),
    organization: projectRef,
    role: roleSchema,
    projects: Type.Array(projectRef),
  }),
  sessions: items(
    Type.Object({
      id: Type.String(),
      current: Type.Boolean({ description: 'The one that asked.' }),
      created_at: Type.String(),
      last_used_at: text('To the minute.'),
      expires_at: Type.String(),
      ip_address: textOrNull('Where it began.'),
      user_agent: textOrNull('What it began in, as that called itself.'),
    }),
  ),
  member,
  members: items(member),
  invitations: items(
    Type.Object({
      id: Type.String(),
      email: Type.String(),
      role: roleSchema,
      invited_by: textOrNull('By name.'),
      created_at: Type.String(),
      expires_at: Type.String(),
    }),
  ),
  invitation: Type.Object({
    id: Type.String(),
    url: text('For whom it is for. Shown this once.'),
    expires_at: Type.String(),
  }),
  projects: items(Type.Object({ id: Type.String(), name: Type.String(), created_at: Type.String() })),
  project: Type.Object({
    id: Type.String(),
    name: Type.String(),
    api_key: text('Shown this once.'),
    evidence,
  }),
  log: Type.Object({
    items: Type.Array(
      Type.Object({
        receipt: Type.Object({}, { additionalProperties: true, description: 'The entry, signed.' }),
        actor: textOrNull('Who acted, by name.'),
        person: textOrNull('On whom, by name, where it is about a person.'),
      }),
    ),
    next_cursor: textOrNull('Null at the end.'),
  }),
}

/** The first reviewer's link of a new project, as an address. */
export function evidenceOf(
  origin: string,
  { evidence: { slug, token } }: Pick<CreatedProject, 'evidence'>,
): { readonly slug: string; readonly url: string; readonly token: string } {
  return { slug, url: `${origin}/e/${slug}?t=${token}`, token }
}
