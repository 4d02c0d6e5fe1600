import { isIP, type Server } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { Server as TlsServer } from 'node:tls'
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

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>

/** Private networks: https://www.rfc-editor.org/rfc/rfc1918. */
const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/

/**
 * The URLs at which other machines in the network reach this server, such as `http://192.168.1.20:3000`. Only IPv4, which
 * people can type; private addresses first (docs/product/tables.md#tables-network). Empty if the server listens only on this
 * machine or not at all.
 */
export function networkAddresses(
  server: Pick<Server, 'address'>,
  interfaces: Interfaces = networkInterfaces(),
): string[] {
  const listening = server.address()
  if (listening === null || typeof listening === 'string') return []
  const { address: host, port } = listening
  const isReachable = (address: string) => host === '0.0.0.0' || host === '::' || host === address
  return Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && isReachable(address))
    .map(({ address }) => address)
    .sort((a, b) => Number(PRIVATE.test(b)) - Number(PRIVATE.test(a)))
    .map((address) => `${schemeOf(server)}://${address}:${port}`)
}

/** Whether a host name or address, as in a URL or without brackets, is that of this machine's loopback network. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}

/** The URL scheme of a server. */
export function schemeOf(server: Pick<Server, 'address'>): 'http' | 'https' {
  return server instanceof TlsServer ? 'https' : 'http'
}
