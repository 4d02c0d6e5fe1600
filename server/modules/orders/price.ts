import { type DishToday, isSeen, portionsOf, unavailableDish } from '#server/modules/menu/index.ts'
import type { LockedTable } from '#server/modules/occupancy/index.ts'
import type { RuleOfDish } from '#server/modules/prices/index.ts'
import type { ReadSettings } from '#server/modules/settings/index.ts'
import type { TakenSlots } from '#server/modules/times/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { ErrorDetails } from '#shared/contracts/errors.ts'
import type { OrderInput } from '#shared/contracts/orders.ts'
import { stationIdOf } from '#shared/domain/kitchen.ts'
import { loweredPrice } from '#shared/domain/menu/offers.ts'
import * as choice from '#shared/domain/menu/options.ts'
import { ruleAt, runsAt, strongest } from '#shared/domain/menu/price-rules.ts'
import { linesTotal } from '#shared/domain/money.ts'
import { pick } from '#shared/domain/objects.ts'
import { MAX_LINES } from '#shared/domain/orders/cart.ts'
import { vatShares } from '#shared/domain/payments/due.ts'
import { isServedAt, SERVED_GRACE_MS } from '#shared/domain/time/opening-hours.ts'
import type { NewLine, Origin, TakenPortions } from './place-repo.ts'

/* The lines of an order with today's names, prices and stations (docs/product/options.md#options-orders). */

interface DishToOrder {
  menuItemId: number
  quantity: number
  notes: string | null
  /** The ids of the chosen options; a repeated id is chosen that often. */
  options?: readonly number[] | undefined
  /** The guest who wanted the dish, if several order together; the floor may also name a seat. */
  guestName?: string | null
}

/** The input of an order: from one guest, or from a shared cart, whose lines name the guests who wanted them. */
export interface OrderToPlace extends Omit<OrderInput, 'items' | 'total' | 'status' | 'test'> {
  items: DishToOrder[]
  /** The total that the guest saw, in minor units; undefined skips the comparison. */
  total: number | undefined
  /** Whether errors about unavailable dishes may name hidden ones. */
  seesHidden: boolean
  /** False for owners, the floor and programs, who need no table key and are bound neither by hours nor by full slots. */
  isGuest: boolean
  /** The hash of the guest's token, if the browser has one. A guest who proved the key in the session sends no key. */
  guest?: string | undefined
  timeZone: string
  /** Undefined if the address is unknown. */
  origin?: Origin | undefined
  /** The name of the program that places it. */
  program?: string | undefined
  /** Whether an owner tests the board; no message is sent then. */
  isTest?: boolean
}

/** The data that an order depends on. */
export interface Preconditions {
  settings: ReadSettings
  /** Dishes by id; unknown ids are missing. */
  dishes: ReadonlyMap<number, DishToday>
  /** The chosen options that exist, whatever dishes have them. */
  existingOptionIds: ReadonlySet<number>
  /** Undefined if the order has no table, or the table does not exist. */
  table: LockedTable | undefined
  /** The number of orders that are picked up at each time; empty for an order that is not taken away. */
  taken: TakenSlots
  /** Whether the guest's address or phone number holds as many slots as it may. */
  holdsMost: boolean
  /** Whether the guest has a seat at the table for which its key was proved. */
  hasProvenSeat: boolean
  /** The number of open unproven orders at the table; 0 if it is not limited. */
  unprovenAtTable: number
  /** The portions that unproven orders of the same table, or of the same origin, took. */
  takenPortions: readonly TakenPortions[]
}

type Item = OrderToPlace['items'][number]
type Unavailable = NonNullable<ErrorDetails['unavailable']>
type ToPrice = Pick<
  OrderToPlace,
  'items' | 'total' | 'seesHidden' | 'diningOption' | 'isGuest' | 'timeZone' | 'pickupAt'
> & {
  isProven: boolean
}

/** So many portions the unproven orders of a table or an origin may always take; more only up to half of what is left. */
const ALWAYS_TAKEN = 4

/** How many of the portions left an unproven order may take, beside what those before it took. */
function mostOf(menuItemId: number, left: number, before: readonly TakenPortions[]): number {
  const taken = before.filter((one) => one.menuItemId === menuItemId)
  const rooms = [{ times: 1, taken: 0 }, ...taken].map(
    (one) => Math.max(ALWAYS_TAKEN * one.times, Math.floor((left + one.taken) / 2)) - one.taken,
  )
  return Math.max(0, Math.min(left, ...rooms))
}

/**
 * Returns the lines of an order and their total in minor units.
 * @param now the moment for which availability is checked: an order with a pickup time is checked for that time
 */
