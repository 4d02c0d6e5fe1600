import { CACHEABLE_HEADER } from '#shared/domain/cached-answers.ts'
import type { Hosts } from '../edge/hosts.ts'

type Headers = Record<string, string>

/** The headers of every answer, by the kind of request. */
export interface AnswerHeaders {
  page: Headers
  /** No cache may keep a call's answer, unless its route says otherwise. */
  api: Headers
  /** For the calls whose answers a guest's service worker may keep. */
  kept: Headers
}

/** Browsers send a handful of hosts; all addresses are known hosts, so this bounds a flood of them. */
const MAX_KEPT = 100
const YEAR_S = 31_536_000

/**
 * The headers for the host of a request, which they name; undefined for an unknown host. Made once for each host.
 * @param base those for a host that is not known
 */
export function headersByHost(
  base: Headers,
  hosts: Hosts,
  publicUrl: string | undefined,
): { of(host: string): AnswerHeaders | undefined; unknown: AnswerHeaders } {
  const kept = new Map<string, AnswerHeaders>()
  let { version } = hosts
  const isPublic = (host: string) =>
    publicUrl !== undefined && /^https:/.test(publicUrl) && new URL(publicUrl).host === host.toLowerCase()
  return {
    of(host) {
      if (version !== hosts.version) {
        version = hosts.version
        kept.clear()
      }
      const known = kept.get(host)
      if (known) return known
      if (!hosts.isKnown(host)) return undefined
      if (kept.size >= MAX_KEPT) kept.clear()
      const headers = variantsOf({
        ...naming(base, host),
        // Never for another host, such as an address in a network without https: it would bind that host for a year.
        ...(isPublic(host) && { 'strict-transport-security': `max-age=${YEAR_S}` }),
      })
      kept.set(host, headers)
      return headers
    },
    unknown: variantsOf(base),
  }
}

function variantsOf(page: Headers): AnswerHeaders {
  const api = { ...page, 'cache-control': 'no-store' }
  return { page, api, kept: { ...api, [CACHEABLE_HEADER]: '1' } }
}

const POLICY = 'content-security-policy'

/** With the host's own sockets, which older Safaris do not count as `'self'`; a policy cannot name an IPv6 address. */
function naming(base: Headers, host: string): Headers {
  const policy = base[POLICY]
  if (policy === undefined || host.startsWith('[')) return base
  return { ...base, [POLICY]: policy.replace("connect-src 'self'", `connect-src 'self' ws://${host} wss://${host}`) }
}
