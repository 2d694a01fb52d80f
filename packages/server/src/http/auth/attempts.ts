/**
 * How often somebody may try to sign in, in this process's memory. Three counts, since each alone fails: from one address on
 * one account (guessing), on one account from anywhere (guessing with many machines), from one address on any account
 * (trying leaked passwords). The middle one is wide: whoever knows an address of ours must not be able to keep its owner out
 * by a few wrong tries a minute.
 */
import ipaddr from 'ipaddr.js'
import { Refusal } from '../../domain/refusal.js'
import { RateLimit } from '../rate-limit.js'

const PER_MS = 15 * 60_000
const ONE_ADDRESS_ONE_ACCOUNT = 10
/** NIST SP 800-63B allows no more than 100 wrong tries on an account; here in a quarter of an hour. */
const ONE_ACCOUNT = 100
const ONE_ADDRESS = 60

export class Attempts {
  readonly #pairs: RateLimit
  readonly #accounts: RateLimit
  readonly #addresses: RateLimit

  /** @param now milliseconds. */
  constructor(now: () => number) {
    this.#pairs = new RateLimit({ most: ONE_ADDRESS_ONE_ACCOUNT, perMs: PER_MS, now })
    this.#accounts = new RateLimit({ most: ONE_ACCOUNT, perMs: PER_MS, now })
    this.#addresses = new RateLimit({ most: ONE_ADDRESS, perMs: PER_MS, now })
  }

  /**
   * Counts a try, before it is known how it ends: a right guess beyond the limit is refused like a wrong one.
   *
   * @param account what the sender named, whether it exists or not; empty where the try names none.
   * @throws {Refusal} rate_limited
   */
  take(address: string, account: string): void {
    const from = networkOf(address)
    const taken =
      // Who is refused here is not counted further: made-up accounts would push out the counts of real ones.
      this.#addresses.take(from) &&
      // Without an account there is no pair: colleagues behind one address must not use up each other's tries.
      (account === '' || (this.#pairs.take(`${from} ${account}`) && this.#accounts.take(account)))
    if (!taken) throw new Refusal('rate_limited', 'too many tries: wait a quarter of an hour, then try again')
  }
}

/** Whoever has one IPv6 address has 2^64 of them: they count as one. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${parsed.toByteArray().slice(0, 8).join('.')}/64`
}
