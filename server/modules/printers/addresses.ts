import { lookup } from 'node:dns/promises'
import { BlockList, isIPv6 } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { bounded } from '#server/platform/limits/concurrency.ts'
import { PRINTER_TIMEOUTS, PrinterLine } from './line.ts'

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

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>

/** Whether a printer may have this address. @param onThisMachine whether it may be one of the machine's own */
export function isAllowed(ip: string, onThisMachine: boolean, interfaces: Interfaces = networkInterfaces()): boolean {
  if (isIn(refused, ip)) return false
  if (onThisMachine) return true
  const own = new BlockList()
  for (const { address, family } of Object.values(interfaces).flatMap((found) => found ?? []))
    own.addAddress(address, family === 'IPv6' ? 'ipv6' : 'ipv4')
  return !isIn(loopback, ip) && !isIn(own, ip)
}

/** Resolves a printer's address anew for each connection, so that a name cannot lead elsewhere later. */
export async function resolvePrinter(address: string, onLoopback: boolean): Promise<string | undefined> {
  const found = await lookup(address, { all: true }).catch(() => [])
  return found.map((one) => one.address).find((ip) => isAllowed(ip, onLoopback))
}

const PORT = 9100
const SEARCH_MS = 2_000
/** Larger networks are searched only in the server's neighbourhood. */
const MAX_HOSTS = 254
const AT_ONCE = 128

const numberOf = (ip: string) => ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const textOf = (ip: number) => [24, 16, 8, 0].map((shift) => (ip >>> shift) & 255).join('.')

/** Lists the other IPv4 addresses of the server's own networks: of each, at most the 256 around the server. */
export function neighbours(interfaces: Interfaces = networkInterfaces()): string[] {
  const own = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && isAllowed(address, true))
  const all = own.flatMap(({ address, netmask }) => {
    const mask = Math.max(numberOf(netmask), numberOf('255.255.255.0'))
    const first = (numberOf(address) & mask) >>> 0
    const hosts = Math.min(2 ** 32 - mask - 2, MAX_HOSTS)
    return Array.from({ length: Math.max(hosts, 0) }, (_, i) => textOf(first + 1 + i))
  })
  return [...new Set(all)].filter((ip) => !own.some(({ address }) => address === ip))
}

/** Finds the addresses that answer as a printer. Only status requests are sent. */
export async function searchNetwork(addresses: readonly string[], port = PORT): Promise<string[]> {
  const until = performance.now() + SEARCH_MS
  const found: string[] = []
  const inTurn = bounded(AT_ONCE, addresses.length)
  const look = async (ip: string) => {
    const left = until - performance.now()
    if (left <= 0) return
    const line = await PrinterLine.open(ip, port, {
      ...PRINTER_TIMEOUTS,
      connect: Math.ceil(Math.min(left, SEARCH_MS / 2)),
      status: SEARCH_MS / 4,
    })
    if (!line) return
    const state = await line.status()
    void line.close()
    if (state !== 'silent' && state !== 'offline') found.push(ip)
  }
  await Promise.all(addresses.map((ip) => inTurn(() => look(ip))))
  return found.sort((a, b) => numberOf(a) - numberOf(b))
}
