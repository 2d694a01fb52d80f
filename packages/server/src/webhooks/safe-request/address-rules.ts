/**
 * Which addresses this service may connect to on somebody's word (heron.md §14): public unicast ones. What an IPv6 address
 * merely carries (IPv4-mapped, NAT64) is judged as the IPv4 address that the packet ends up at.
 */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** IANA gives out global unicast from here only (RFC 4291 §2.4); everything else has a meaning of its own. */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/** The well-known prefix of NAT64 (RFC 6052 §2.1); its local-use sibling is refused with everything outside 2000::/3. */
const NAT64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96]

/** Services of a cloud's own machines at an address that looks public. */
const CLOUD_SERVICES: readonly string[] = ['168.63.129.16']

/** Networks of one's own. Link-local is not among them: metadata services live there, and no receiver does. */
const PRIVATE_RANGES: readonly string[] = ['private', 'loopback', 'uniqueLocal', 'carrierGradeNat']

/**
 * True for an address that may be connected to.
 *
 * @param address UNTRUSTED, as DNS gave it or as the URL spelt it; what is no address is refused.
 * @param allowPrivate lets networks of one's own through as well, but never link-local, metadata, multicast or reserved ones.
 */
export function isAllowedAddress(address: string, allowPrivate: boolean): boolean {
  // Short and octal spellings are read differently by different readers.
  if (isIP(address) === 0) return false
  const parsed = carriedAddress(ipaddr.parse(address))
  if (CLOUD_SERVICES.includes(parsed.toString())) return false
  const range: string = parsed.range()
  if (allowPrivate && PRIVATE_RANGES.includes(range)) return true
  return range === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST))
}

function carriedAddress(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address instanceof ipaddr.IPv4) return address
  if (address.isIPv4MappedAddress()) return address.toIPv4Address()
  return address.match(NAT64) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address
}
