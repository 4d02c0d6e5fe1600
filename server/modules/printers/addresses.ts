import { lookup } from 'node:dns/promises'
import { BlockList, isIPv6 } from 'node:net'

/** Addresses that are never a printer's: https://www.rfc-editor.org/rfc/rfc6890, https://www.rfc-editor.org/rfc/rfc4291. */
const refused = new BlockList()
refused.addSubnet('0.0.0.0', 8)
refused.addSubnet('169.254.0.0', 16)
refused.addSubnet('224.0.0.0', 3)
refused.addAddress('::', 'ipv6')
refused.addSubnet('fe80::', 10, 'ipv6')
refused.addSubnet('ff00::', 8, 'ipv6')
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

const isIn = (list: BlockList, ip: string) => list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')

/** Whether a printer may have this IP address. IPv4 addresses in IPv6 count as what they are. */
export function isAllowed(ip: string, onLoopback: boolean): boolean {
  return !isIn(refused, ip) && (onLoopback || !isIn(loopback, ip))
}

/** The allowed IP address of a printer; resolved anew for each connection, so that a name cannot lead elsewhere later. */
export async function resolvePrinter(address: string, onLoopback: boolean): Promise<string | undefined> {
  const found = await lookup(address, { all: true }).catch(() => [])
  return found.map((one) => one.address).find((ip) => isAllowed(ip, onLoopback))
}