export function priceOrder(order: ToPrice, preconditions: Preconditions, now: Date) {
  const { items, total: shownTotal } = order
  const { dishes } = preconditions
  refuseInvalid(order, preconditions)
  const unavailable = items.flatMap((item) => unavailableParts(item, order, preconditions, now))
  if (unavailable.length > 0) throw new AppError('item_unavailable', { unavailable: distinct(unavailable) })
  const runs = (rule: RuleOfDish) => runsAt(rule, now, order.timeZone)
  const { lines, total } = priced(runs)
  const short = [...portionsOf(lines)].flatMap(([menuItemId, { count }]) => {
    const left = dishes.get(menuItemId)?.portionsLeft ?? 0
    const most = order.isProven ? left : mostOf(menuItemId, left, preconditions.takenPortions)
    return count > most
      ? lines.flatMap((line) => (line.menuItemId === menuItemId ? fewLeft(line, lines, most) : []))
      : []
  })
  if (short.length > 0) throw new AppError('item_unavailable', { unavailable: distinct(short) })
  if (lines.length > MAX_LINES) throw new AppError('options_invalid')
  if (shownTotal === undefined || total === shownTotal) return { lines, total }
  const shown = earlierRules().map(priced)
  const seen = shown.find((earlier) => earlier.total === shownTotal)
  if (!seen) throw new AppError('price_changed', { total, ...prices() })
  return seen

  /** @param counts tells the rules that may lower a price */
  function priced(counts: Counts) {
    const written: NewLine[] = []
    for (const item of items) {
      const dish = dishes.get(item.menuItemId)
      const rule = dish && strongest(dish.rules.filter(counts))
      if (dish) written.push(...linesOf(item, { dish, rule, number: written.length + 1, order, preconditions }))
    }
    return { lines: written, total: linesTotal(written) }
  }

  /** By which rules a guest may have seen the prices, if the clock ended one a moment ago. */
  function earlierRules(): Counts[] {
    const mayHaveRun = (rule: RuleOfDish) => runsAt(rule, now, order.timeZone, graceOf(rule))
    const before = new Date(now.getTime() - SERVED_GRACE_MS)
    const hasBegun = (rule: RuleOfDish) => runs(rule) && !runsAt(rule, before, order.timeZone)
    const rules = items.flatMap(({ menuItemId }) => dishes.get(menuItemId)?.rules ?? [])
    const isForLater = order.pickupAt && new Date(order.pickupAt) >= now
    const isInTime = !isForLater && rules.some((rule) => mayHaveRun(rule) && !runs(rule))
    return isInTime ? [mayHaveRun, (rule) => mayHaveRun(rule) && !hasBegun(rule)] : []
  }

  /** What ended before an owner changed the rule was not ended by the clock. */
  function graceOf({ changedAt }: RuleOfDish): number {
    return changedAt ? Math.min(SERVED_GRACE_MS, Math.max(0, now.getTime() - changedAt.getTime())) : SERVED_GRACE_MS
  }

  function prices(): Pick<ErrorDetails, 'prices' | 'options' | 'offers'> {
    const ids = [...new Set(items.map(({ menuItemId }) => menuItemId))]
    const offers = ids.flatMap((menuItemId) => {
      const rule = ruleAt(dishes.get(menuItemId)?.rules ?? [], now, order.timeZone)
      return rule ? { menuItemId, percent: rule.percent, roundTo: rule.roundTo } : []
    })
    const chosen = new Set(items.flatMap(({ options = [] }) => options))
    const all = [...dishes.values()].flatMap(({ groups }) => groups.flatMap(({ options }) => options))
    const options = [...new Map(all.map((option) => [option.id, option])).values()].filter(({ id }) => chosen.has(id))
    return {
      // Dishes that options name are left out, because one may be hidden.
      prices: ids.flatMap((menuItemId) => {
        const dish = dishes.get(menuItemId)
        return dish ? { menuItemId, price: dish.price } : []
      }),
      ...(options.length > 0 && { options: options.map(({ id, price }) => ({ id, price })) }),
      ...(offers.length > 0 && { offers }),
    }
  }
}

/** Lists each unavailable dish once, however many lines have it. */
const distinct = (parts: Unavailable): Unavailable => [
  ...new Map(parts.map((part) => [JSON.stringify(part), part])).values(),
]

/** Finds the ordered dishes of a line with too few portions: a dish that its option names may be hidden. */
function fewLeft(line: NewLine, lines: readonly NewLine[], left: number): Unavailable {
  const ordered = line.partOf === null ? line : lines[line.partOf - 1]
  if (!ordered?.menuItemId) return []
  const { menuItemId, name, quantity } = ordered
  return [{ menuItemId, name, reason: 'portions', left: Math.floor((left * quantity) / line.quantity) }]
}

/** Refuses options that do not belong to their dish, and too many. */
function refuseInvalid({ items, seesHidden }: ToPrice, { dishes, existingOptionIds }: Preconditions): void {
  let count = 0
  for (const { menuItemId, options = [] } of items) {
    count += options.length
    const dish = dishes.get(menuItemId)
    if (!isSeen(dish, seesHidden) || options.length === 0) continue
    const { groups } = dish
    const own = new Set(groups.flatMap((group) => group.options.map(({ id }) => id)))
    const isForeign = options.some((id) => !own.has(id) && existingOptionIds.has(id))
    if (isForeign || choice.exceedsTimes(groups, options)) throw new AppError('options_invalid')
  }
  if (count > choice.MAX_ORDER_OPTIONS) throw new AppError('options_invalid')
}

