import { normalizeIP } from '@fastify/rate-limit'

/** The longest text of an IPv6 address. */
const MOST_CHARACTERS = 45

/**
 * The key under which an address is counted: an IPv4 address itself, also when it is written as an IPv6 one; of an IPv6
 * address its /64, because every customer of a provider has 2^64 of them; of anything else its own text, cut off.
 */
export function addressKey(ip: string): string {
  return normalizeIP(ip, 64).slice(0, MOST_CHARACTERS)
}
