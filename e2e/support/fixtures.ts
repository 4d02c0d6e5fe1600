import { createHash, randomBytes } from 'node:crypto'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { createDatabase } from '#server/testing/databases.ts'
import { type RunningServer, startProcess } from '#server/testing/process.ts'
import type { MenuItem, PublishedDish } from '#shared/contracts/menu/menu.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { wholeDishes } from '#shared/domain/menu/published-dish.ts'
import { type PageTranslator, translatePage } from '../../client/testing/translate-page.ts'
import { OWNER, SHORT_MENU, sharedEnvironment, WHOLE_MENU } from './shared-environment.ts'

export { expect, OWNER }

export interface Restaurant {
  server: RunningServer
  url: string
  /** The dishes on the guests’ menu when the restaurant starts. */
  menu: MenuItem[]
  /** The value of the owner's session cookie. */
  ownerCookie: string
  /** Runs a statement in the restaurant's database. */
  query<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>
  /** Places an order as another guest's phone would: one portion of the first dish, unless `fields` say otherwise. */
  placeOrder(fields?: Record<string, unknown>): Promise<Order>
  /** Suspends the server: it accepts connections, but responds to nothing. */
  stall(): Promise<void>
  /** Kills the server (SIGKILL), does `whileDown`, and starts it again on the same port. */
  restart(whileDown?: () => Promise<void>): Promise<void>
  /** Sends a request as the owner on another device. */
  asOwner(method: string, path: string, body?: unknown): Promise<Response>
}

interface Fixtures {
  /** Matches the console errors and failed requests that a test provokes; any other error fails the test. */
  expectedProblems: RegExp | undefined
  /** A page in a browser context of its own, signed in as the owner. */
  dashboard: Page
}

interface WorkerFixtures {
  /** The translator of the browser, which changes every page; none by default. */
  pageTranslator: PageTranslator | undefined
  /** Serves all dishes of the demo; by default only the first two of each category, so that pages render sooner. */
  wholeMenu: boolean
  /** For files that change the menu and do not restore it: they get a restaurant that no other file uses. */
  changesMenu: boolean
  /** The restaurant's time zone. */
  timeZone: string
  restaurant: Restaurant
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  pageTranslator: [undefined, { option: true, scope: 'worker' }],
  wholeMenu: [false, { option: true, scope: 'worker' }],
  changesMenu: [false, { option: true, scope: 'worker' }],
  timeZone: ['Europe/Bucharest', { option: true, scope: 'worker' }],

  restaurant: [
    async ({ wholeMenu, timeZone }, use, { workerIndex }) => {
      const { databaseServerUrl, dataDir } = sharedEnvironment()
      const template = wholeMenu ? WHOLE_MENU : SHORT_MENU
      const DATABASE_URL = await createDatabase(databaseServerUrl, `e2e_${workerIndex}`, template)
      const env = {
        DATABASE_URL,
        DATA_DIR: dataDir,
        TIMEZONE: timeZone,
        GUEST_WRITES_PER_MINUTE: '0',
        LOG_LEVEL: 'warn',
      }
      let server = await startProcess({ ...env, PORT: '0' })
      const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 2 })
      pool.on('error', () => {})
      const token = await insertOwnerSession(pool)
      const { port } = server
      await use({
        ...(await connectToRestaurant(server, pool, token)),
        stall: async () => {
          server.process.kill('SIGSTOP')
        },
        restart: async (whileDown) => {
          await server.end('SIGKILL')
          await whileDown?.()
          server = await startProcess({ ...env, PORT: String(port) })
        },
      })
      await pool.end()
      // A test that failed may have left it suspended, when it does not react to SIGTERM.
      await server.end('SIGKILL')
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  browser: [
    async ({ browser, pageTranslator }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await newContext(options)
        if (pageTranslator) await context.addInitScript(translatePage, pageTranslator)
        return context
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],

  baseURL: ({ restaurant }, use) => use(restaurant.url),

  expectedProblems: [undefined, { option: true }],

  context: async ({ context, expectedProblems }, use) => {
    const problems = collectProblems(context, expectedProblems)
    await use(context)
    expect(problems, 'console errors and unexpected requests').toEqual([])
  },

  dashboard: async ({ browser, restaurant, expectedProblems }, use) => {
    const context = await browser.newContext({ baseURL: restaurant.url, viewport: { width: 1180, height: 820 } })
    await signIn(context, restaurant)
    await recordSoundPlays(context)
    const problems = collectProblems(context, expectedProblems)
    await use(await context.newPage())
    await context.close()
    expect(problems, 'console errors and unexpected requests on the dashboard').toEqual([])
  },
})

