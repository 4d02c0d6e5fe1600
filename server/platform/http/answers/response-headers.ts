import { LRUCache } from 'lru-cache'
import { CACHEABLE_HEADER } from '#shared/domain/cached-answers.ts'
import type { Hosts } from '../edge/hosts.ts'

type Headers = Record<string, string>

/** The headers that every response gets, by kind of request. */
export interface ResponseHeaders {
  page: Headers
  /** For the API: not cacheable, unless the route overrides it. */
  api: Headers
  /** For requests of the API whose responses a guest's service worker may cache. */
  cacheable: Headers
}

/** Every IP address is a known host, so this bounds the memory for a flood of different ones. */
const MAX_HOSTS = 100
const YEAR_S = 31_536_000

/**
 * Returns the response headers for each host, which contain the host's name and are built once per host: `of` returns
 * undefined for an unknown host.
 * @param base headers for an unknown host
 */
export function headersByHost(
  base: Headers,
  hosts: Hosts,
  publicUrl: string | undefined,
): { of(host: string): ResponseHeaders | undefined; unknown: ResponseHeaders } {
  const cache = new LRUCache<string, ResponseHeaders>({ max: MAX_HOSTS })
  let { version } = hosts
  const isPublic = (host: string) =>
    publicUrl !== undefined && /^https:/.test(publicUrl) && new URL(publicUrl).host === host.toLowerCase()
  return {
    of(host) {
      if (version !== hosts.version) {
        version = hosts.version
        cache.clear()
      }
      const cached = cache.get(host)
      if (cached) return cached
      if (!hosts.isKnown(host)) return undefined
      const headers = variantsOf({
        ...withSocketsOf(base, host),
        // Only for the public host: any other, such as an IP address in a network without https, would require https
        // for a year.
        ...(isPublic(host) && { 'strict-transport-security': `max-age=${YEAR_S}` }),
      })
      cache.set(host, headers)
      return headers
    },
    unknown: variantsOf(base),
  }
}

function variantsOf(page: Headers): ResponseHeaders {
  const api = { ...page, 'cache-control': 'no-store' }
  return { page, api, cacheable: { ...api, [CACHEABLE_HEADER]: '1' } }
}

const POLICY = 'content-security-policy'

/**
 * Allows the host's own sockets, which older Safaris do not count as `'self'`; a policy cannot name an IPv6 address.
 */
function withSocketsOf(base: Headers, host: string): Headers {
  const policy = base[POLICY]
  if (policy === undefined || host.startsWith('[')) return base
  return { ...base, [POLICY]: policy.replace("connect-src 'self'", `connect-src 'self' ws://${host} wss://${host}`) }
}
