import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '#server/db/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { cached } from '#server/platform/cached.ts'
import type { Clock } from '#server/platform/clock.ts'
import { coalesce } from '#server/platform/limits/concurrency.ts'
import { type Log, readableElements } from '#server/platform/log.ts'
import { type PublishedResponse, publishJson, publishResponse } from '#server/platform/published-response.ts'
import { menuItemSchema } from '#shared/contracts/menu/menu.ts'
import { publishedDish, showsPortions } from '#shared/domain/menu/published-dish.ts'
import { businessDayOf } from '#shared/domain/time/business-day.ts'
import { groupView } from './options/groups.ts'
import { byId, type DishRow, dishView, type Pairs, readMenu, readPairs } from './repo.ts'

/** The number of dishes that are serialized before other requests get a turn. */
const SERIALIZE_BATCH_SIZE = 20

/** Who reads the menu: guests; staff with a duty, who see all portions; owners, who see what is hidden too. */
type Audience = 'guests' | 'service' | 'owners'

export interface MenuResponses {
  dishes: PublishedResponse
  categories: PublishedResponse
  /** The groups of options. */
  options: PublishedResponse
  /** The ids of the dishes. */
  shownIds: ReadonlySet<number>
}

interface MenuSource {
  db: Database
  clock: Clock
  log: Log
}

export type PublishedMenu = ReturnType<typeof publishMenu>

/**
 * Publishes the menu from the database.
 * @param isListening whether this process receives announcements of changes; if not, every request reads the menu again
 * @param onPublished called when guests get another menu, also before the author of its change gets the response
 */
export function publishMenu({ db, clock, log }: MenuSource, isListening: () => boolean, onPublished = () => {}) {
  const cacheFor = (audience: Audience) =>
    cached({ clock, isListening, read: (now) => readResponses({ db, log, audience, now }) })
  const menus = { guests: cacheFor('guests'), service: cacheFor('service'), owners: cacheFor('owners') }
  /** The ETag of the menu that guests got last; undefined if it is unknown. */
  let etag: string | undefined

  function forget(): void {
    for (const menu of Object.values(menus)) menu.forget()
  }

  /** Publishes the changed menu for guests; others' is read when they ask. @returns whether guests get another one */
  async function changed(): Promise<boolean> {
    const etagBefore = etag
    forget()
    const responses = await menus.guests.current().catch(() => undefined)
    etag = responses?.dishes.plain.headers.etag
    const isAnother = etag === undefined || etag !== etagBefore
    if (isAnother) onPublished()
    return isAnother
  }

  /** Waits until a change is made and published, so that its author reads it at once. */
  async function after<Result>(change: Promise<Result>): Promise<Result> {
    const result = await change
    await changed()
    return result
  }

  return { current: (audience: Audience) => menus[audience].current(), forget, changed, after }
}

interface Wanted extends Pick<MenuSource, 'db' | 'log'> {
  audience: Audience
  now: Date
}

async function readResponses({ db, log, audience, now }: Wanted) {
  const isOwners = audience === 'owners'
  const menu = await readMenu(db)
  const rows = isOwners ? menu.dishes : menu.dishes.filter(isShown)
  const groupsById = byId(menu.groups)
  const texts: string[] = []
  const begun = new Set<string>()
  const ends: (string | null | undefined)[] = []
  for (let from = 0; from < rows.length; from += SERIALIZE_BATCH_SIZE) {
    await nextTurn()
    const batch = rows.slice(from, from + SERIALIZE_BATCH_SIZE)
    const views = batch.map((row) => dishView(row, groupsById, now))
    for (const dish of readableElements(menuItemSchema, views, log, 'menu')) {
      const portionsLeft = audience !== 'guests' || showsPortions(dish) ? dish.portionsLeft : null
      // The hours of a category are those of its first dish.
      const categoryServedHours = begun.has(dish.category) ? null : dish.categoryServedHours
      begun.add(dish.category)
      texts.push(JSON.stringify(publishedDish({ ...dish, portionsLeft, categoryServedHours })))
      ends.push(dish.soldOutUntil)
    }
    ends.push(...batch.map(({ portionsUntil }) => portionsUntil?.toISOString()))
  }
  const groups = menu.groups.map((row) => groupView(row, now))
  for (const { options } of groups) ends.push(...options.map(({ soldOutUntil }) => soldOutUntil))
  // ISO texts sort by time.
  const [until] = ends.filter((end) => end != null && end > now.toISOString()).sort()
  const value: MenuResponses = {
    dishes: await publish(texts),
    categories: await publishRows(isOwners ? menu.categories : categoriesForGuests(menu.categories)),
    options: await publishRows(isOwners ? withDishes(groups, rows) : groupsForGuests(groups, rows)),
    shownIds: new Set(rows.map(({ id }) => id)),
  }
  // A dish becomes available on time, even if the announcement is late.
  return { value, validUntil: until == null ? undefined : new Date(until) }
}

