/** The draft-02 vectors as changes to one sound chain. Outcomes are not written here: the oracle computes them. */

const AUDIENCE = 'https://crm.example/api'
const ORDER = ['none', 'internal', 'any']

const detail = (scopes, constraints) => [{ type: 'agent_delegation', scopes, constraints }]
const egress = (rank) => ({ key: 'egress', order: ORDER, rank })

/** Three hops: orchestrator, summarizer, formatter, on behalf of one principal. */
export function soundChain() {
  const hops = [
    ['orchestrator', 3600, detail(['crm.*', 'mail.send'], [egress('any'), { key: 'max_rows', max: 100000 }])],
    ['summarizer', 900, detail(['crm.read'], [egress('none'), { key: 'max_rows', max: 5000 }])],
    ['formatter', 300, detail(['crm.read'], [egress('none'), { key: 'max_rows', max: 100 }])],
  ]
  return {
    now: 60,
    verifier: { accepted_algs: ['HS256'], audience: AUDIENCE },
    hops: hops.map(([agent, exp, authorization_details], i) => ({
      header: { alg: 'HS256', c14n: 'JCS', kid: 'heron-draft-02-v1', typ: 'at+jwt' },
      claims: {
        aud: AUDIENCE,
        authorization_details,
        client_id: agent,
        cnf: { jkt: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k' },
        del_depth: i,
        ...(i === 0 ? { del_max_depth: 7 } : {}),
        exp,
        iat: 0,
        iss: 'https://issuer.example',
        jti: `chain:n${i}`,
        sub: 'user:4471',
      },
    })),
  }
}

const claims = (chain, i) => chain.hops[i].claims
const grant = (chain, i) => claims(chain, i).authorization_details[0]
const everywhere = (change) => (chain) => chain.hops.forEach((_hop, i) => change(grant(chain, i), i))

/** `[name without its prefix, description, change]`; a hop may also carry `payloadText`, `unlinked` or `forged`. */
export const CASES = [
  [
    'chain',
    'A three-token chain under one principal that keeps or shrinks every dimension at each hop verifies.',
    (chain) => chain,
  ],
  [
    'opaque_scopes',
    'Provider scopes outside the dotted grammar are opaque: each is covered by the byte-identical scope alone.',
    everywhere(({ scopes }) => scopes.push('openid', 'User.Read', 'https://crm.example/auth/read', 'crm')),
  ],
  [
    'same_client_twice',
    'Consecutive hops may carry the same client_id; what may not change is the principal.',
    (chain) => (claims(chain, 1).client_id = 'orchestrator'),
  ],
  [
    'audience_list',
    'The leaf’s aud is a list of which one member equals the verifier’s audience.',
    (chain) => (claims(chain, 2).aud = ['https://mail.example', AUDIENCE]),
  ],
  [
    'audience_of_other_hops',
    'Only the leaf’s aud is matched; those of its ancestors name other recipients.',
    (chain) => (claims(chain, 0).aud = 'https://elsewhere.example'),
  ],
  [
    'lowered_depth',
    'A child lowers del_max_depth to exactly the length of the chain.',
    (chain) => (claims(chain, 1).del_max_depth = 3),
  ],
  [
    'range_on_one_key',
    'min and max on one key are two constraints that make a range; both narrow.',
    everywhere(({ constraints }, i) =>
      constraints.push({ key: 'amount', max: 90 - i * 10 }, { key: 'amount', min: 10 + i * 10 }),
    ),
  ],
  [
    'cumulative_bounds',
    'max, max_lifetime and max_subtree on one key stand side by side and each narrows against its own type.',
    everywhere(({ constraints }, i) =>
      constraints.push(
        { key: 'max_spend', max: 50 - i },
        { key: 'max_spend', max_lifetime: 500 - i },
        { key: 'max_spend', max_subtree: 900 - i },
        { key: 'max_calls', max_lifetime: 20 - i },
        { key: 'max_calls[crm.*]', max_lifetime: 10 - i },
      ),
    ),
  ],
  [
    'lists_in_any_order',
    'Order and repetition inside one_of and not_one_of mean nothing; a member is its JSON type and value.',
    everywhere(({ constraints }, i) =>
      constraints.push(
        {
          key: 'region',
          one_of: [
            ['EU', 1, 'US'],
            ['US', 1],
            [1, 'US', 1],
          ][i],
        },
        { key: 'tenant', not_one_of: [['x'], ['y', 'x'], ['x', 'z', 'y']][i] },
        { key: 'path', prefix: ['/a', '/a/b', '/a/b'][i] },
      ),
    ),
  ],
  [
    'unknown_constraint_carried',
    'A constraint of unknown type that every hop carries whole verifies; nested member order does not matter. Each action under it is denied later.',
    everywhere(({ constraints }) => constraints.push({ geofence: { lat: 1, lon: [2, true] }, key: 'site' })),
  ],
  [
    'unknown_constraint_added',
    'A child that adds a constraint of unknown type only denies more.',
    (chain) => {
      grant(chain, 2).constraints.push({ geofence: 'EU', key: 'site' })
    },
  ],
  [
    'no_constraints_member',
    'A detail without the member constraints has none.',
    (chain) => {
      delete grant(chain, 0).constraints
    },
  ],
  [
    'window_edges',
    'nbf equal to now and exp equal to now are both inside the window; a child may expire with its parent.',
    (chain) => {
      chain.now = 300
      claims(chain, 2).nbf = 300
      claims(chain, 1).exp = 300
    },
  ],
  [
    'equal_authority',
    'Narrower or equal: a child with exactly its parent’s authority verifies.',
    (chain) => {
      claims(chain, 2).authorization_details = claims(chain, 1).authorization_details
    },
  ],
  [
    'empty_scopes',
    'A leaf without any scope verifies and permits nothing.',
    (chain) => (grant(chain, 2).scopes = []),
  ],
  [
    'history_in_act',
    'A nested act claim is history and never authority; it is ignored.',
    (chain) => (claims(chain, 2).act = { act: { sub: 'user:1' }, sub: 'summarizer' }),
  ],

  // Step 0: texts.
  [
    'duplicate_member',
    'The leaf’s payload repeats a member, in a token that is properly signed.',
    (chain) =>
      (chain.hops[2].payloadText = (text) => text.replace('"del_depth":2', '"del_depth":2,"del_depth":2')),
  ],
  [
    'duplicate_by_escape',
    'Two member names that are equal only after unescaping are duplicates.',
    (chain) => (chain.hops[2].payloadText = (text) => text.replace('"iat":0', '"iat":0,"\\u0069at":0')),
  ],
  [
    'overflowing_number',
    'A number that overflows to infinity is non_finite.',
    (chain) => (chain.hops[2].payloadText = (text) => text.replace('"exp":300', '"exp":1e400')),
  ],
  [
    'unsafe_integral_exponent',
    '1e+21 is in canonical form, and integral beyond 2^53-1: malformed.',
    (chain) => (chain.hops[2].payloadText = (text) => text.replace('"exp":300', '"exp":1e+21')),
  ],
  [
    'spaced_payload',
    'A payload with one space is JSON, signed, and not canonical.',
    (chain) => (chain.hops[1].payloadText = (text) => text.replace('"iat":0', '"iat": 0')),
  ],
  [
    'lone_surrogate',
    'An escaped lone surrogate has no canonical form.',
    (chain) => (chain.hops[1].payloadText = (text) => text.replace('summarizer', '\\ud800')),
  ],
  [
    'critical_header',
    'A header that marks an extension as critical is refused.',
    (chain) => (chain.hops[2].header.crit = ['exp']),
  ],

  // Step 0: claims.
  ['no_client_id', 'A token without client_id is malformed.', (chain) => delete claims(chain, 1).client_id],
  [
    'null_audience',
    'A null aud, legal in draft-01 chains, is malformed.',
    (chain) => (claims(chain, 0).aud = null),
  ],
  ['empty_audience', 'An empty aud list is malformed.', (chain) => (claims(chain, 2).aud = [])],
  [
    'no_confirmation',
    'A token without cnf is malformed, at any hop.',
    (chain) => delete claims(chain, 0).cnf,
  ],
  [
    'empty_confirmation',
    'A cnf without a confirmation method is malformed.',
    (chain) => (claims(chain, 2).cnf = {}),
  ],
  [
    'empty_principal',
    'An empty principal is malformed on the root, although every hop agrees on it.',
    (chain) => chain.hops.forEach((hop) => (hop.claims.sub = '')),
  ],
  [
    'second_detail',
    'Two authorization_details are malformed, even when the first would verify.',
    (chain) => claims(chain, 2).authorization_details.push(grant(chain, 2)),
  ],
  [
    'foreign_detail_type_unsigned',
    'A root whose detail has a foreign type and whose signature is broken: the parse phase answers first.',
    (chain) => {
      grant(chain, 0).type = 'payment_initiation'
      chain.hops[0].forged = true
    },
  ],
  [
    'restricting_member',
    'A detail with a member that the type does not have is malformed: data that restricts must not be ignored.',
    (chain) => (grant(chain, 1).locations = ['https://eu.crm.example']),
  ],
  [
    'null_constraints',
    'constraints that are null are malformed.',
    (chain) => (grant(chain, 0).constraints = null),
  ],
  ['no_scopes', 'A detail without scopes is malformed.', (chain) => delete grant(chain, 2).scopes],
  [
    'scope_with_line_feed',
    'A trailing line feed does not slip past the end of a scope.',
    (chain) => (grant(chain, 2).scopes = ['crm.read\n']),
  ],
  [
    'typed_twice',
    'One constraint object with two typed values is malformed.',
    (chain) => (grant(chain, 2).constraints[1].min = 1),
  ],
  [
    'same_dimension_twice',
    'Two constraints of one key and type are malformed; the last one does not win.',
    (chain) => grant(chain, 2).constraints.push({ key: 'max_rows', max: 50 }),
  ],
  [
    'rank_without_order',
    'A rank that carries no order is malformed.',
    (chain) => delete grant(chain, 2).constraints[0].order,
  ],
  [
    'call_count_per_action',
    'max on a call count bounds nothing and is malformed.',
    everywhere(({ constraints }) => constraints.push({ key: 'max_calls', max: 5 })),
  ],
  [
    'padded_par_hash',
    'A par_hash with padding is not base64url.',
    (chain) => (chain.hops[1].link = (hash) => `${hash}=`),
  ],

  // Step 1.
  [
    'algorithm_not_accepted',
    'The signature verifies under the configured key, and its algorithm is not on the verifier’s list.',
    (chain) => (chain.verifier.accepted_algs = ['EdDSA', 'ES256']),
  ],
  [
    'forged_signature',
    'One bit of the leaf’s signature is flipped.',
    (chain) => (chain.hops[2].forged = true),
  ],

  // Steps 2 and 3.
  [
    'reissued_parent',
    'par_hash commits to one instance of the parent: here to one with another jti.',
    (chain) => (chain.hops[1].parentChange = { jti: 'chain:n0-first' }),
  ],
  [
    'altered_principal_unlinked',
    'An altered sub beside a broken par_hash: the link is judged first.',
    (chain) => {
      claims(chain, 1).sub = 'user:9'
      chain.hops[1].link = () => 'A'.repeat(43)
    },
  ],
  [
    'depth_exceeded',
    'Three tokens where del_max_depth allows two.',
    (chain) => (claims(chain, 0).del_max_depth = 2),
  ],
  [
    'altered_principal_misplaced',
    'A wrong del_depth beside an altered sub: depth is judged first.',
    (chain) => {
      claims(chain, 2).del_depth = 3
      claims(chain, 1).sub = 'user:9'
    },
  ],
  [
    'altered_principal',
    'The leaf acts for another principal than the root.',
    (chain) => (claims(chain, 2).sub = 'user:9'),
  ],

  // Step 4.
  [
    'opaque_under_wildcard',
    'No wildcard covers an opaque scope: crm.* does not cover crm.Read.',
    (chain) => (grant(chain, 1).scopes = ['crm.Read']),
  ],
  [
    'omitted_constraint',
    'A leaf that omits its parent’s row limit is unbounded in that dimension.',
    (chain) => grant(chain, 2).constraints.pop(),
  ],
  [
    'inferred_across_types',
    'A child’s max_lifetime does not satisfy its parent’s max on the same key.',
    (chain) => (grant(chain, 2).constraints[1] = { key: 'max_rows', max_lifetime: 1 }),
  ],
  [
    'reordered_rank',
    'A rank under another order does not compare, although its word stands first in both.',
    (chain) =>
      (grant(chain, 2).constraints[0] = { key: 'egress', order: ['none', 'any', 'internal'], rank: 'none' }),
  ],
  [
    'unknown_constraint_altered',
    'A constraint of unknown type in the parent is subsumed only by its byte-identical copy: true is not 1.',
    everywhere(({ constraints }, i) => constraints.push({ geofence: i === 2 ? 1 : true, key: 'site' })),
  ],
  [
    'raised_depth',
    'A child raises del_max_depth above the bound it inherited.',
    (chain) => (claims(chain, 1).del_max_depth = 8),
  ],

  // Steps 5 and 8.
  [
    'later_expiry',
    'A child that expires after its parent, with an unchanged iat, is expired and never not_narrower under draft-02.',
    (chain) => (claims(chain, 2).exp = 901),
  ],
  ['past_expiry', 'The leaf’s exp has passed.', (chain) => (chain.now = 300.5)],
  ['not_yet_valid', 'The root’s nbf lies ahead.', (chain) => (claims(chain, 0).nbf = 61)],
  [
    'other_audience',
    'The leaf is meant for another audience; a longer text that begins with the verifier’s does not match.',
    (chain) => (claims(chain, 2).aud = `${AUDIENCE}/v2`),
  ],
]
