import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Tx } from '#server/db/index.ts'
import type { Log } from '../log.ts'

const CHANNEL = 'masa'
const RECONNECT_MS = 1_000
const PROBE_MS = 10_000

/** Says that something changed. The new state is read from the database: the channel carries 8,000 bytes at most. */
export interface Announcement {
  topic: string
  /** The row's number, or its random key. */
  id?: number | string
}

/** Announces a change to every instance, this one included, when the transaction commits. */
export async function announceChange(tx: Tx, announcement: Announcement): Promise<void> {
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(announcement)})`)
}

/**
 * The same as a column of an SQL statement.
 * @param id the column or parameter that names the row
 */
export function announcingSql(topic: string, id: string): string {
  return `pg_notify('${CHANNEL}', json_build_object('topic', '${topic}', 'id', ${id})::text)`
}

export interface Listening {
  /** False while announcements may be missed. */
  isListening(): boolean
  close(): Promise<void>
}

/**
 * Listens for announcements on a connection of its own, which is opened again whenever it is lost.
 * @param url where the database is now: asked for each new connection
 * @param lost called when announcements can no longer be relied on
 */
export async function listen(
  url: () => string,
  log: Log,
  heard: (announcement: Announcement) => void,
  lost: () => void,
): Promise<Listening> {
  let client: pg.Client | undefined
  let closing = false
  let timer: NodeJS.Timeout | undefined

  async function open(): Promise<void> {
    const opened = new pg.Client({
      connectionString: url(),
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    })
    opened.on('error', () => drop(opened))
    opened.on('end', () => drop(opened))
    opened.on('notification', ({ payload = '' }) => {
      const announcement = announcementIn(payload)
      if (announcement) heard(announcement)
      else log.warn('an announcement could not be read')
    })
    try {
      await opened.connect()
      await opened.query(`listen ${CHANNEL}`)
    } catch (error) {
      opened.end().catch(() => {})
      throw error
    }
    if (closing) return opened.end()
    client = opened
    clearTimeout(timer)
    timer = setTimeout(probe, PROBE_MS)
  }

  function probe(): void {
    const probed = client
    if (!probed) return
    // Only a query finds out that a connection has died silently.
    probed.query('select 1').then(
      () => {
        if (client === probed) timer = setTimeout(probe, PROBE_MS)
      },
      () => drop(probed),
    )
  }

  function drop(dropped: pg.Client): void {
    if (client !== dropped) return
    client = undefined
    if (closing) return
    log.warn('the listening connection was lost')
    lost()
    dropped.end().catch(() => {})
    again()
  }

  function again(): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      open().then(
        () => closing || log.info('listening again'),
        () => closing || again(),
      )
    }, RECONNECT_MS)
  }

  await open()
  return {
    isListening: () => client !== undefined,
    close: async () => {
      closing = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}

// Anybody who may use the database may send any text on the channel.
function announcementIn(payload: string): Announcement | undefined {
  try {
    const said: unknown = JSON.parse(payload)
    if (typeof said !== 'object' || said === null || !('topic' in said) || typeof said.topic !== 'string')
      return undefined
    const { topic, id }: { topic: string; id?: unknown } = { id: undefined, ...said, topic: said.topic }
    if (id === undefined) return { topic }
    if (typeof id === 'string') return { topic, id }
    return Number.isSafeInteger(id) ? { topic, id: id as number } : undefined
  } catch {
    return undefined
  }
}
