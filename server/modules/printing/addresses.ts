import { networkInterfaces } from 'node:os'
import { bounded } from '#server/platform/limits/concurrency.ts'
import { type Interfaces, isAllowed } from '#server/platform/outside.ts'
import { PRINTER_TIMEOUTS, PrinterLine } from './line.ts'

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
  const atMost = bounded(AT_ONCE, addresses.length)
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
  await Promise.all(addresses.map((ip) => atMost(() => look(ip))))
  return found.sort((a, b) => numberOf(a) - numberOf(b))
}
