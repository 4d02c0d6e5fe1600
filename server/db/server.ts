import pg from 'pg'

/** The PostgreSQL server at one address. Every connection of the product is one of its clients. */
export interface DatabaseServer {
  /** As in `DATABASE_URL`; that of the embedded server changes when it is restarted on another port. */
  url(): string
  Client: new (options?: ClientOptions) => pg.Client
}

interface ClientOptions extends pg.ClientConfig {
  /** Whether its process gives way to those of orders, on a server that lets it (`databaseAt`). */
  givesWay?: boolean
}

/** The server is a standby. The code makes it count as an unreachable database. */
class StandbyError extends Error {
  readonly code = '08001'

  constructor() {
    super('it is a standby, which takes no writes. DATABASE_URL must lead to the primary')
  }
}

// PostgreSQL ends the connection, or refuses a write (read_only_sql_transaction). The pool closes a connection after an
// error, and the driver then reports no loss.
const LOST = new Set(['57P01', '57P02', '25006'])
// PostgreSQL ends one connection, because its transaction waited for Masa for too long.
const IDLE_IN_TRANSACTION = '25P03'

type Callback = ((error: Error) => void) | ((error: null, client: pg.ClientBase) => void)

/**
 * The server at an address, which may lead to another machine than a moment ago: when a connection is lost or refuses a
 * write, all others are cut too, and each pool and listener opens new ones. A standby is refused.
 * @param address a URL, or a function that returns the current one; called for each connection
 * @param onLost called once each time that all connections were cut
 * @param lower lowers the priority of the process that serves a connection which gives way; undefined on other machines
 */
export function databaseAt(
  address: string | (() => string),
  onLost: () => void = () => {},
  lower?: (pid: number) => void,
): DatabaseServer {
  const url = typeof address === 'string' ? () => address : address
  const open = new Set<pg.Client>()

  function cutAll(suspected: pg.Client): void {
    // A connection that was cut here also ends with an error.
    if (!open.has(suspected)) return
    const clients = [...open]
    open.clear()
    for (const client of clients) cut(client)
    onLost()
  }

  class Client extends pg.Client {
    #isStandby = false

    constructor(options?: ClientOptions) {
      super({ ...options, connectionString: withOptions(url(), options?.options) })
      if (options?.givesWay && lower) this.once('connect', () => lower(processOf(this)))
      // A connection that is lost outside a query would crash the process if nothing listened.
      this.on('error', (error: Error & { code?: string }) => error.code !== IDLE_IN_TRANSACTION && cutAll(this))
      this.once('end', () => open.delete(this))
      connectionOf(this)
        .on('errorMessage', ({ code }) => LOST.has(code) && cutAll(this))
        // PostgreSQL reports this setting when a connection opens.
        .on('parameterStatus', ({ parameterName, parameterValue }) => {
          if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on'
        })
    }

    override connect(): Promise<pg.Client>
    override connect(callback: Callback): void
    override connect(callback?: Callback): Promise<pg.Client> {
      const opened = super.connect().then(() => {
        if (!this.#isStandby) {
          open.add(this)
          return this
        }
        this.end().catch(() => {})
        throw new StandbyError()
      })
      // The pool passes a callback.
      const report = callback as ((error: Error | null, client?: pg.ClientBase) => void) | undefined
      if (report) opened.then(() => report(null, this), report)
      return opened
    }
  }
  return { url, Client }
}

interface DriverConnection extends NodeJS.EventEmitter {
  stream: { destroy(): void }
}

/** The id of the process of PostgreSQL that serves a connection; the types of the driver lack it. */
const processOf = (client: pg.Client) => (client as pg.Client & { processID: number }).processID

/** The messages and the socket of a connection; the types of the driver lack them. */
const connectionOf = (client: pg.Client) => (client as pg.Client & { connection: DriverConnection }).connection

/** Cuts a connection at once. The driver reports it like one that was lost. */
export function cut(client: pg.Client): void {
  connectionOf(client).stream.destroy()
}

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
