import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '#server/platform/log.ts'
import { cut, type DatabaseServer, serversIn } from './servers.ts'

export interface ServerState {
  isStandby: boolean
  /** Whether it refuses writes though it is no standby. */
  isReadOnly: boolean
  /** PostgreSQL's identifier of the database, which a primary and its standbys share; '' if it does not say. */
  cluster: string
  /** Grows by one whenever a standby is promoted; 0 if the server does not say. */
  timeline: number
  /** When the server was started, as text. */
  started: string
  /** Whether a commit waits for a standby. */
  isSynchronous: boolean
}

/** The newest timeline of a database that this process has seen. */
type Newest = Pick<ServerState, 'cluster' | 'timeline'>

/** The answer of a server, or why there is none. */
export type ServerAnswer = { name: string; state: ServerState } | { name: string; error: string }

interface Choice {
  /** The index of the answer whose server is to be used; -1 if none. */
  index: number
  /** Undefined while no server has answered. */
  newest: Newest | undefined
  /** Why the other servers are not used, for the log and for the person who starts Masa. */
  reasons: string[]
}

/**
 * Chooses the server that takes writes, of several the one on the newest timeline. A server whose timeline is older than
 * the newest that was seen, even on a standby, was replaced: what it would confirm is in no other server.
 */
export function choosePrimary(answers: ServerAnswer[], seen: Newest | undefined): Choice {
  const states = answers.flatMap((answer) => ('state' in answer ? [answer.state] : []))
  const cluster = seen?.cluster ?? states[0]?.cluster
  const isMixed = states.some((state) => state.cluster !== cluster)
  // Nobody knows which is meant.
  if (!seen && isMixed) return { index: -1, newest: undefined, reasons: ['they are not copies of one database'] }
  const ofCluster = states.filter((state) => state.cluster === cluster)
  const timeline = Math.max(seen?.timeline ?? 0, ...ofCluster.map((state) => state.timeline))
  const newest = cluster === undefined ? undefined : { cluster, timeline }
  const refusals = answers.map((answer) => ('state' in answer ? refusalOf(answer.state, newest) : answer.error))
  const reasons = answers.flatMap(({ name }, i) => (refusals[i] === undefined ? [] : [`${name}: ${refusals[i]}`]))
  return { index: refusals.indexOf(undefined), newest, reasons }
}

/** Why a server must not be used; undefined if it may be. */
function refusalOf(state: Omit<ServerState, 'started' | 'isSynchronous'>, newest?: Newest): string | undefined {
  if (newest && state.cluster !== newest.cluster)
    return 'it is another database than the one that was in use (if that is meant, start Masa again)'
  if (state.isStandby) return 'it is a standby, which takes no writes'
  if (newest && state.timeline < newest.timeline)
    return `it is on timeline ${state.timeline}, which timeline ${newest.timeline} has replaced`
  return state.isReadOnly ? 'it takes no writes (default_transaction_read_only is on)' : undefined
}

/** How long to wait for a server's connection and for its answer. Together less than a request waits for a connection. */
const CONNECT_TIMEOUT_MS = 2_000
const ANSWER_TIMEOUT_MS = 1_000
/** Between two searches, so that waiting requests do not flood servers that are starting. */
const PAUSE_MS = 200

// A primary that was just promoted knows its timeline by its WAL; its control file still has the former one.
const STATE = `select pg_is_in_recovery() as "isStandby",
  current_setting('default_transaction_read_only') = 'on' as "isReadOnly",
  (select system_identifier::text from pg_control_system()) as cluster,
  case when pg_is_in_recovery() then (select timeline_id from pg_control_checkpoint())
    else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end as timeline,
  pg_postmaster_start_time()::text as started,
  current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') <> 'local'
    as "isSynchronous"`
// For a service that lets its users call none of these functions: its own address leads to the right server.
const SHORT_STATE = `select pg_is_in_recovery() as "isStandby",
  current_setting('default_transaction_read_only') = 'on' as "isReadOnly", '' as cluster, 0 as timeline,
  pg_postmaster_start_time()::text as started, true as "isSynchronous"`
const NOT_ALLOWED = new Set(['42501', '42883', '0A000'])
/** A server without a free connection is the same one as before. */
const isFull = (error: unknown) => error instanceof pg.DatabaseError && error.code === '53300'

const NO_LOG = { info: () => {}, warn: () => {} }

/** None of the servers takes writes. The code makes it count as an unreachable database. */
class NoPrimary extends Error {
  readonly code = '08001'

  constructor(reasons: string[]) {
    super(`no server takes writes (${reasons.join('; ')})`)
  }
}

interface Endpoint {
  url: string
  /** Host and port, for messages. */
  name: string
  host: string
  port: number
}

