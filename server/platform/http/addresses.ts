import { isIP, type Server } from 'node:net'
import { hostname, type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { Server as TlsServer } from 'node:tls'
import type { FastifyRequest } from 'fastify'
import { CACHEABLE_HEADER } from '#shared/domain/cached-responses.ts'
import { isRecent } from '../clock.ts'
import type { Log } from '../log.ts'

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>

/** Private networks: https://www.rfc-editor.org/rfc/rfc1918. */
const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/

/**
 * The URLs at which other machines in the network reach this server, such as `http://192.168.1.20:3000`. Only IPv4, which
 * people can type; private addresses first (docs/product/tables.md#tables-network). Empty if the server listens only on this
 * machine or not at all.
 */
export function networkAddresses(server: Pick<Server, 'address'>, interfaces: Interfaces = networkInterfaces()) {
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

/** The URL scheme of a server. */
export function schemeOf(server: Pick<Server, 'address'>): 'http' | 'https' {
  return server instanceof TlsServer ? 'https' : 'http'
}

/** The suffixes that home and office networks add to a machine's name. */
const HOME_ENDINGS = ['', '.local', '.lan', '.home', '.home.arpa', '.fritz.box']
/** A host name or IP address with an optional port, as browsers send it. Only such text is copied into response headers. */
const HOST = /^(?:([a-z0-9_-][a-z0-9._-]*)|\[([0-9a-f:.]{2,45})\])(?::\d{1,5})?$/
/** The maximum length of a host name with a final dot and a port. */
const MAX_HOST_LENGTH = 260
/** Bounds the log entries of an interval, so that a flood of invented names cannot fill the disk. */
const MAX_LOGGED = 50
const LOG_INTERVAL_MS = 60 * 60_000

interface HostRules {
  /** A URL whose host is known. */
  publicUrl: string | undefined
  /** Further known names. */
  allowed?: readonly string[] | undefined
  machine?: string
}

/**
 * The host names and addresses of this server (docs/product/running.md#addresses-known). Requests for other hosts are rejected
 * against DNS rebinding: an attacker's host name that resolves to this machine would otherwise give the attacker's page
 * the restaurant's origin.
 */
export type Hosts = ReturnType<typeof knownHosts>

/** Creates the rules for known hosts. IP addresses and `localhost` are always known. */
export function knownHosts({ publicUrl, allowed = [], machine = hostname() }: HostRules, log: Log) {
  const fixed = new Set(['localhost', ...namesOf(machine), ...allowed.map(plainName)])
  if (publicUrl !== undefined) fixed.add(nameOf(publicUrl))
  const fixedOrigin = publicUrl && new URL(publicUrl).origin
  let address: string | null = null
  const logged = new Set<string>()
  let loggedSince: Date | null = null

  const isKnownWith = (host: string, origin: string | null) => {
    const name = plainHost(host)
    return name !== undefined && (isIP(name) !== 0 || fixed.has(name) || (origin !== null && name === nameOf(origin)))
  }

  return {
    isKnown: (host: string) => isKnownWith(host, address),
    /** Whether the host would be known with another public address. */
    wouldBeKnown: isKnownWith,
    /** Sets the public address for guests that an owner has chosen. */
    setPublicAddress(origin: string | null) {
      address = origin
    },
    /** Logs a rejected host name once per hour, with the setting that allows it. @param reqId the request's id */
    logRejected(host: string, now: Date, reqId?: string) {
      const name = plainHost(host)
      if (!isRecent(loggedSince, now, LOG_INTERVAL_MS)) {
        logged.clear()
        loggedSince = now
      }
      if (name === undefined || logged.has(name) || logged.size >= MAX_LOGGED) return
      logged.add(name)
      const line = `ALLOWED_HOSTS=${[...allowed, name].join(',')}`
      log.warn({ reqId }, `refused a request for an unknown host; if this is your restaurant's name, set ${line}`)
    },
    /** The origin of guests' pages: PUBLIC_URL's, else the address that an owner has chosen; undefined without both. */
    get publicOrigin() {
      return fixedOrigin ?? address ?? undefined
    },
  }
}

/** The names of a machine: its host name, and its first label with the suffixes of home networks. */
function namesOf(machine: string): string[] {
  const full = plainName(machine)
  const [first = ''] = full.split('.')
  return first === '' ? [] : [full, ...HOME_ENDINGS.map((ending) => first + ending)]
}

/** A Host header in lower case without port, final dot and brackets; undefined if it is not a host. */
function plainHost(host: string): string | undefined {
  if (host.length > MAX_HOST_LENGTH) return undefined
  const [, name, ipv6] = HOST.exec(host.toLowerCase()) ?? []
  return ipv6 ?? (name && plainName(name))
}

const plainName = (name: string) => name.toLowerCase().replace(/\.$/, '')
const nameOf = (url: string) => plainHost(new URL(url).host) ?? ''

/** A Host header as the URLs of a scheme have it: without the scheme's own port. @param protocol such as `https:` */
function hostInUrls(host: string, protocol: string): string {
  const url = `${protocol}//${host}`
  return URL.canParse(url) ? new URL(url).host : host
}

type Headers = Record<string, string>

/** The headers that every response gets, by kind of request. */
interface ResponseHeaders {
  page: Headers
  /** For the API: not cacheable, unless the route overrides it. */
  api: Headers
  /** For requests of the API whose responses a guest's service worker may cache. */
  cacheable: Headers
}

const YEAR_S = 31_536_000

/** Returns the response headers for a host. @param base the headers that all hosts have */
export function headersByHost(base: Headers, publicUrl: string | undefined): (host: string) => ResponseHeaders {
  const usual = variantsOf(base)
  const overHttps = variantsOf({ ...base, 'strict-transport-security': `max-age=${YEAR_S}` })
  const secureHost = publicUrl?.startsWith('https:') ? new URL(publicUrl).host : undefined
  // Only for the public host: any other, such as an IP address in a network without https, would require https for a
  // year.
  return (host) => (secureHost !== undefined && hostInUrls(host, 'https:') === secureHost ? overHttps : usual)
}

function variantsOf(page: Headers): ResponseHeaders {
  const api = { ...page, 'cache-control': 'no-store' }
  return { page, api, cacheable: { ...api, [CACHEABLE_HEADER]: '1' } }
}

/**
 * Whether a request comes from a page of another origin. Browsers send the Origin header with every request that is not a
 * GET or HEAD and with every socket. A program that sends none has no cookie either, unless the owner gave it one.
 * @param publicOrigin of guests' pages, which a proxy may pass on under another host
 */
export function isForeign(request: FastifyRequest, publicOrigin: string | undefined): boolean {
  const { origin } = request.headers
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  const page = new URL(origin)
  return page.origin !== publicOrigin && page.host !== hostInUrls(request.host, page.protocol)
}
