import type { FastifyInstance } from 'fastify'
import type { Metric } from 'prom-client'
import type { Database, DatabaseServer } from '#server/db/index.ts'
import { minuteOf, type SteadyClock } from './clock.ts'
import type { Gate } from './gate.ts'
import { type Announcement, listen } from './live/announcements.ts'
import type { Hub } from './live/hub.ts'
import type { Log } from './log.ts'
import type { Outside } from './outside.ts'

/**
 * The parts that all areas need. An area is a function that adds its routes to `app`. It names whatever else it needs in
 * the type of its parameter. It returns an `AreaWiring` if it also has timers, announcements or metrics.
 */
export interface AreaBase {
  app: FastifyInstance
  /** Connections for requests, sockets and timers. */
  db: Database
  clock: SteadyClock
  /** Asked before anything ends for good because of the time. */
  gate: Gate
  log: Log
  /** Asked before anything leads outside (docs/architecture.md#rules-that-hold-everywhere). */
  outside: Outside
  /** The restaurant's time zone, from the environment. */
  timeZone: string
}

/** The work of an area besides its routes. */
export interface AreaWiring {
  /** Handlers of announcements by topic. Several areas may handle the same topic. */
  topics?: Record<string, (id: Announcement['id']) => void>
  /** Called when announcements may have been missed. All sockets are closed then in any case. */
  onMissed?: () => void
  /** Metrics of the area for /metrics (docs/operating.md#metrics). */
  metrics?: readonly Metric[]
  /** Runs before the server accepts requests. */
  start?: () => Promise<void>
  /** Follows the clock, which may also be set: called each second. */
  onSecond?: () => Promise<unknown>
  /** Called as soon as the clock shows another minute than at the last look. @param since that look */
  onMinute?: (now: Date, since: Date) => Promise<unknown>
  /** Repeated work. */
  timers?: readonly { everyMs: number; run: () => Promise<unknown> }[]
  /** Ends background work when the server closes. Must take less than the shutdown timeout of main.ts (15 s). */
  close?: () => Promise<void>
}

/** Starts the areas, lets them hear of every announcement, and runs their timers, until the server closes. */
export async function runAreas(
  { app, clock, log }: Pick<AreaBase, 'app' | 'clock' | 'log'>,
  server: DatabaseServer,
  hub: Hub,
  areas: readonly AreaWiring[],
) {
  const onAnnouncement = ({ topic, id }: Announcement) => {
    // A topic can be any text, even `constructor`: every user of the database may announce one.
    for (const { topics = {} } of areas) if (Object.hasOwn(topics, topic)) topics[topic]?.(id)
  }
  const onMissed = () => {
    for (const area of areas) area.onMissed?.()
    hub.dropAll()
  }
  const startAreas = async () => {
    for (const { start } of areas) await start?.()
    return listen(server, log, onAnnouncement, onMissed)
  }
  const listening = await startAreas().catch((error: unknown) => {
    hub.close()
    throw error
  })
  // A failure stops neither the timer nor the closing of the others.
  const failed = (error: unknown) => log.error({ err: error }, 'work of an area failed')
  let lookedAt = clock.now()
  const followClock = async () => {
    const since = lookedAt
    lookedAt = clock.now()
    const isOther = minuteOf(lookedAt) !== minuteOf(since)
    const following = areas.flatMap(({ onSecond, onMinute }) => [
      onSecond?.(),
      isOther ? onMinute?.(lookedAt, since) : undefined,
    ])
    await Promise.all(following.map((work) => work?.catch(failed)))
  }
  const timers = [{ everyMs: 1_000, run: followClock }, ...areas.flatMap(({ timers = [] }) => timers)].map(
    ({ everyMs, run }) => setInterval(() => run().catch(failed), everyMs).unref(),
  )
  // The areas finish their work while the last requests get their responses; `onClose` waits for both.
  let areasClosed: Promise<unknown> | undefined
  app.addHook('preClose', async () => {
    for (const timer of timers) clearInterval(timer)
    hub.close()
    areasClosed = Promise.all(areas.map(({ close }) => close?.().catch(failed)))
  })
  app.addHook('onClose', async () => {
    await areasClosed
    await listening.close()
  })
  return listening
}