/** Signs a browser context in as the owner: sets the cookie of a session that exists in the database. */
export async function signIn(context: BrowserContext, { url, ownerCookie }: Restaurant): Promise<void> {
  await context.addCookies([{ name: 'masa_session', value: ownerCookie, url, httpOnly: true, sameSite: 'Lax' }])
}

/** How long a simulated play of the notification sound lasts. */
const SOUND_MS = 1000

/** Replaces playback in every page of the context by a recording of its calls: the browser under test has no audio. */
export async function recordSoundPlays(context: BrowserContext): Promise<void> {
  await context.addInitScript((soundMs) => {
    const recorded = window as unknown as { soundPlays: SoundPlay[] }
    recorded.soundPlays = []
    HTMLMediaElement.prototype.play = function () {
      recorded.soundPlays.push({ src: this.currentSrc || this.src, volume: this.volume, at: performance.now() })
      setTimeout(() => this.dispatchEvent(new Event('ended')), soundMs)
      return Promise.resolve()
    }
  }, SOUND_MS)
}

/** The plays of the notification sound since the page was loaded. */
export const soundPlays = (page: Page) =>
  page.evaluate(() => (window as unknown as { soundPlays: SoundPlay[] }).soundPlays)

interface SoundPlay {
  src: string
  volume: number
  /** Milliseconds of `performance.now()` at the start. */
  at: number
}

/**
 * GET /api/user responds 401 while nobody is signed in; a page that is left while a font loads gives the font up, and
 * Firefox says so (NS_BINDING_ABORTED).
 */
const NO_PROBLEM = /^401 .*\/api\/user$|^(?:console|error): .*download failed \(font-family: .* status=2152398850\b/s

/** Collects the errors of all pages of a context. Call it before the first page opens. */
export function collectProblems(context: BrowserContext, expectedProblems: RegExp | undefined): string[] {
  const problems: string[] = []
  const record = (problem: string) => {
    const isAllowed = NO_PROBLEM.test(problem) || expectedProblems?.test(problem)
    if (!isAllowed) problems.push(problem)
  }
  context.on('weberror', (error) => record(`error: ${error.error().message}`))
  context.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      record(`console: ${message.text()}`)
  })
  let loggedOut = false
  context.on('request', (request) => {
    loggedOut ||= request.url().endsWith('/api/logout')
  })
  context.on('response', (response) => {
    const call = `${response.request().method()} ${response.url()}`
    const rejected = `503 ${call}`
    // A page may be fetching anything at the moment of a logout, in this tab or another.
    const isRead = call.startsWith('GET ') || call.endsWith('/api/orders/changed')
    if (loggedOut && response.status() === 401 && isRead) return
    if (response.status() >= 400) record(`${response.status()} ${call}`)
    // A server on an overloaded machine rejects some requests; a page that repeats one has lost nothing.
    else if (call.startsWith('GET ') && problems.includes(rejected)) problems.splice(problems.indexOf(rejected), 1)
  })
  context.on('requestfailed', (request) => {
    const error = request.failure()?.errorText ?? ''
    if (error !== 'net::ERR_ABORTED' && error !== 'NS_BINDING_ABORTED') record(`failed: ${error} ${request.url()}`)
  })
  return problems
}

/** Inserts a login session of the owner. @returns the value of its cookie */
async function insertOwnerSession(pool: pg.Pool): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await pool.query(
    `insert into sessions (token_hash, user_id, created_at, expires_at)
     select $1, id, now(), now() + interval '1 day' from users where is_owner limit 1`,
    [createHash('sha256').update(token).digest('base64url')],
  )
  return token
}

async function connectToRestaurant(
  server: RunningServer,
  pool: pg.Pool,
  ownerCookie: string,
): Promise<Omit<Restaurant, 'stall' | 'restart'>> {
  const listed = (await (await fetch(`${server.url}/api/menu`)).json()) as PublishedDish[]
  const menu = wholeDishes(listed)
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
    placeOrder: async (fields = {}) => {
      const dish = menu[0]
      const response = await send('POST', '/api/orders', {
        items: [{ menuItemId: dish?.id, quantity: 1 }],
        total: dish?.price,
        diningOption: 'takeaway',
        customerName: 'Another Guest',
        phoneNumber: '0722 000 111',
        ...fields,
      })
      if (response.status !== 201) throw new Error(await response.text())
      return (await response.json()) as Order
    },
    asOwner: (method, path, body) => send(method, path, body, { cookie: `masa_session=${ownerCookie}` }),
  }
}
