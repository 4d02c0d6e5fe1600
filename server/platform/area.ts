import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/index.ts'
import type { Backups } from './backups.ts'
import type { Clock } from './clock.ts'
import type { PictureStore } from './files/index.ts'
import type { PublishedNow } from './http/answers/published-first.ts'
import type { Hosts } from './http/edge/hosts.ts'
import type { AttemptOf } from './idempotency.ts'
import type { WriteThrottle } from './limits/throttle.ts'
import type { Announcement } from './live/announcements.ts'
import type { FrameHandlers } from './live/frames.ts'
import type { Hub } from './live/hub.ts'
import type { Log } from './log.ts'
import type { MetricSource } from './metrics/metric.ts'
import type { CurrentPlace } from './place.ts'
import type { TextLock } from './text-locks.ts'
import type { WhatsappAccount } from './whatsapp/account.ts'

/** The dependencies that every area receives. */
export interface AreaParts {
  app: FastifyInstance
  /** Connections for the requests of guests and owners. */
  db: Database
  /** Read-only connections for queries over the whole history. */
  reports: Database
  /** Connections for guests' sockets. */
  live: Database
  /** Connections for announcing orders and for boards. */
  boards: Database
  /** Connections for signing in and registering. */
  signIns: Database
  hub: Hub
  pictures: PictureStore
  /** Undefined if the server makes no backups. */
  backups: Backups | undefined
  clock: Clock
  log: Log
  /** The restaurant's time zone, from the environment. */
  timeZone: string
  /** The setting PUBLIC_URL, if set. */
  publicUrl: string | undefined
  /** Whether the restaurant is reached only by https. */
  isSecure: boolean
  /** The host names and addresses of this server. */
  hosts: Hosts
  attemptOf: AttemptOf
  lockOf: TextLock
  /** The shared rate limit on all writes by guests. */
  throttleGuests: WriteThrottle
  /** The account that sends messages about new orders to the owner; undefined if none is configured. */
  whatsapp: WhatsappAccount | undefined
  /** The folder for data outside the database; undefined if the server has no data folder. */
  dataDir: string | undefined
  /** False while announcements may be missed. */
  isListening(): boolean
  /** Not writable while the restaurant is moved, and afterwards. */
  place: CurrentPlace
}

/** The work of an area besides its routes. */
export interface AreaWiring {
  /** Handlers of announcements by topic. Several areas may handle the same topic. */
  topics?: Record<string, (id: Announcement['id']) => void>
  /** Called when announcements may have been missed. All sockets are closed then in any case. */
  onMissed?: () => void
  /** Responses to guests' GETs that are sent before the framework, by path; each path also has a route. */
  published?: Record<string, PublishedNow>
  /** Handlers of live frames; each frame type has one handler. */
  frames?: FrameHandlers
  /** What /metrics says about the area (docs/operating.md#metrics). */
  metrics?: MetricSource
  /** Runs before the server accepts requests. */
  start?: () => Promise<void>
  /** Work that pauses while the place is not writable. */
  timers?: readonly { everyMs: number; run: () => Promise<void> }[]
  /** Ends background work when the server closes. Must take less than the shutdown timeout of main.ts (15 s). */
  close?: () => Promise<void>
}

/** An area of the server: registers its routes and returns its further work. */
export type Area = (parts: AreaParts) => AreaWiring
