import { isIP } from 'node:net'
import { hostname } from 'node:os'
import type { Log } from '../../log.ts'

/** The endings that home and office networks add to a machine's name. */
const HOME_ENDINGS = ['', '.local', '.lan', '.home', '.home.arpa', '.fritz.box']
/** A name or an address, and a port: what browsers send. Nothing else gets into a header of an answer. */
const HOST = /^(?:([a-z0-9_-][a-z0-9._-]*)|\[([0-9a-f:.]{2,45})\])(?::\d{1,5})?$/
/** The longest name there is, a dot and a port. */
const LONGEST_HOST = 260
/** Each name is logged once; a flood of invented ones fills no disk. */
const MAX_LOGGED = 50
const LOGGED_ANEW_AFTER_MS = 60 * 60_000

export interface HostRules {
  /** The host of this address is known. */
  publicUrl: string | undefined
  /** Further names that are known. */
  allowed?: readonly string[] | undefined
  /** The name of this machine. */
  machine?: string
}

/**
 * The hosts by which this server is addressed (docs/product.md#addresses-known). A page of another name that resolves to
 * this machine, as its owner may arrange at any moment, would otherwise be a page of the restaurant's own for a browser.
 */
export interface Hosts {
  /** Whether a Host header names this server. */
  isKnown(host: string): boolean
  /** Whether the host would still be known with another public address. */
  wouldBeKnown(host: string, publicAddress: string | null): boolean
  /** The address that owners set for guests. */
  setPublicAddress(origin: string | null): void
  /** Logs a name that was refused, with the line that allows it. */
  noteRefused(host: string, now: Date): void
  /** Counts the changes of what is known. */
  readonly version: number
}

export function knownHosts({ publicUrl, allowed = [], machine = hostname() }: HostRules, log: Log): Hosts {
  const fixed = new Set(['localhost', ...namesOf(machine), ...allowed.map(plainName)])
  if (publicUrl !== undefined) fixed.add(nameOf(publicUrl))
  let address: string | null = null
  let version = 0
  const logged = new Set<string>()
  let loggedSince = 0

  const isKnownBeside = (host: string, origin: string | null) => {
    const name = plainHost(host)
    return name !== undefined && (isIP(name) !== 0 || fixed.has(name) || (origin !== null && name === nameOf(origin)))
  }

  return {
    isKnown: (host) => isKnownBeside(host, address),
    wouldBeKnown: isKnownBeside,
    setPublicAddress(origin) {
      if (origin !== address) version++
      address = origin
    },
    noteRefused(host, now) {
      const name = plainHost(host)
      if (now.getTime() - loggedSince > LOGGED_ANEW_AFTER_MS) {
        logged.clear()
        loggedSince = now.getTime()
      }
      if (name === undefined || logged.has(name) || logged.size >= MAX_LOGGED) return
      logged.add(name)
      const line = `ALLOWED_HOSTS=${[...allowed, name].join(',')}`
      log.warn(`refused a request for an unknown host; if this is your restaurant's name, set ${line}`)
    },
    get version() {
      return version
    },
  }
}

/** The names of a machine, alone and with the endings that routers give. */
function namesOf(machine: string): string[] {
  const full = plainName(machine)
  const [first = ''] = full.split('.')
  return first === '' ? [] : [full, ...HOME_ENDINGS.map((ending) => first + ending)]
}

/** A Host header without port, case and final dot, an IPv6 address without brackets; undefined where it is no host. */
function plainHost(host: string): string | undefined {
  if (host.length > LONGEST_HOST) return undefined
  const [, name, ipv6] = HOST.exec(host.toLowerCase()) ?? []
  return ipv6 ?? (name && plainName(name))
}

const plainName = (name: string) => name.toLowerCase().replace(/\.$/, '')
const nameOf = (url: string) => plainHost(new URL(url).host) ?? ''