/**
 * The server that takes writes, of those that a `DATABASE_URL` names. After a suspicion, every new connection waits until
 * all servers were asked; if another one takes writes then, or none, all connections are cut. Each new connection is
 * checked by itself too, because an address may lead to another machine than a moment ago.
 * @param log by default nothing is logged, for commands
 */
export function followPrimary(databaseUrl: string, log: Pick<Log, 'info' | 'warn'> = NO_LOG): DatabaseServer {
  const servers = serversIn(databaseUrl).map(endpointOf)
  const clients = new Set<pg.Client>()
  let newest: Newest | undefined
  let current: { server: Endpoint; started: string } | undefined
  let used = servers[0]?.url ?? databaseUrl
  let suspicions = 1
  let settledSuspicions = 0
  let searching: Promise<Endpoint> | undefined
  let lastSearchAt = 0
  let lastReasons = ''

  const locate = async (): Promise<Endpoint> => {
    if (current && settledSuspicions === suspicions) return current.server
    searching ??= search().finally(() => {
      searching = undefined
      lastSearchAt = Date.now()
    })
    return searching
  }

  async function search(): Promise<Endpoint> {
    await sleep(Math.max(0, Math.min(PAUSE_MS, lastSearchAt + PAUSE_MS - Date.now())))
    const suspicionsBefore = suspicions
    const answers = await Promise.all(servers.map(ask))
    for (const [i, answer] of answers.entries())
      if ('cause' in answer && isFull(answer.cause) && servers[i] === current?.server) throw answer.cause
    const { index, newest: nowNewest, reasons } = choosePrimary(answers, newest)
    newest = nowNewest
    const [server, answer] = [servers[index], answers[index]]
    if (!server || !answer || !('state' in answer)) {
      current = undefined
      cutAll()
      if (lastReasons !== reasons.join()) log.warn({ reasons }, 'no server of DATABASE_URL takes writes')
      lastReasons = reasons.join()
      // Of a single server, the driver's own error says most.
      const [only] = answers
      throw answers.length === 1 && only && 'cause' in only ? only.cause : new NoPrimary(reasons)
    }
    use(server, answer.state)
    settledSuspicions = suspicionsBefore
    return server
  }

  function use(server: Endpoint, { started, timeline, isSynchronous }: ServerState): void {
    lastReasons = ''
    if (current?.server === server && current.started === started) return
    cutAll()
    current = { server, started }
    used = server.url
    if (servers.length === 1) return
    log.info({ server: server.name, timeline }, 'this server of DATABASE_URL takes the writes')
    if (!isSynchronous)
      log.warn({ server: server.name }, 'it waits for no standby: if it is lost, confirmed orders may be lost with it')
  }

  function cutAll(): void {
    const before = [...clients]
    // Cleared first: a connection that was cut on purpose is no reason for a suspicion.
    clients.clear()
    for (const client of before) cut(client)
  }

  function searchAgain(): void {
    suspicions++
    // Whoever needs a connection sees the failure.
    locate().catch(() => {})
  }

  async function probe(client: pg.Client): Promise<void> {
    const state = await stateOf(client)
    const refusal = refusalOf({ ...state, isReadOnly: false }, newest)
    if (refusal === undefined) return
    searchAgain()
    throw new NoPrimary([`${client.host}:${client.port}: ${refusal}`])
  }

  async function open(client: pg.Client, connect: () => Promise<unknown>): Promise<void> {
    const { host, port } = await locate()
    Object.assign(client, { host, port })
    try {
      await connect()
      clients.add(client)
      client.once('end', () => clients.delete(client))
      await probe(client)
    } catch (error) {
      if (!isFull(error)) searchAgain()
      clients.delete(client)
      client.end().catch(() => {})
      throw error
    }
  }

  return { url: () => used, open, probe, suspect: (client) => clients.has(client) && searchAgain() }
}

function endpointOf(url: string): Endpoint {
  const { host, port } = new pg.Client({ connectionString: url })
  return { url, name: `${host}:${port}`, host, port }
}

async function ask({ url, name }: Endpoint): Promise<ServerAnswer & { cause?: unknown }> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return { name, state: await stateOf(client) }
  } catch (error) {
    return { name, error: messageOf(error), cause: error }
  } finally {
    client.end().catch(() => {})
  }
}

async function stateOf(client: pg.Client): Promise<ServerState> {
  const { rows } = await client.query<ServerState>(STATE).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError && NOT_ALLOWED.has(error.code ?? ''))) throw error
    return client.query<ServerState>(SHORT_STATE)
  })
  const [state] = rows
  if (!state) throw new Error('the server did not answer')
  return state
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(messageOf))].join(', ')
  return error instanceof Error ? error.message : String(error)
}
