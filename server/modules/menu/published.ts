import { setImmediate as nextTurn } from 'node:timers/promises'
import type * as z from 'zod/mini'
import type { Database } from '#server/db/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { cached } from '#server/platform/cached.ts'
import { type Clock, minuteOf } from '#server/platform/clock.ts'
import { coalesce } from '#server/platform/limits/concurrency.ts'
import { type Log, readableElements } from '#server/platform/log.ts'
import { type PublishedResponse, publishJson, publishResponse } from '#server/platform/published-response.ts'
import type { ResponseOf } from '#shared/contracts/base/endpoint.ts'
import {
  type getOffers,
  type MenuItem,
  menuCategorySchema,
  menuItemSchema,
  type Offer,
} from '#shared/contracts/menu/menu.ts'
import { menuOptionSchema, optionGroupSchema } from '#shared/contracts/menu/options.ts'
import type { PriceRule } from '#shared/contracts/price-rules.ts'
import { loweredGroups, loweredPrice } from '#shared/domain/menu/offers.ts'
import { isMarkedAt, optionsOfDish } from '#shared/domain/menu/options.ts'
import {
  concerns,
  nextChange,
  pricesAt,
  type Stretch,
  shownRule,
  stretchesOf,
} from '#shared/domain/menu/price-rules.ts'
import { publishedDish, showsPortions } from '#shared/domain/menu/published-dish.ts'
import { pick, remembered } from '#shared/domain/objects.ts'
import { businessDayOf } from '#shared/domain/time/business-day.ts'
import { groupView } from './options/groups.ts'
import type { GroupRow } from './options/repo.ts'
import { byId, type DishRow, dishView, type Pairs, readableHours, readMenu, readPairs } from './repo.ts'

/** The number of dishes that are serialized before other requests get a turn. */
const SERIALIZE_BATCH_SIZE = 20

/** Who reads the menu: guests; staff with a duty, who see all portions; owners, who see what is hidden too. */
type Audience = 'guests' | 'service' | 'owners'

export interface MenuResponses {
  /** The dishes whose price a rule lowers at a moment. */
  offersAt(at: Date): ResponseOf<typeof getOffers>
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
  timeZone: string
}

export type PublishedMenu = ReturnType<typeof publishMenu>

/**
 * Publishes the menu from the database.
 * @param isListening whether this process receives announcements of changes; if not, every request reads the menu again
 * @param onPublished called when guests get another menu, also before the author of its change gets the response
 * @param onOffers called when they get other offers
 */
export function publishMenu(
  { db, clock, log, timeZone }: MenuSource,
  isListening: () => boolean,
  onPublished = () => {},
  onOffers = () => {},
) {
  const cacheFor = (audience: Audience) =>
    cached({ clock, isListening, read: (now) => readResponses({ db, log, timeZone, audience, now }) })
  const menus = { guests: cacheFor('guests'), service: cacheFor('service'), owners: cacheFor('owners') }
  /** What guests got last; undefined if it is unknown. */
  let last: { responses: MenuResponses; etag: string; offers: string } | undefined

  function forget(): void {
    for (const menu of Object.values(menus)) menu.forget()
  }

  /** How many changes are being published. */
  let changing = 0

  /** Publishes the changed menu for guests; others' is read when they ask. @returns whether guests get another one */
  async function changed(): Promise<boolean> {
    forget()
    changing++
    const responses = await menus.guests.current().catch(() => undefined)
    changing--
    return compare(responses)
  }

  function compare(responses: MenuResponses | undefined): boolean {
    const before = last
    last = responses && remember(responses)
    const isAnother = !last || last.etag !== before?.etag
    if (isAnother) onPublished()
    if (last?.offers !== before?.offers) onOffers()
    return isAnother
  }

  const remember = (responses: MenuResponses) => ({
    responses,
    etag: [responses.dishes, responses.options].map(({ plain }) => plain.headers.etag).join(),
    offers: JSON.stringify(responses.offersAt(clock.now())),
  })

  /** Publishes what the time alone has changed. @returns who gets another menu; undefined if nobody does */
  async function followClock(): Promise<'all' | 'service' | undefined> {
    const responses = await menus.guests.current()
    // What a change publishes is announced with it.
    if (changing > 0) return undefined
    if (last && last.responses !== responses) return compare(responses) ? 'all' : 'service'
    last ??= remember(responses)
    return undefined
  }

  /** Waits until a change is made and published, so that its author reads it at once. */
  async function after<Result>(change: Promise<Result>): Promise<Result> {
    const result = await change
    await changed()
    return result
  }

  return { current: (audience: Audience) => menus[audience].current(), forget, changed, after, followClock }
}

interface Wanted extends Pick<MenuSource, 'db' | 'log' | 'timeZone'> {
  audience: Audience
  now: Date
}

