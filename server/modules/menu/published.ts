import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '#server/db/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { cached } from '#server/platform/cached.ts'
import type { Clock } from '#server/platform/clock.ts'
import { coalesce } from '#server/platform/limits/concurrency.ts'
import { type Log, readableElements } from '#server/platform/log.ts'
import { type PublishedResponse, publishJson, publishResponse } from '#server/platform/published-response.ts'
import { type MenuItem, menuItemSchema } from '#shared/contracts/menu/menu.ts'
import { publishedDish, showsPortions } from '#shared/domain/menu/published-dish.ts'
import { businessDayOf } from '#shared/domain/time/business-day.ts'
import { groupView } from './options/groups.ts'
import { byId, type DishRow, dishView, type Pairs, readMenu, readPairs } from './repo.ts'

/** The number of dishes that are serialized before other requests get a turn. */
const SERIALIZE_BATCH_SIZE = 200

export interface MenuResponses {
  guests: PublishedResponse
  /** The dishes of the guests' menu with all their portions, for staff with a duty. */
  service: PublishedResponse
  owners: PublishedResponse
  /** The active categories. */
  categories: PublishedResponse
  /** All categories with their stations. */
  ownersCategories: PublishedResponse
  /** The groups of options of the shown dishes. */
  options: PublishedResponse
  /** All groups with their dishes and versions. */
  ownersOptions: PublishedResponse
  /** The ids of the dishes that guests see. */
  shownIds: ReadonlySet<number>
  /** When the first dish or option becomes available, or stops counting portions; the responses expire then. */
  validUntil: Date | undefined
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
 * @param onPublished called when guests get another menu; the response to a change waits for what it returns
 */
export function publishMenu(
  { db, clock, log }: MenuSource,
  isListening: () => boolean,
  onPublished = async (): Promise<void> => {},
) {
  let followUp: Promise<void> = Promise.resolve()
  /** The ETag of the menu that guests got last; undefined if it is unknown. */
  let etag: string | undefined
  const menu = cached({
    clock,
    isListening,
    async read(now) {
      const responses = await buildResponses(db, now, log)
      const etagBefore = etag
      etag = responses.guests.plain.headers.etag
      // A change is announced to its own process, too, which then publishes the same menu again.
      if (etag !== etagBefore) followUp = onPublished()
      // A dish becomes available on time, even if the announcement is late.
      return { value: responses, validUntil: responses.validUntil }
    },
  })

  /** Publishes the changed menu. @returns whether guests get another one */
  async function changed(): Promise<boolean> {
    const etagBefore = etag
    menu.forget()
    await menu.current().catch(() => {
      etag = undefined
    })
    return etag === undefined || etag !== etagBefore
  }

  /** Waits until a change is made and published, so that its author reads it at once. */
  async function after<Result>(change: Promise<Result>): Promise<Result> {
    const result = await change
    await changed()
    await followUp
    return result
  }

  return { ...menu, changed, after }
}

async function buildResponses(db: Database, now: Date, log: Log): Promise<MenuResponses> {
  const { dishes, categories: categoryRows, groups: groupRows } = await readMenu(db)
  const groupsById = byId(groupRows)
  const allTexts: DishTexts[] = []
  const shownTexts: DishTexts[] = []
  const serviceTexts: DishTexts[] = []
  const soldOutEnds: string[] = []
  const shownIds = new Set(dishes.filter(isShown).map(({ id }) => id))
  for (let from = 0; from < dishes.length; from += SERIALIZE_BATCH_SIZE) {
    await nextTurn()
    const batch = dishes.slice(from, from + SERIALIZE_BATCH_SIZE)
    soldOutEnds.push(
      ...batch.flatMap(({ portionsUntil }) =>
        portionsUntil && portionsUntil > now ? portionsUntil.toISOString() : [],
      ),
    )
    const views = batch.map((row) => dishView(row, groupsById, now))
    for (const dish of readableElements(menuItemSchema, views, log, 'menu')) {
      const text = textsOf(dish)
      allTexts.push(text)
      if (shownIds.has(dish.id)) {
        serviceTexts.push(text)
        shownTexts.push(showsPortions(dish) ? text : textsOf({ ...dish, portionsLeft: null }))
      }
      if (dish.soldOutUntil !== null) soldOutEnds.push(dish.soldOutUntil)
    }
  }
  const groups = groupRows.map((row) => groupView(row, now))
  for (const { options } of groups) soldOutEnds.push(...options.flatMap(({ soldOutUntil }) => soldOutUntil ?? []))
  const shownGroupIds = new Set(dishes.flatMap((dish) => (isShown(dish) ? dish.optionGroupIds : [])))
  const guestsGroups = groups.flatMap(({ version: _, options, ...group }) =>
    shownGroupIds.has(group.id) ? { ...group, options: options.filter(({ isActive }) => isActive) } : [],
  )
  const ownersGroups = groups.map((group) => ({
    ...group,
    usedBy: dishes.filter(({ optionGroupIds }) => optionGroupIds.includes(group.id)).map(({ id }) => id),
  }))
  const options = await publish(guestsGroups.map((group) => JSON.stringify(group)))
  const ownersOptions = await publish(ownersGroups.map((group) => JSON.stringify(group)))
  const guests = await publish(listTexts(shownTexts))
  const service = serviceTexts.every((text, i) => text === shownTexts[i])
    ? guests
    : await publish(listTexts(serviceTexts))
  const owners = serviceTexts.length === allTexts.length ? service : await publish(listTexts(allTexts))
  const shownCategories = categoryRows.filter(({ isActive }) => isActive)
  const categories = await publish(shownCategories.map(({ stationId: _, vatRate: __, ...row }) => JSON.stringify(row)))
  const ownersCategories = await publish(categoryRows.map((row) => JSON.stringify(row)))
  // ISO texts sort by time.
  const [until] = soldOutEnds.sort()
  const validUntil = until === undefined ? undefined : new Date(until)
  return { guests, service, owners, categories, ownersCategories, options, ownersOptions, shownIds, validUntil }
}

const isShown = ({ isActive, categoryIsActive }: DishRow) => isActive && categoryIsActive

/** A dish as JSON: as the first of its category in a list, with the category's hours, and as a later one. */
interface DishTexts {
  category: string
  first: string
  later: string
}

function textsOf(dish: MenuItem): DishTexts {
  const { category, categoryServedHours } = dish
  const first = JSON.stringify(publishedDish(dish))
  const isSame = categoryServedHours === null
  return {
    category,
    first,
    later: isSame ? first : JSON.stringify(publishedDish({ ...dish, categoryServedHours: null })),
  }
}

function listTexts(dishes: readonly DishTexts[]): string[] {
  const begun = new Set<string>()
  return dishes.map(({ category, first, later }) => {
    if (begun.has(category)) return later
    begun.add(category)
    return first
  })
}

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
      const { shownIds } = await menu.current()
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
