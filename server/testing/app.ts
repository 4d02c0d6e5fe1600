import { randomBytes } from 'node:crypto'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, inject } from 'vitest'
import type { OrderRequest } from '#shared/contracts/orders.ts'
import { type AppParts, buildApp } from '../app.ts'
import { type Connection, connect } from '../db/index.ts'
import { loginSessions } from '../db/schema/index.ts'
import type { SteadyClock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { createDatabase, dropDatabase, FILLED } from './databases.ts'
import { recordingLog } from './log.ts'
import { type MemoryStore, memoryStore } from './pictures.ts'
import type { TestRestaurant } from './restaurant.ts'

/** A clock that a test can set. */
export interface TestClock extends SteadyClock {
  /** Lets time pass until a moment, or back. @param moment undefined selects the real time */
  set(moment: Date | undefined): void
  /** Sets the clock ahead, or back, while no time passes. */
  jump(ms: number): void
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export interface TestServer extends TestRestaurant {
  app: FastifyInstance
  connection: Connection
  clock: TestClock
  pictures: MemoryStore
  /** The server's whole log as text. */
  logged(): string
  /** Sends a request, without a cookie unless `more` contains one. */
  call(method: Method, url: string, body?: unknown, more?: Partial<InjectOptions>): Promise<LightMyRequestResponse>
  /** Sends a request of the owner. */
  asOwner(
    method: Method,
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
}

/**
 * Creates a complete server for a test file, whose database is a clone of the filled one. Requests are injected; the server listens only if the test calls `listenUrl`.
 * @param clientDir the folder of a built client; by default only the API is served
 * @param more an engine for backups and a data folder, by default none; how long printers may take
 */
export function testServer(
  config: Partial<AppParts['config']> = {},
  clientDir?: string,
  more: Pick<AppParts, 'backups' | 'printerTimeouts' | 'dataDir'> = {},
): TestServer {
  const server = {} as TestServer
  const name = `masa_test_${randomBytes(6).toString('hex')}`

  beforeAll(async () => {
    const url = await createDatabase(inject('databaseServer'), name, FILLED)
    const connection = connect(() => url, { requests: 8, reports: 2 })
    // The template's owner signed in when the run began; a long run outlasts the time without a password.
    await connection.db.update(loginSessions).set({ createdAt: new Date() })
    let moment: Date | undefined
    let jumpedMs = 0
    const clock: TestClock = {
      now: () => moment ?? new Date(),
      elapsedMs: () => clock.now().getTime() - jumpedMs,
      set: (set) => {
        moment = set
      },
      jump: (ms) => {
        moment = new Date(clock.now().getTime() + ms)
        jumpedMs += ms
      },
    }
    const { log, logged } = recordingLog()
    const restaurant = inject('restaurant')
    const pictures = memoryStore()
    const parts = {
      config: { ...DEFAULTS, ...config },
      connection,
      clock,
      pictures,
      log: log as Log,
      clientDir,
      ...more,
    }
    const app = await buildApp(parts)
    Object.assign(server, {
      app,
      connection,
      clock,
      pictures,
      logged,
      ...callsOf(app, restaurant.owner),
      ...restaurant,
    })
  })

  afterAll(async () => {
    await server.app.close()
    await server.connection.close()
    await dropDatabase(inject('databaseServer'), name)
  })

  return server
}

/**
 * A second instance on the first one's database, clock and pictures, with its own connections.
 * @param more another database, an engine for backups
 */
export function secondInstance(
  first: TestServer,
  config: Partial<AppParts['config']> = {},
  more: () => Pick<AppParts, 'backups'> & { url?: string } = () => ({}),
): Pick<TestServer, 'app' | 'connection' | 'call' | 'asOwner'> {
  const second = {} as TestServer

  beforeAll(async () => {
    const { clock, pictures } = first
    const { url = first.connection.server.url(), ...parts } = more()
    const connection = connect(() => url, { requests: 4, reports: 1 })
    const log = recordingLog().log as Log
    const app = await buildApp({ config: { ...DEFAULTS, ...config }, connection, clock, pictures, log, ...parts })
    Object.assign(second, { app, connection, ...callsOf(app, first.owner) })
  })

  afterAll(async () => {
    await second.app.close()
    await second.connection.close()
  })

  return second
}

function callsOf(app: FastifyInstance, owner: string): Pick<TestServer, 'call' | 'asOwner'> {
  const call: TestServer['call'] = (method, url, body, more = {}) =>
    app.inject({
      method,
      url,
      ...(body !== undefined && { payload: JSON.stringify(body) }),
      ...more,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...more.headers },
    })
  return {
    call,
    asOwner: (method, url, body, headers) => call(method, url, body, { headers: { cookie: owner, ...headers } }),
  }
}

const DEFAULTS: AppParts['config'] = {
  publicUrl: undefined,
  trustProxy: false,
  timeZone: 'Europe/Bucharest',
  guestWritesPerMinute: 0,
}

/** A takeaway order of two soups. @param more fields that replace or extend the default ones */
export function takeaway(server: TestServer, more: Partial<OrderRequest> = {}): OrderRequest {
  return {
    items: [{ menuItemId: server.soup, quantity: 2 }],
    total: 5700,
    diningOption: 'takeaway',
    customerName: 'Ana Pop',
    phoneNumber: '0712 345 678',
    ...more,
  }
}
