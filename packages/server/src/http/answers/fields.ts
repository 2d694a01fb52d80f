/** Members that several answers share, for the OpenAPI document. Answers are built by the domain, not by these. */
import Type from 'typebox'

const digest = (description: string): Type.TString =>
  Type.String({ pattern: '^sha256:[0-9a-f]{64}$', description })

const signed = (what: string): Type.TObject =>
  Type.Object(
    {
      id: Type.String(),
      payload: Type.Object(
        {},
        { additionalProperties: true, description: `${what}. Signed bytes: its JCS form.` },
      ),
      alg: Type.Literal('EdDSA'),
      kid: Type.String({ description: 'A key of /.well-known/jwks.json.' }),
      signature: Type.String({ description: 'Base64url without padding, 64 bytes.' }),
    },
    { description: `A receipt: ${what.toLowerCase()}, signed.` },
  )

const replay = Type.Optional(
  Type.Literal(true, { description: 'This is the stored answer of an earlier request of the same meaning.' }),
)

const policyBundle = Type.Object(
  {
    policy_hash: digest('The digest of `bundle`.'),
    bundle: Type.Object(
      {
        v: Type.Literal(1),
        algorithm: Type.Literal('deny-overrides'),
        base: Type.Unsafe<string>({ type: 'string', enum: ['DENY', 'STEP_UP'] }),
        rules: Type.Array(Type.Object({}, { additionalProperties: true })),
        thresholds: Type.Object({}, { additionalProperties: true }),
        taxonomy: Type.String(),
        lexicon: Type.String(),
      },
      { additionalProperties: true, description: 'Everything a verdict depends on besides the call.' },
    ),
  },
  { description: 'A policy bundle and its name.' },
)

export const answerFields = { digest, signed, replay, policyBundle }
