import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { DatabaseServer, Tx } from '#server/db/index.ts'
import { CHANGED_AREAS, type ChangedArea } from '#shared/contracts/live.ts'
import { mayUse } from '#shared/domain/access.ts'
import { isRecord, parseJson } from '#shared/domain/objects.ts'
import type { Log } from '../log.ts'
import type { Hub } from './hub.ts'
import { atMostOnceASecond, type RateLimitedNotifier } from './watchers.ts'

const CHANNEL = 'masa'
const RECONNECT_DELAY_MS = 1_000
/** How often the connection is asked whether it still answers, and how long it may take. */
const PROBES_MS = { interval: 3_000, timeout: 5_000 }

/** The name of the listening connection in PostgreSQL's list of connections. */
export const LISTENER_NAME = 'masa announcements'

/** A change that is announced. Receivers read the new state from the database: a notification has at most 8,000 bytes. */
export interface Announcement {
  topic: string
  /** The row's id, or its random key. */
  id?: number | string
}

/** Announces a change to every instance, this one included, when the transaction commits. */
export async function announceChange(tx: Tx, announcement: Announcement): Promise<void> {
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(announcement)})`)
}

/** SQL that announces a change within a statement. @param id SQL of the row's id */
export function announcingSql(topic: string, id: string): string {
  return `pg_notify('${CHANNEL}', json_build_object('topic', '${topic}', 'id', ${id})::text)`
}

export type Listening = Awaited<ReturnType<typeof listen>>

/**
 * Listens for announcements on its own connection, and reconnects when that is lost.
 * @param onMissed called when the connection is lost, and once it listens again: announcements between were missed, so
 *   whoever relies on them has to read everything anew
 */
export async function listen(
  { Client }: DatabaseServer,
  log: Log,
  onAnnouncement: (announcement: Announcement) => void,
  onMissed: () => void,
  probesMs = PROBES_MS,
) {
  let client: pg.Client | undefined
  let closing = false
  let timer: NodeJS.Timeout | undefined

  async function open(): Promise<void> {
    const opened = new Client({
      application_name: LISTENER_NAME,
      connectionTimeoutMillis: 5_000,
      query_timeout: probesMs.timeout,
      keepAlive: true,
    })
    opened.on('error', () => drop(opened))
    opened.on('end', () => drop(opened))
    opened.on('notification', ({ payload = '' }) => {
      const announcement = parseAnnouncement(payload)
      if (announcement) onAnnouncement(announcement)
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
    timer = setTimeout(probe, probesMs.interval)
  }

  function probe(): void {
    const probed = client
    if (!probed) return
    // Only a query detects a connection that has died silently.
    probed.query('select 1').then(
      () => {
        if (client === probed) timer = setTimeout(probe, probesMs.interval)
      },
      () => drop(probed),
    )
  }

  function drop(dropped: pg.Client): void {
    if (client !== dropped) return
    client = undefined
    if (closing) return
    log.warn('the listening connection was lost')
    onMissed()
    dropped.end().catch(() => {})
    reconnect()
  }

  function reconnect(): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      open().then(
        () => {
          if (closing) return
          log.info('listening again')
          onMissed()
        },
        () => closing || reconnect(),
      )
    }, RECONNECT_DELAY_MS)
  }

  await open()
  return {
    /** False while announcements may be missed. */
    isListening: () => client !== undefined,
    close: async () => {
      closing = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}

// Any user of the database may send any text on the channel.
function parseAnnouncement(payload: string): Announcement | undefined {
  const data = parseJson(payload)
  if (!isRecord(data) || typeof data.topic !== 'string') return undefined
  const { topic, id } = data
  if (id === undefined) return { topic }
  if (typeof id === 'string') return { topic, id }
  return Number.isSafeInteger(id) ? { topic, id: id as number } : undefined
}

/** The topic for changes in an area of the dashboard. The announcement's id is the area. */
export const CHANGED_TOPIC = 'changed'

/** Announces at commit that owners' open tabs of an area must fetch their data again. */
export async function announceArea(tx: Tx, area: ChangedArea): Promise<void> {
  await announceChange(tx, { topic: CHANGED_TOPIC, id: area })
}

/** Sends CHANGED to owners' sockets, and to those of staff who use the area. */
export function announceAreasToOwners(hub: Pick<Hub, 'toOwners' | 'toStaff'>): RateLimitedNotifier<Announcement['id']> {
  const areas = atMostOnceASecond<ChangedArea>((area) => {
    const frame = { type: 'CHANGED', payload: { area } } as const
    if (area === 'printers') hub.toStaff(frame, () => true)
    else if (area === 'reservations' || area === 'fiscal') hub.toStaff(frame, (user) => mayUse('floor', user))
    else hub.toOwners(frame)
  })
  return {
    notify(id) {
      const area = CHANGED_AREAS.find((known) => known === id)
      if (area !== undefined) areas.notify(area)
    },
    close: areas.close,
  }
}