async function readResponses({ db, log, timeZone, audience, now }: Wanted) {
  const isOwners = audience === 'owners'
  const menu = await readMenu(db)
  const rows = isOwners ? menu.dishes : menu.dishes.filter(isShown)
  const groups = menu.groups.map((row) => {
    const group = groupView(row, now)
    const options = readableElements(menuOptionSchema, group.options, log, 'options', isOwners)
    return { ...group, options, ...(options.some(({ isBroken }) => isBroken) && { isBroken: true }) }
  })
  const groupsById = byId(groups)
  const stretches = stretchesOf(menu.rules, now, timeZone).map((one) => ({ ...one, isOf: concerns(one.rule) }))
  const texts: string[] = []
  const begun = new Set<string>()
  for (let from = 0; from < rows.length; from += SERIALIZE_BATCH_SIZE) {
    await nextTurn()
    const batch = rows.slice(from, from + SERIALIZE_BATCH_SIZE)
    const views = batch.map((row) => {
      const own = stretches.filter(({ isOf }) => isOf(row))
      const view = dishView(row, groupsById, now)
      return own.length > 0 ? { ...view, offer: offerOf(view, own, groupsById, now) } : view
    })
    for (const dish of readableElements(menuItemSchema, views, log, 'menu', isOwners)) {
      const portionsLeft = audience !== 'guests' || showsPortions(dish) ? dish.portionsLeft : null
      // The hours of a category are those of its first dish.
      const categoryServedHours = begun.has(dish.category) ? null : dish.categoryServedHours
      begun.add(dish.category)
      texts.push(JSON.stringify(publishedDish({ ...dish, portionsLeft, categoryServedHours })))
    }
  }
  const marks = [
    ...menu.dishes.flatMap(({ soldOutUntil, portionsUntil }) => [soldOutUntil, portionsUntil]),
    ...menu.groups.flatMap(({ options }) => options.map(({ soldOutUntil }) => soldOutUntil)),
  ]
  const ends = [...marks.filter((mark) => isMarkedAt(mark, now)), nextChange(stretches, now)]
  const until = Math.min(...ends.flatMap((end) => (end ? new Date(end).getTime() : [])))
  const value: MenuResponses = {
    dishes: await publish(texts),
    categories: await publishRows(
      menuCategorySchema,
      isOwners ? menu.categories : categoriesForGuests(menu.categories),
    ),
    options: await publishRows(optionGroupSchema, isOwners ? withDishes(groups, rows) : groupsForGuests(groups, rows)),
    shownIds: new Set(rows.map(({ id }) => id)),
    offersAt: offersOf(rows, menu.rules, timeZone),
  }
  // A dish becomes available on time, even if the announcement is late.
  return { value, validUntil: Number.isFinite(until) ? new Date(until) : undefined }

  function publishRows(schema: z.ZodMiniType, list: readonly object[]): Promise<PublishedResponse> {
    const shown = readableElements(schema, list, log, 'menu', isOwners)
    return publish(shown.map((row) => JSON.stringify(row)))
  }
}

/** The offer of a dish. @param stretches of its rules */
function offerOf(
  { price, fromPrice, optionGroupIds }: MenuItem,
  stretches: readonly Stretch<PriceRule>[],
  groupsById: ReadonlyMap<number, GroupRow>,
  now: Date,
): Offer | null {
  const shown = shownRule(stretches, now)
  if (!shown) return null
  const { percent, roundTo, name, nameRo } = shown.rule
  const offer = { percent, ...(roundTo > 1 && { roundTo }), name, nameRo, until: shown.until?.toISOString() ?? null }
  if (fromPrice === null) return offer
  const own = optionGroupIds.flatMap((id) => groupsById.get(id) ?? [])
  const lowered = optionsOfDish(loweredGroups(own, offer), loweredPrice(price, offer), now)
  return { ...offer, fromPrice: lowered.fromPrice ?? fromPrice }
}

function offersOf(rows: readonly DishRow[], rules: readonly PriceRule[], timeZone: string): MenuResponses['offersAt'] {
  const dishes = rows.map(({ id, categoryId }) => ({ id, categoryId }))
  // Rules begin and end with a minute, and anybody may ask.
  const ofMinute = remembered<ReturnType<MenuResponses['offersAt']>>(100)
  return (at) => ofMinute(String(minuteOf(at)), () => offersNow(at))

  function offersNow(at: Date) {
    const ruleOf = pricesAt(rules, at, timeZone)
    return dishes.flatMap((dish) => {
      const rule = ruleOf(dish)
      return rule ? { menuItemId: dish.id, ...pick(rule, ['percent', 'roundTo']) } : []
    })
  }
}

type Categories = Awaited<ReturnType<typeof readMenu>>['categories']
type Group = ReturnType<typeof groupView>

const categoriesForGuests = (categories: Categories) =>
  categories
    .filter(({ isActive }) => isActive)
    .map(({ stationId: _, vatRate: __, servedHours, ...shown }) => ({
      ...shown,
      servedHours: readableHours(servedHours),
    }))

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
  { db, reports, clock, timeZone, log }: MenuSource & { reports: Database },
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
