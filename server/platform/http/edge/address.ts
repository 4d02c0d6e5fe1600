import { isIP } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'

/** An address with a port, as some proxies write it; an IPv6 address is then in brackets. */
const WITH_PORT = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/i
/** The common key for all text that is not an address, so that a sender of such text does not get a new count each time. */
const NO_ADDRESS = 'unknown'

/**
 * The key under which rate limits count an address: an IPv4 address itself, also if it is written as an IPv6 one; the /64
 * network of an IPv6 address, because providers give every household that many addresses. A port is ignored.
 */
export function addressKey(ip: string): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(ip) ?? []
  const address = ipv6 ?? ipv4 ?? ip
  return isIP(address) === 0 ? NO_ADDRESS : normalizeIP(address, 64)
}
