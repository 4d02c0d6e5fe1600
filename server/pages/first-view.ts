import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { Endpoint } from '#shared/contracts/base/endpoint.ts'
import { getHours, type Hours } from '#shared/contracts/hours.ts'
import { getMenu, type MenuItem, type PublishedDish } from '#shared/contracts/menu/menu.ts'
import { getPromotions, type ShownPromotion } from '#shared/contracts/promotions.ts'
import { getSettings, type Settings } from '#shared/contracts/settings.ts'
import { getTables, type Table } from '#shared/contracts/tables.ts'
import { wholeDishes } from '#shared/domain/menu/published-dish.ts'
import { tableOfSearch } from '#shared/domain/table.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { isServedAt } from '#shared/domain/time/opening-hours.ts'
import { hasSession } from '../modules/accounts/index.ts'
import type { AreaWiring } from '../platform/area.ts'
import { cached } from '../platform/cached.ts'
import { type Clock, nextMinute } from '../platform/clock.ts'
import type { RenderPage, Site } from '../platform/http/pages.ts'
import { CHANGED_TOPIC } from '../platform/live/announcements.ts'
import type { Log } from '../platform/log.ts'
import { type PublishedResponse, publishResponse } from '../platform/published-response.ts'

/* Rendered by the client's code with the responses it would request (docs/decisions/029-first-view.md). */

/** Pages for this many tables are cached, each some 100 KB with its compressed forms. */
const MAX_PAGES = 64
/** Requests that wait for a page to be rendered; further ones get the page without its dishes. */
const MAX_WAITING = 20

/** The exports of the client's build (client/app/page-renderer.tsx). */
interface PageRenderer {
  pageRenderer(template: string, responses: Responses & { now: Date }): RenderForTable
}
type RenderForTable = (table?: Table | null) => string

interface Responses {
  settings: Settings
  hours: Hours
  menu: MenuItem[]
  promotions: ShownPromotion[]
}

interface Current extends Responses {
  now: Date
  /** Identifies all that the pages of these responses are made of, except for the table. */
  version: string
}

interface Dependencies {
  app: FastifyInstance
  site: Site
  clock: Clock
  log: Log
  /** Whether this process receives announcements of changes. If not, nothing is rendered, as it may be out of date. */
  isListening: () => boolean
}

