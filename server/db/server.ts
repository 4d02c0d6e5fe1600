import pg from 'pg'

/** The PostgreSQL server at one address. Every connection of the product is one of its clients. */
export interface DatabaseServer {
  /** The current address: the embedded server has another one after a restart on another port. */
  url(): string
  Client: new (options?: ClientOptions) => pg.Client
}

interface ClientOptions extends pg.ClientConfig {
  /** Whether its process gives way to those of orders, on a server that lets it (`databaseAt`). */
  givesWay?: boolean
}

/**
 * The server at an address. A connection that is lost is replaced by whoever uses it, and no other is touched.
 * @param address a URL, or a function that returns the current one; called for each connection
 * @param lower lowers the priority of the process that serves a connection which gives way; undefined on other machines
 */
export function databaseAt(address: string | (() => string), lower?: (pid: number) => void): DatabaseServer {
  const url = typeof address === 'string' ? () => address : address

  class Client extends pg.Client {
    constructor(options?: ClientOptions) {
      super({ ...options, connectionString: withOptions(url(), options?.options) })
      if (options?.givesWay && lower) this.once('connect', () => lower(processOf(this)))
      // A connection that is lost outside a query would crash the process if nothing listened.
      this.on('error', () => {})
    }
  }
  return { url, Client }
}

/** The id of the process of PostgreSQL that serves a connection; the types of the driver lack it. */
const processOf = (client: pg.Client) => (client as pg.Client & { processID: number }).processID

// The driver uses the URL's options instead of others, so both are joined; the last ones take precedence.
function withOptions(url: string, options: string | undefined): string {
  const joined = new URL(url)
  const urlOptions = joined.searchParams.get('options')
  if (!urlOptions || !options) return url
  joined.searchParams.set('options', `${urlOptions} ${options}`)
  return joined.href
}

/** Whether a text is the address of one PostgreSQL server. */
export function isDatabaseUrl(text: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) return false
  const { host, searchParams } = new URL(text)
  return ![host, searchParams.get('host'), searchParams.get('port')].some((part) => part?.includes(','))
}
