import { isIP } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'

/** An address with its port, as some proxies write it; IPv6 then is in brackets. */
const WITH_PORT = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/i
/** All text that is no address counts as one address: whoever can write such text must not get a new count for each. */
const NO_ADDRESS = 'unknown'

/**
 * The key under which an address is counted: an IPv4 address itself, also when it is written as an IPv6 one; of an IPv6
 * address its /64, because every customer of a provider has 2^64 of them. A port is ignored.
 */
export function addressKey(ip: string): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(ip) ?? []
  const address = ipv6 ?? ipv4 ?? ip
  return isIP(address) === 0 ? NO_ADDRESS : normalizeIP(address, 64)
}
