import { isIP } from 'node:net'
import { Address6 } from 'ip-address'

/** An address with a port, as some proxies write it; an IPv6 address is then in brackets. */
const WITH_PORT = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/i
/** The common key for all text that is not an address, so that a sender of such text does not get a new count each time. */
const NO_ADDRESS = 'unknown'

/** The IPv6 networks that are counted, and how many times the limit each has: a household may have a whole /56. */
const NETWORKS = [
  { bits: 64, times: 1 },
  { bits: 56, times: 4 },
  { bits: 48, times: 16 },
]

/** One of the keys under which a limit by address counts, and how many times the limit it has. */
export interface LimitKey {
  key: string
  times: number
}

/**
 * The keys under which every limit by address counts, the narrowest first: an IPv4 address itself, also if it is written
 * as an IPv6 one; the networks of an IPv6 address. A port is ignored. The first key has the same keys as the address.
 */
export function addressKeys(ip: string): [LimitKey, ...LimitKey[]] {
  const [, ipv6, ipv4] = WITH_PORT.exec(ip) ?? []
  const address = ipv6 ?? ipv4 ?? ip
  const version = isIP(address)
  if (version === 0) return [{ key: NO_ADDRESS, times: 1 }]
  if (version === 4) return [{ key: address, times: 1 }]
  const mapped = new Address6(address)
  if (mapped.isMapped4()) return [{ key: mapped.to4().correctForm(), times: 1 }]
  const [own, ...wider] = NETWORKS.map(({ bits, times }) => {
    const network = new Address6(`${address}/${bits}`).startAddress().correctForm()
    return { key: bits === 64 ? network : `${network}/${bits}`, times }
  })
  return [own as LimitKey, ...wider]
}

/** The first key of `addressKeys`, which stands for the address in the journal. */
export const addressKey = (ip: string): string => addressKeys(ip)[0].key