/** @returns `render`, for the route of the menu, and what its caches need to hear of */
export function renderFirstView({ app, site, clock, log, isListening }: Dependencies) {
  const { ssr } = site
  /** Includes pages that could not be rendered: each is tried once. */
  const pages = new LRUCache<string, Promise<PublishedResponse | undefined>>({ max: MAX_PAGES })
  const oneAfterAnother = pLimit(1)
  const responses = cached({
    clock,
    isListening,
    async read(now) {
      const value = await readResponses(now)
      return { value, validUntil: endOfValidity(value, now) }
    },
  })
  // Apart from the others: tables are announced with many an order and reservation.
  const tables = cached({
    clock,
    isListening,
    read: async () => ({ value: JSON.parse(await responseOf(getTables)) as Table[] }),
  })
  let renderer: { version: string; render: Promise<RenderForTable> } | undefined

  async function render(request: FastifyRequest): Promise<PublishedResponse | undefined> {
    // Owners get the page without dishes.
    if (!ssr || hasSession(request) || !isListening()) return undefined
    const tableId = tableOfSearch(new URL(request.url, 'http://masa').searchParams)
    const read = Promise.all([responses.current(), tableId === null ? [] : tables.current()])
    // The routes have logged why they failed; the page will ask again.
    const [current, known = []] = await read.catch(() => [])
    if (!current || current.menu.length === 0) return undefined
    const table = tableId === null ? undefined : (known.find((table) => table.id === tableId) ?? null)
    return pageOf(current, table, request.id)
  }

  async function readResponses(now: Date): Promise<Current> {
    const [settings, hours, menu, promotions] = await Promise.all([
      responseOf(getSettings),
      responseOf(getHours),
      responseOf(getMenu),
      responseOf(getPromotions),
    ])
    // A large menu takes the processor for some milliseconds in each of these steps.
    const listed = JSON.parse(menu) as PublishedDish[]
    await nextTurn()
    const current = {
      settings: JSON.parse(settings) as Settings,
      hours: JSON.parse(hours) as Hours,
      menu: wholeDishes(listed),
      promotions: JSON.parse(promotions) as ShownPromotion[],
    }
    const { timeZone } = current.settings
    // Pictures of the day depend on the day.
    const { day } = localTime(now, timeZone)
    const hoursOf = ({ servedHours, categoryServedHours }: MenuItem) => servedHours ?? categoryServedHours
    const served = current.menu.map((dish) => isServedAt(hoursOf(dish), now, timeZone))
    await nextTurn()
    const version = createHash('sha256')
      // JSON texts have no line ends, so none of these runs into the next.
      .update([settings, hours, menu, promotions, day, served].join('\n'))
      .digest('base64url')
    return { ...current, now, version }
  }

  async function responseOf({ path }: Endpoint): Promise<string> {
    const { statusCode, payload } = await app.inject({ url: path, headers: { host: 'localhost' } })
    if (statusCode !== 200) throw new Error(`${path} responds with ${statusCode}`)
    return payload
  }

  function pageOf(current: Current, table: Table | null | undefined, reqId: string) {
    const { version } = current
    // A table's status changes with each order, and the first view shows nothing of it.
    const key = `${version} ${JSON.stringify(table && { ...table, status: undefined })}`
    const cached = pages.get(key)
    if (cached) return cached
    // Anybody may ask for every table: rendering takes the processor for some milliseconds.
    if (oneAfterAnother.pendingCount >= MAX_WAITING) return undefined
    const page = oneAfterAnother(async () => {
      if (renderer?.version !== version) renderer = { version, render: startRendering(current) }
      const renderFor = await renderer.render
      // Requests that have arrived meanwhile, such as orders, are served first.
      await nextTurn()
      const html = renderFor(table)
      return publishResponse(Buffer.from(html), CACHING, HTML)
    }).catch((error: unknown) => {
      log.error({ err: error, reqId }, 'the first view of the menu could not be rendered')
      return undefined
    })
    pages.set(key, page)
    return page
  }

  async function startRendering({ settings, hours, menu, promotions, now }: Current): Promise<RenderForTable> {
    const { pageRenderer } = await loadCode()
    return pageRenderer(String(ssr?.template), { settings, hours, menu, promotions, now })
  }

  async function loadCode(): Promise<PageRenderer> {
    const { template, templateFile, code } = ssr as NonNullable<typeof ssr>
    // Another build may have been published since this server was started; its code does not fit this one's page.
    if ((await readFile(templateFile, 'utf8')) !== template) throw new Error('the build was replaced')
    return import(pathToFileURL(path.resolve(code)).href)
  }

  const forget = () => {
    responses.forget()
    tables.forget()
  }
  const wiring: AreaWiring = {
    topics: {
      menu: forget,
      settings: forget,
      [CHANGED_TOPIC](area) {
        if (area === 'promotions') responses.forget()
        if (area === 'tables') tables.forget()
      },
    },
    onMissed: forget,
  }
  return { render: render satisfies RenderPage, forget, wiring }
}

const HTML = 'text/html; charset=utf-8'
const CACHING = { 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Encoding' }

/** Until when the responses are valid: promotions and hours end with a minute, a pause at any moment. */
function endOfValidity({ settings, menu }: Current, now: Date): Date {
  const ends = [settings.ordersPausedUntil, ...menu.map(({ soldOutUntil }) => soldOutUntil)]
  return new Date(
    Math.min(nextMinute(now).getTime(), ...ends.flatMap((end) => (end === null ? [] : [Date.parse(end)]))),
  )
}
