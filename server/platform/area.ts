import type { FastifyInstance } from 'fastify'
import type { Metric } from 'prom-client'
import type { Database, DatabaseServer } from '#server/db/index.ts'
import type { Clock } from './clock.ts'
import type { PictureStore } from './files/store.ts'
import type { Hosts } from './http/addresses.ts'
import type { PublishedNow } from './http/published.ts'
import type { AttemptOf, TextLock } from './idempotency.ts'
import type { WriteThrottle } from './limits/throttle.ts'
import type { Announcement } from './live/announcements.ts'
import type { FrameHandlers } from './live/frames.ts'
import type { Hub } from './live/hub.ts'
import type { Log } from './log.ts'
import type { WhatsappAccount } from './whatsapp.ts'

export interface StoredBackup {
  name: string
  at: Date
  /** Without pictures. */
  bytes: number
  /** Whether it was read back and compared, as each was that got its name. */
  checked: true
}

/** What backups are made of, and where; `server/modules/backups` makes them. */
export interface Backups {
  /** The database's server: a backup has connections of its own. */
  server: DatabaseServer
  pictures: PictureStore
  dir: string
  /** How many are kept; 0: none is made by itself nor before migrations. */
  keep: number
  clock: Clock
  log: Log
}

/**
 * How long a printer on the network may take, in milliseconds: for a connection, for a part of a document to leave, for
 * the answer to a status request, and for the answer that all was printed from the last time that it was in order (and
 * `line` more for each line of the paper), or once the server closes; `look` is the time between two looks at one that has not printed all, and `sweep` between two
 * searches for work that is late or was not announced.
 */
export const PATIENCE = {
  ...{
    connect: 5_000,
    write: 10_000,
    status: 2_000,
    print: 20_000,
    line: 150,
    closing: 5_000,
    look: 1_000,
    sweep: 5_000,
  },
}
export type Patience = typeof PATIENCE

export interface Printing {
  /** Whether printers may have this machine's own addresses. */
  onLoopback: boolean
  patience: Patience
}

export interface AreaParts {
  app: FastifyInstance
  /** Connections for requests, sockets and timers. */
  db: Database
  /** Read-only connections for queries over the whole history. */
  reports: Database
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
  /** How printers on the network are talked to. */
  printing: Printing
  /** The folder for data outside the database; undefined if the server has no data folder. */
  dataDir: string | undefined
  /** False while announcements may be missed. */
  isListening(): boolean
}

/** The work of an area besides its routes. */
interface AreaWiring {
  /** Handlers of announcements by topic. Several areas may handle the same topic. */
  topics?: Record<string, (id: Announcement['id']) => void>
  /** Called when announcements may have been missed. All sockets are closed then in any case. */
  onMissed?: () => void
  /** Responses to guests' GETs that are sent before the framework, by path; each path also has a route. */
  published?: Record<string, PublishedNow>
  /** Handlers of live frames; each frame type has one handler. */
  frames?: FrameHandlers
  /** What /metrics says about the area (docs/operating.md#metrics). */
  metrics?: readonly Metric[]
  /** Runs before the server accepts requests. */
  start?: () => Promise<void>
  /** Repeated work. */
  timers?: readonly { everyMs: number; run: () => Promise<void> }[]
  /** Ends background work when the server closes. Must take less than the shutdown timeout of main.ts (15 s). */
  close?: () => Promise<void>
}

/** An area of the server: registers its routes and returns its further work. */
export type Area = (parts: AreaParts) => AreaWiring
