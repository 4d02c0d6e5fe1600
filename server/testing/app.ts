import { randomBytes } from 'node:crypto'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, inject } from 'vitest'
import type { OrderRequest } from '#shared/contracts/orders.ts'
import { type AppParts, buildApp } from '../app.ts'
import { type Connection, connect } from '../db/index.ts'
import { menuCategories, menuItems, tables } from '../db/schema/index.ts'
import { registerUser, SERVER, startSession } from '../modules/accounts/index.ts'
import type { Log } from '../platform/log.ts'
import { createDatabase, dropDatabase, TEMPLATE } from './databases.ts'
import { recordingLog } from './log.ts'
import { type MemoryStore, memoryStore } from './pictures.ts'

/** A clock that a test can set. */
export interface TestClock {
  now(): Date
  /** Creates a clock. @param moment undefined selects the real time */
  set(moment: Date | undefined): void
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export interface TestServer {
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
  /** The cookie of a signed-in owner. */
  owner: string
  soup: number
  pizza: number
  soldOut: number
  /** The id of the table with number 5, which differs from its number. */
  table: number
}

/**
 * Creates a complete server for a test file: a database cloned from the template, two orderable dishes, one hidden dish,
 * two tables and an owner. Requests are injected; the server listens only if the test calls `listenUrl`.
 * @param clientDir the folder of a built client; by default only the API is served
 * @param more an engine for backups, by default none; how long printers may take
 */
export function testServer(
  config: Partial<AppParts['config']> = {},
  clientDir?: string,
  more: Pick<AppParts, 'backups' | 'printerTimeouts'> = {},
): TestServer {
  const server = {} as TestServer
  const name = `masa_test_${randomBytes(6).toString('hex')}`

  beforeAll(async () => {
    const url = await createDatabase(inject('databaseServer'), name, TEMPLATE)
    const connection = connect(() => url, { requests: 8, reports: 2 })
    let moment: Date | undefined
    const clock: TestClock = {
      now: () => moment ?? new Date(),
      set: (set) => {
        moment = set
      },
    }
    const { log, logged } = recordingLog()
    // Filled before LISTEN, so that no announcement of this data reaches a test.
    const filled = await fill(connection)
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
    Object.assign(server, { app, connection, clock, pictures, logged, ...callsOf(app, filled.owner), ...filled })
  })

  afterAll(async () => {
    await server.app.close()
    await server.connection.close()
    await dropDatabase(inject('databaseServer'), name)
  })

  return server
}

/** A second instance on the first one's database, clock and pictures, with its own connections. */
export function secondInstance(
  first: TestServer,
  config: Partial<AppParts['config']> = {},
): Pick<TestServer, 'app' | 'connection' | 'call' | 'asOwner'> {
  const second = {} as TestServer

  beforeAll(async () => {
    const { clock, pictures } = first
    const url = first.connection.server.url()
    const connection = connect(() => url, { requests: 4, reports: 1 })
    const log = recordingLog().log as Log
    const app = await buildApp({ config: { ...DEFAULTS, ...config }, connection, clock, pictures, log })
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

async function fill({ db }: Connection) {
  const at = new Date()
  const [category] = await db
    .insert(menuCategories)
    .values({ name: 'Test soups', nameRo: 'Supe de probă', position: 24 })
    .returning()
  const stamps = { categoryId: category?.id ?? 0, createdAt: at, updatedAt: at }
  const dishes = await db
    .insert(menuItems)
    .values([
      { ...stamps, name: 'Bean soup', nameRo: 'Ciorbă de fasole', price: 2850, position: 1 },
      { ...stamps, name: 'Pizza', nameRo: '', price: 4200, position: 2 },
      { ...stamps, name: 'Trout', nameRo: 'Păstrăv', price: 4900, isActive: false, position: 3 },
    ])
    .returning({ id: menuItems.id })
  const rows = await db
    .insert(tables)
    .values([
      { number: 9, capacity: 2, createdAt: at, updatedAt: at },
      { number: 5, capacity: 4, createdAt: at, updatedAt: at },
    ])
    .returning({ id: tables.id })
  const user = await registerUser(
    db,
    { username: 'boss', password: 'secret-boss', isOwner: true, by: 'environment', actor: SERVER },
    at,
  )
  const [soup, pizza, soldOut] = dishes.map(({ id }) => id)
  return { soup, pizza, soldOut, table: rows[1]?.id, owner: `masa_session=${await startSession(db, user.id, at)}` }
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