type Categories = Awaited<ReturnType<typeof readMenu>>['categories']
type Group = ReturnType<typeof groupView>

const categoriesForGuests = (categories: Categories) =>
  categories.filter(({ isActive }) => isActive).map(({ stationId: _, vatRate: __, ...shown }) => shown)

function groupsForGuests(groups: readonly Group[], dishes: readonly DishRow[]) {
  const usedIds = new Set(dishes.flatMap(({ optionGroupIds }) => optionGroupIds))
  return groups
    .filter(({ id }) => usedIds.has(id))
    .map(({ version: _, ...group }) => ({ ...group, options: group.options.filter(({ isActive }) => isActive) }))
}

const withDishes = (groups: readonly Group[], dishes: readonly DishRow[]) =>
  groups.map((group) => ({
    ...group,
    usedBy: dishes.filter(({ optionGroupIds }) => optionGroupIds.includes(group.id)).map(({ id }) => id),
  }))

const isShown = ({ isActive, categoryIsActive }: DishRow) => isActive && categoryIsActive

const publishRows = (rows: readonly object[]) => publish(rows.map((row) => JSON.stringify(row)))

/** @param texts the elements of the list, each as JSON */
async function publish(texts: readonly string[]): Promise<PublishedResponse> {
  const pieces: Buffer[] = []
  for (let from = 0; from < texts.length; from += SERIALIZE_BATCH_SIZE) {
    await nextTurn()
    pieces.push(Buffer.from(`${from > 0 ? ',' : ''}${texts.slice(from, from + SERIALIZE_BATCH_SIZE).join(',')}`))
  }
  await nextTurn()
  const plain = Buffer.concat([Buffer.from('['), ...pieces, Buffer.from(']')])
  return publishResponse(plain, { 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Encoding' })
}

const PERIOD_MS = 90 * 24 * 60 * 60_000

/** Reads which dishes are often ordered together (docs/product/cart.md#cart-goes-with); a failure changes nothing. */
export function createSuggestions(
  { db, reports, clock, timeZone, log }: MenuSource & { reports: Database; timeZone: string },
  menu: PublishedMenu,
) {
  let pairs: Pairs = {}
  let published: { of: Pairs; shownIds: ReadonlySet<number>; response: Promise<PublishedResponse> } | undefined
  let madeFor: string | undefined

  async function readAgain(): Promise<void> {
    const { suggestions, businessDayStart } = await readSettings(db)
    const now = clock.now()
    const needed = suggestions ? businessDayOf(now, businessDayStart, timeZone) : 'off'
    if (needed === madeFor) return
    // A failure is not retried before the next day, because the statement reads many orders.
    madeFor = needed
    pairs = suggestions ? await readPairs(reports, new Date(now.getTime() - PERIOD_MS)) : {}
  }

  const refresh = coalesce(() =>
    readAgain().catch((error: unknown) => log.warn({ err: error }, 'which dishes go together could not be read')),
  )

  return {
    /** Reads the orders again if a business day began since the last read, or if the setting changed. */
    refresh,
    /** The response to `GET /api/menu/suggestions`; only the first caller waits for the orders to be read. */
    async current() {
      if (!published) await refresh()
      const { shownIds } = await menu.current('guests')
      if (published?.of !== pairs || published.shownIds !== shownIds)
        published = { of: pairs, shownIds, response: publishJson({ pairs: shownOf(pairs, shownIds) }) }
      return published.response
    },
  }
}

/** Returns the pairs that guests may read, without hidden dishes. */
function shownOf(pairs: Pairs, shownIds: ReadonlySet<number>): Pairs {
  const shown = Object.entries(pairs).map(
    ([id, others]) => [id, others.filter((other) => shownIds.has(other))] as const,
  )
  return Object.fromEntries(shown.filter(([id, others]) => shownIds.has(Number(id)) && others.length > 0))
}
