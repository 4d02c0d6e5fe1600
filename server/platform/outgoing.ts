import dns from 'node:dns/promises'
import { BlockList, isIPv6 } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'

/** Addresses that are never those of a device or a program: https://www.rfc-editor.org/rfc/rfc6890, https://www.rfc-editor.org/rfc/rfc4291. */
const refused = new BlockList()
refused.addSubnet('0.0.0.0', 8)
refused.addSubnet('169.254.0.0', 16)
refused.addSubnet('224.0.0.0', 3)
// Services that tell a virtual machine its secrets, where they are not link-local.
for (const ip of ['100.100.100.200', '168.63.129.16', '192.0.0.192']) refused.addAddress(ip)
refused.addAddress('fd00:ec2::254', 'ipv6')
refused.addAddress('::', 'ipv6')
refused.addSubnet('fe80::', 10, 'ipv6')
refused.addSubnet('ff00::', 8, 'ipv6')
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

const isIn = (list: BlockList, ip: string) => list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')

export type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>

/** Whether a connection to this address may be opened. @param onThisMachine whether it may be one of the machine's own */
export function isAllowed(ip: string, onThisMachine: boolean, interfaces: Interfaces = networkInterfaces()): boolean {
  if (isIn(refused, ip)) return false
  if (onThisMachine) return true
  const own = new BlockList()
  for (const { address, family } of Object.values(interfaces).flatMap((found) => found ?? []))
    own.addAddress(address, family === 'IPv6' ? 'ipv6' : 'ipv4')
  return !isIn(loopback, ip) && !isIn(own, ip)
}

/** Resolves an address anew for each connection, which is opened to what was checked: a name cannot lead elsewhere. */
export async function resolveAllowed(address: string, onThisMachine: boolean): Promise<string | undefined> {
  const found = await dns.lookup(address, { all: true }).catch(() => [])
  return found.map((one) => one.address).find((ip) => isAllowed(ip, onThisMachine))
}
