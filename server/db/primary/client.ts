import pg from 'pg'
import { withOptions } from './addresses.ts'

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
