/** Sizes that are refused before any work is spent on them (delegation.md §2.6). Smaller is safer; larger serves nobody. */

/** Tokens of one chain. Each costs one signature check, so this bounds what a stranger can make a verifier compute. */
export const MAX_CHAIN_TOKENS = 128

/** Characters of one compact token; room for the two lists below and a generous payload beside them. */
export const MAX_TOKEN_CHARS = 65_536

/** Scopes of one authorization detail. */
export const MAX_SCOPES = 512

/** Constraints of one authorization detail. */
export const MAX_CONSTRAINTS = 256