/** Returns the reasons why one line cannot be ordered; empty if there are none. */
function unavailableParts(
  { menuItemId, options = [] }: Item,
  { seesHidden, isGuest, timeZone }: ToPrice,
  { dishes }: Preconditions,
  now: Date,
): Unavailable {
  const dish = dishes.get(menuItemId)
  const named = unavailableDish(menuItemId, dish, seesHidden)
  if (!isSeen(dish, seesHidden)) return [named]
  if (!dish.isOrderable) return [dish.portionsLeft === 0 ? { ...named, reason: 'portions', left: 0 } : named]
  if (isGuest && !isServedAt(dish.servedHours, now, timeZone, SERVED_GRACE_MS)) {
    return [{ ...named, reason: 'not_served' }]
  }
  return choice.choiceProblems(dish.groups, options, now).map((problem) => ({ ...named, ...problem }))
}

type Counts = (rule: RuleOfDish) => boolean

interface Pricing {
  dish: DishToday
  /** What lowers the price of the dish, of its options and of the dishes that they name. */
  rule: RuleOfDish | undefined
  /** The number of the line in the order, from 1. */
  number: number
  order: ToPrice
  preconditions: Preconditions
}

/** Returns the line of a dish, then its parts: the dishes that its options name, and its fees for takeaway. */
function linesOf(item: Item, { dish, rule, number, order, preconditions }: Pricing): NewLine[] {
  const { quantity, notes, guestName = null } = item
  const { stations } = preconditions.settings
  const chosen = choice.chosenOptions(dish.groups, item.options ?? [])
  const plain = chosen.filter(({ option }) => option.menuItemId === null)
  const lowered = (price: number) => loweredPrice(price, rule)
  const options = plain.map(choice.optionCopy).map((option) => ({ ...option, price: lowered(option.price) }))
  const named = chosen.flatMap(({ option, quantity: times }) => {
    const namedDish = option.menuItemId === null ? undefined : preconditions.dishes.get(option.menuItemId)
    return namedDish ? { namedDish, times, price: option.price } : []
  })
  const parts = named.flatMap(({ namedDish, times, price }): NewLine[] => {
    const part = asLine(namedDish, quantity * times)
    const own = { ...part, ...priceOf(lowered(price), price), notes: null, guestName, partOf: number }
    return [own, ...feeOf(namedDish, quantity * times)]
  })
  const hasCookedParts = parts.some(({ cooked }) => cooked)
  const hasShares = dish.isSetMenu && hasCookedParts
  // Shares are weighted by the own prices of the dishes that options name.
  const shares = hasShares ? vatShares(named.map(({ namedDish, times }) => ({ ...namedDish, quantity: times }))) : null
  return [
    {
      ...asLine(dish, quantity),
      vatShares: shares ?? null,
      ...priceOf(
        lowered(dish.price) + linesTotal(options),
        dish.price + linesTotal(plain.map((one) => ({ price: one.option.price, quantity: one.quantity }))),
      ),
      notes,
      guestName,
      options,
      // A set menu without cooked parts is cooked itself; otherwise no cook would see it.
      cooked: !hasShares,
    },
    ...parts,
    ...feeOf(dish, quantity),
  ]

  function priceOf(price: number, listPrice: number) {
    return rule ? { price, listPrice, rule: pick(rule, ['id', 'name', 'nameRo']) } : { price }
  }

  function asLine({ id, name, nameRo, stationId, vatRate, price, portionsUntil }: DishToday, portions: number) {
    const copied = { stationId: stationIdOf(stations, stationId), vatRate }
    return { ...EMPTY_LINE, ...copied, portionsUntil, menuItemId: id, name, nameRo, price, quantity: portions }
  }

  function feeOf({ takeawayFee, stationId, vatRate }: DishToday, portions: number): NewLine[] {
    if (order.diningOption !== 'takeaway' || !takeawayFee) return []
    const { name, nameRo, amount, deposit } = takeawayFee
    const station = stationIdOf(stations, stationId)
    const fee = { name, nameRo, price: amount, quantity: portions, cooked: false, partOf: number, stationId: station }
    return [{ ...EMPTY_LINE, ...fee, isDeposit: deposit, vatRate: deposit ? null : vatRate, guestName }]
  }
}

const EMPTY_LINE = {
  ...{ menuItemId: null, notes: null, guestName: null, options: [], partOf: null, listPrice: null, rule: null },
  ...{ cooked: true, vatShares: null, portionsUntil: null, isDeposit: false },
} satisfies Partial<NewLine>
