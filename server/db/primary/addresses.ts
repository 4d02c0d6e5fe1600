import pg from 'pg'
import { isLoopback } from '#server/platform/http/addresses.ts'

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s

/**
 * The servers that a `DATABASE_URL` names, one URL each, in its order. Several are read as libpq reads them: hosts with
 * their ports in the place of one (`postgres://user@a:5432,b:5432/masa`), or lists in the parameters `host` and `port`.
 * @returns an empty list if it cannot be read
 */
export function serversIn(databaseUrl: string): string[] {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(databaseUrl) ?? []
  const urls = hosts.split(',').map((host) => `${before}${host}${after}`)
  if (!before || (urls.length > 1 && hosts.split(',').includes('')) || !urls.every((url) => URL.canParse(url)))
    return []
  return withParameters(urls)
}

// As in libpq, a parameter takes precedence over the same part of the URL, and one port counts for every host.
function withParameters(urls: string[]): string[] {
  const parameters = new URL(urls[0] ?? '').searchParams
  const hosts = parameters.get('host')?.split(',')
  const ports = parameters.get('port')?.split(',')
  if ((hosts?.length ?? 1) === 1 && (ports?.length ?? 1) === 1) return hosts ? urls.slice(0, 1) : urls
  const count = hosts?.length ?? urls.length
  if (ports && ports.length !== 1 && ports.length !== count) return []
  return Array.from({ length: count }, (_, i) => {
    const url = new URL(urls[hosts ? 0 : i] ?? '')
    if (hosts) url.searchParams.set('host', hosts[i] ?? '')
    if (ports) url.searchParams.set('port', ports[i] ?? ports[0] ?? '')
    return url.href
  })
}

/** A `DATABASE_URL` for people: its hosts and its database, and nothing that could be secret. */
export function shownAddress(databaseUrl: string): string {
  const servers = serversIn(databaseUrl).map((url) => new pg.Client({ connectionString: url }))
  const hosts = servers.map(({ host, port }) => `${host}:${port}`)
  return `postgres://${hosts.join(',')}/${servers[0]?.database ?? ''}`
}

/** Hosts on other machines to which nothing is encrypted. @throws if a named certificate cannot be read */
export function hostsWithoutTls(databaseUrl: string): string[] {
  return serversIn(databaseUrl)
    .map((url) => new pg.Client({ connectionString: url }))
    .filter(({ host, ssl }) => !ssl && !isLoopback(host) && !host.startsWith('/'))
    .map(({ host }) => host)
}

/** Adds options of PostgreSQL to a URL. The driver uses the URL's options instead of others, so both are joined; the
 * added ones come last and take precedence. */
export function withOptions(url: string, options: string | undefined): string {
  const joined = new URL(url)
  const urlOptions = joined.searchParams.get('options')
  if (!urlOptions || !options) return url
  joined.searchParams.set('options', `${urlOptions} ${options}`)
  return joined.href
}
