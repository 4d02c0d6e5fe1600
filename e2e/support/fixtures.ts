import { createHash, randomBytes } from 'node:crypto'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { createDatabase } from '#server/testing/databases.ts'
import { type RunningServer, startProcess } from '#server/testing/process.ts'
import type { MenuItem } from '#shared/contracts/menu.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { findStage, OWNER, SHORT_MENU, WHOLE_MENU } from './stage.ts'

export { expect, OWNER }

export interface Restaurant {
  server: RunningServer
  url: string
  menu: MenuItem[]
  /** The number of the owner's session cookie. */
  ownerCookie: string
  /** Asks the database itself. */
  query<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>
  /** Sends an order as another guest's phone would. */
  order(more?: Record<string, unknown>): Promise<Order>
  /** From now on the server hears, but does not answer. */
  stall(): Promise<void>
  /** Kills the server (kill -9) and starts it anew on the same port. */
  restart(): Promise<void>
  /** A change that the owner makes elsewhere. */
  asOwner(method: string, path: string, body?: unknown): Promise<Response>
}

interface Fixtures {
  /** The console errors and failed requests that a test provokes; any other of the kind fails it. */
  expected: RegExp | undefined
  /** A page of another browser, signed in as the owner. */
  board: Page
}

interface WorkerFixtures {
  /** The demo's menu with all its dishes; else it has the first few of each category, and pages are drawn sooner. */
  wholeMenu: boolean
  /** Whether a file changes the menu for good: a restaurant of its own is opened for it, and closed after it. */
  changesMenu: boolean
  restaurant: Restaurant
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  wholeMenu: [false, { option: true, scope: 'worker' }],
  changesMenu: [false, { option: true, scope: 'worker' }],

  restaurant: [
    async ({ wholeMenu }, use, { workerIndex }) => {
      const { databaseServer, dataDir } = findStage()
      const template = wholeMenu ? WHOLE_MENU : SHORT_MENU
      const DATABASE_URL = await createDatabase(databaseServer, `journeys_${workerIndex}`, template)
      const env = { DATABASE_URL, DATA_DIR: dataDir, GUEST_WRITES_PER_MINUTE: '0', LOG_LEVEL: 'warn' }
      let server = await startProcess({ ...env, PORT: '0' })
      const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 2 })
      pool.on('error', () => {})
      const token = await startSession(pool)
      const { port } = server
      await use({
        ...(await describeRestaurant(server, pool, token)),
        stall: async () => {
          server.process.kill('SIGSTOP')
        },
        restart: async () => {
          await server.end('SIGKILL')
          server = await startProcess({ ...env, PORT: String(port) })
        },
      })
      await pool.end()
      await server.end('SIGTERM')
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: ({ restaurant }, use) => use(restaurant.url),

  expected: [undefined, { option: true }],

  context: async ({ context, expected }, use) => {
    const problems = watch(context, expected)
    await use(context)
    expect(problems, 'console errors and unexpected requests').toEqual([])
  },

  board: async ({ browser, restaurant, expected }, use) => {
    const context = await browser.newContext({ baseURL: restaurant.url, viewport: { width: 1180, height: 820 } })
    await signIn(context, restaurant)
    await countRings(context)
    const problems = watch(context, expected)
    await use(await context.newPage())
    await context.close()
    expect(problems, 'console errors and unexpected requests on the board').toEqual([])
  },
})

/** Signs a browser in as the owner, by the cookie of a session row. */
export async function signIn(context: BrowserContext, { url, ownerCookie }: Restaurant): Promise<void> {
  await context.addCookies([{ name: 'masa_session', value: ownerCookie, url, httpOnly: true, sameSite: 'Lax' }])
}

/** How long a counted sound pretends to last. */
export const SOUND_MS = 1000

/** Counts the plays of the notification sound, which a browser without a loudspeaker cannot make heard. */
export async function countRings(context: BrowserContext): Promise<void> {
  await context.addInitScript((soundMs) => {
    const counted = window as unknown as { rings: { src: string; volume: number; at: number }[] }
    counted.rings = []
    HTMLMediaElement.prototype.play = function () {
      counted.rings.push({ src: this.currentSrc || this.src, volume: this.volume, at: performance.now() })
      setTimeout(() => this.dispatchEvent(new Event('ended')), soundMs)
      return Promise.resolve()
    }
  }, SOUND_MS)
}

export const rings = (page: Page) =>
  page.evaluate(() => (window as unknown as { rings: { src: string; volume: number; at: number }[] }).rings)

function watch(context: BrowserContext, expected: RegExp | undefined): string[] {
  const problems: string[] = []
  const note = (problem: string) => {
    // Asking who is signed in is answered with 401 when nobody is, and Chromium logs every 4xx.
    const isAllowed = /^401 .*\/api\/user$/.test(problem) || expected?.test(problem)
    if (!isAllowed) problems.push(problem)
  }
  context.on('weberror', (error) => note(`error: ${error.error().message}`))
  context.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      note(`console: ${message.text()}`)
  })
  context.on('response', (response) => {
    if (response.status() >= 400) note(`${response.status()} ${response.request().method()} ${response.url()}`)
  })
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    if (why !== 'net::ERR_ABORTED') note(`failed: ${why} ${request.url()}`)
  })
  return problems
}

async function startSession(pool: pg.Pool): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await pool.query(
    `insert into sessions (token_hash, user_id, created_at, expires_at)
     select $1, id, now(), now() + interval '1 day' from users where is_owner limit 1`,
    [createHash('sha256').update(token).digest('base64url')],
  )
  return token
}

async function describeRestaurant(
  server: RunningServer,
  pool: pg.Pool,
  ownerCookie: string,
): Promise<Omit<Restaurant, 'stall' | 'restart'>> {
  const menu = (await (await fetch(`${server.url}/api/menu`)).json()) as MenuItem[]
  const send = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return {
    server,
    url: server.url,
    menu,
    ownerCookie,
    query: async <Row extends object>(sql: string, values: unknown[] = []) => (await pool.query<Row>(sql, values)).rows,
    order: async (more = {}) => {
      const dish = menu[0]
      const answer = await send('POST', '/api/orders', {
        items: [{ menuItemId: dish?.id, quantity: 1 }],
        total: dish?.price,
        diningOption: 'takeaway',
        customerName: 'Another Guest',
        phoneNumber: '0722 000 111',
        ...more,
      })
      if (answer.status !== 201) throw new Error(await answer.text())
      return (await answer.json()) as Order
    },
    asOwner: (method, path, body) => send(method, path, body, { cookie: `masa_session=${ownerCookie}` }),
  }
}
