import { normalizeIP } from '@fastify/rate-limit'

/** The longest text of an IPv6 address. */
const MOST_CHARACTERS = 45

/**
 * As whom an address is counted: an IPv4 address as itself, also where it is written as an IPv6 one; an IPv6 address by
 * its /64, because every customer of a provider has 2^64 of them. What is no address counts as its own text, cut off.
 */
export function addressKey(ip: string): string {
  return normalizeIP(ip, 64).slice(0, MOST_CHARACTERS)
}
