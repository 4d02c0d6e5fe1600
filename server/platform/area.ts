import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/index.ts'
import type { Clock } from './clock.ts'
import type { PictureStore } from './files/index.ts'
import type { Hosts } from './http/edge/hosts.ts'
import type { WriteThrottle } from './limits/throttle.ts'
import type { Announcement } from './live/announcements.ts'
import type { FrameReaders } from './live/frames.ts'
import type { Hub } from './live/hub.ts'
import type { Log } from './log.ts'
import type { WhatsappAccount } from './whatsapp/account.ts'

/** What every area is given; each takes what it needs. */
export interface AreaParts {
  app: FastifyInstance
  /** For the calls of guests and owners. */
  db: Database
  /** For what reads through all orders there are. */
  reports: Database
  /** For sockets, apart from the calls. */
  live: Database
  /** For signing in and registering, apart from the calls. */
  signIns: Database
  hub: Hub
  pictures: PictureStore
  clock: Clock
  log: Log
  /** The restaurant's, from the environment. */
  timeZone: string
  /** Where the restaurant is reached, if that is set. */
  publicUrl: string | undefined
  /** Whether all of it is reached by https. */
  isSecure: boolean
  /** The hosts by which the server is addressed. */
  hosts: Hosts
  /** The one limit on all that guests write. */
  throttleGuests: WriteThrottle
  /** The account that tells the owner of new orders, if there is one. */
  whatsapp: WhatsappAccount | undefined
  /** Where data that is not in the database is kept; undefined where that has no disk of its own. */
  dataDir: string | undefined
  /** False while announcements may be missed. */
  isListening(): boolean
}

/** What an area does besides answering its routes. */
export interface AreaWiring {
  /** What it does when a topic is announced; several areas may hear the same topic. */
  topics?: Record<string, (id: Announcement['id']) => void>
  /** What it does when announcements may have been missed. Every socket is dropped then in any case. */
  onMissed?: () => void
  /** The live frames that it reads; each frame has one reader. */
  frames?: FrameReaders
  /** What must be done before the server serves. */
  start?: () => Promise<void>
  timers?: readonly { everyMs: number; run: () => Promise<void> }[]
  /** Ends what it does by itself, when the server closes; bounded in time, below the 15 s of main.ts. */
  close?: () => Promise<void>
}

/** An area of the server: it registers its routes, and says what else it does. */
export type Area = (parts: AreaParts) => AreaWiring
