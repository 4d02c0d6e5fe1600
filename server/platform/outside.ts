import dns from 'node:dns/promises'
import { BlockList, isIPv6 } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { type Database, readBackupOutcome } from '#server/db/index.ts'
import { AppError } from './app-error.ts'
import { inTime } from './limits/concurrency.ts'

export type Outside = ReturnType<typeof openOutside>

/**
 * What everything asks that leads outside: printers, events, messages, backups. A restored copy leads nothing there
 * until an owner says that it is the real one (docs/product/backups.md#backups-copy), which cannot be taken back.
 */
export function openOutside(db: Database) {
  let isReal = false
  const isOpen = async (): Promise<boolean> => {
    isReal ||= !(await readBackupOutcome(db))?.restoredAt
    return isReal
  }
  return {
    isOpen,
    /** @throws AppError `restored_copy` */
    async require(): Promise<void> {
      if (!(await isOpen())) throw new AppError('restored_copy')
    },
  }
}

/** Addresses that are never those of a device or a program: https://www.rfc-editor.org/rfc/rfc6890, https://www.rfc-editor.org/rfc/rfc4291. */
const refused = new BlockList()
addIPv4(refused, '0.0.0.0', 8)
addIPv4(refused, '169.254.0.0', 16)
addIPv4(refused, '224.0.0.0', 3)
// Services that tell a virtual machine its secrets, where they are not link-local.
for (const ip of ['100.100.100.200', '168.63.129.16', '192.0.0.192']) addIPv4(refused, ip)
refused.addAddress('fd00:ec2::254', 'ipv6')
refused.addAddress('::', 'ipv6')
refused.addSubnet('fe80::', 10, 'ipv6')
refused.addSubnet('fec0::', 10, 'ipv6')
refused.addSubnet('ff00::', 8, 'ipv6')
// Spellings of IPv4 addresses that no device is called by: IPv4-compatible, translated, local NAT64, Teredo and 6to4.
refused.addRange('::2', '::ffff:ffff', 'ipv6')
refused.addSubnet('::ffff:0:0:0', 96, 'ipv6')
refused.addSubnet('64:ff9b:1::', 48, 'ipv6')
refused.addSubnet('2001::', 32, 'ipv6')
refused.addSubnet('2002::', 16, 'ipv6')
const loopback = new BlockList()
addIPv4(loopback, '127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Adds IPv4 addresses, also as NAT64 spells them; the list knows the IPv4-mapped ones by itself. */
function addIPv4(list: BlockList, ip: string, prefix = 32): void {
  list.addSubnet(ip, prefix)
  list.addSubnet(`64:ff9b::${ip}`, 96 + prefix, 'ipv6')
}

const isIn = (list: BlockList, ip: string) => list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')

export type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>

/** Whether a connection to this address may be opened. @param onThisMachine whether it may be one of the machine's own */
export function isAllowed(ip: string, onThisMachine: boolean, interfaces: Interfaces = networkInterfaces()): boolean {
  if (isIn(refused, ip)) return false
  if (onThisMachine) return true
  const own = new BlockList()
  for (const { address, family } of Object.values(interfaces).flatMap((found) => found ?? []))
    if (family === 'IPv6') own.addAddress(address, 'ipv6')
    else addIPv4(own, address)
  return !isIn(loopback, ip) && !isIn(own, ip)
}

const RESOLVE_TIMEOUT_MS = 5_000

/**
 * Resolves an address anew for each connection, which is opened to what was checked: a name cannot lead elsewhere.
 * @returns undefined also for a name that takes longer than five seconds
 */
export async function resolveAllowed(address: string, onThisMachine: boolean): Promise<string | undefined> {
  const found = await inTime(dns.lookup(address, { all: true }), RESOLVE_TIMEOUT_MS).catch(() => [])
  return found.map((one) => one.address).find((ip) => isAllowed(ip, onThisMachine))
}
