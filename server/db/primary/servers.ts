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

/** The PostgreSQL server that connections lead to. It may change while Masa runs. */
export interface DatabaseServer {
  /** The URL of the server that is in use, or was last. */
  url(): string
  /** Opens a connection to the server that is in use. @param connect connects the client to its host and port */
  open(client: pg.Client, connect: () => Promise<unknown>): Promise<unknown>
  /** Asks on an open connection whether its server may still be used; throws if not. */
  probe(client: pg.Client): Promise<unknown>
  /** Called when the connection was lost or refused a write: its server may have been replaced. */
  suspect(client: pg.Client): void
}

/** A server that cannot be replaced by another one. @param url returns its current URL; called for each connection */
export function fixedServer(url: () => string): DatabaseServer {
  return { url, open: (_, connect) => connect(), probe: (client) => client.query('select 1'), suspect: () => {} }
}

// The server ends this connection, or is a standby now (read_only_sql_transaction). A connection that ends without a
// message is reported as an error.
const SUSPICIOUS = new Set(['57P01', '57P02', '57P03', '25006'])

type Callback = ((error: Error) => void) | ((error: null, client: pg.ClientBase) => void)

/** The driver's class of connections to this server. Every connection of the product is one of these. */
export function clientsOf(server: DatabaseServer): new (options?: pg.ClientConfig) => pg.Client {
  return class extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      super({ ...options, connectionString: withOptions(server.url(), options?.options) })
      // Without a listener, a connection that is lost outside a query would crash the process.
      this.on('error', () => server.suspect(this))
      messagesOf(this).on('errorMessage', ({ code }) => SUSPICIOUS.has(code) && server.suspect(this))
    }

    override connect(): Promise<pg.Client>
    override connect(callback: Callback): void
    override connect(callback?: Callback): Promise<pg.Client> {
      const opened = server.open(this, () => super.connect()).then(() => this)
      // The pool passes a callback.
      const report = callback as ((error: Error | null, client?: pg.ClientBase) => void) | undefined
      if (report) opened.then(() => report(null, this), report)
      return opened
    }
  }
}

/** The messages that a connection receives; the types of the driver lack them. */
function messagesOf(client: pg.Client): NodeJS.EventEmitter {
  return (client as pg.Client & { connection: NodeJS.EventEmitter }).connection
}

/** Cuts a connection at once. The driver reports it like one that was lost. */
export function cut(client: pg.Client): void {
  ;(client as pg.Client & { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
}
