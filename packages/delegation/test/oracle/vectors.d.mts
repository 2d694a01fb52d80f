/** One hop of a chain before it is signed. */
export type OracleHop = {
  header: Record<string, unknown>
  claims: Record<string, unknown>
  payloadText?: (text: string) => string
  link?: (hash: string) => string
  forged?: boolean
}
export type OracleChain = { now: number; hops: OracleHop[]; verifier: Record<string, unknown> }

export declare function vectorFiles(): readonly { readonly name: string; readonly text: string }[]
export declare function vectorOf(description: string, change: (chain: OracleChain) => void): object
