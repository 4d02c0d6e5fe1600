import { LRUCache } from 'lru-cache'
import type { Tx } from '#server/db/index.ts'
import { customerPhoneNumber, searchedTexts } from '#server/modules/customer-totals/index.ts'
import {
  choosePickup,
  isPausedAt,
  lockPickup,
  type PickedUp,
  readTakenSlots,
  refuseClosed,
  type TakenSlots,
} from '#server/modules/hours/index.ts'
import {
  type DishToday,
  dishesToday,
  existingOptions,
  type GroupRow,
  groupsOfDishes,
} from '#server/modules/menu/index.ts'
import { compareKey, findTableToOrderAt, type TableToOrderAt } from '#server/modules/occupancy/index.ts'
import { type ReadSettings, readSettings } from '#server/modules/settings/index.ts'
import { AppError, inputError } from '#server/platform/app-error.ts'
import { newToken, tokenHash } from '#server/platform/token.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { roomForNotes } from '#shared/domain/orders/cart.ts'
import { isPlaceholderPhone, PLACEHOLDER_PHONE } from '#shared/domain/orders/order.ts'
import { countHeld } from './held-repo.ts'
import type { NewOrder, OrderToWrite, ResponsePieces, WrittenIds } from './place-repo.ts'
import { type OrderToPlace, type Preconditions, priceOrder } from './price.ts'
import { orderSearchText, orderView } from './read.ts'
import { ticketsOfNewOrder } from './tickets.ts'

type Needed = Pick<OrderToPlace, 'items' | 'tableId' | 'diningOption' | 'pickupAt' | 'phoneNumber' | 'sender'>

const NONE_TAKEN: TakenSlots = new Map()
const NO_PLACES = { taken: NONE_TAKEN, held: 0 }
/**
 * The most places that one address, and one phone number, may hold: more than a family or an office orders at once, or
 * guests that a mobile network puts behind one address, and few of an evening's.
 */
const MAX_HELD = 20
const RETRY_AFTER_S = 10 * 60

/** The moment by which an order is judged: when it is picked up, or now. */
const judgedAt = ({ pickupAt }: Pick<Needed, 'pickupAt'>, now: Date) => (pickupAt ? new Date(pickupAt) : now)

/** Whether an order has a time if orders that are taken away have one. */
export const isTakenAway = ({ tableId, diningOption }: Pick<Needed, 'tableId' | 'diningOption'>) =>
  tableId === null && diningOption === 'takeaway'

const idsOf = ({ items }: Needed) => [...new Set(items.map(({ menuItemId }) => menuItemId))]
const optionIdsOf = ({ items }: Needed) => [...new Set(items.flatMap(({ options = [] }) => options))]

/** Reads what an order depends on, in one round trip; in two if it has options that name dishes. */
export async function readPreconditions(db: Tx, needed: Needed, now: Date): Promise<Preconditions> {
  const at = judgedAt(needed, now)
  const ids = idsOf(needed)
  const optionIds = optionIdsOf(needed)
  const [settings, dishes, groups, options, table, places] = await Promise.all([
    readSettings(db),
    dishesToday(db, ids, at),
    groupsOfDishes(db, ids),
    optionIds.length > 0 ? existingOptions(db, optionIds) : [],
    needed.tableId === null ? undefined : findTableToOrderAt(db, needed.tableId),
    isTakenAway(needed) ? readPlaces(db, needed, now) : NO_PLACES,
  ])
  const namedIds = options.flatMap(({ menuItemId }) =>
    menuItemId === null || dishes.has(menuItemId) ? [] : menuItemId,
  )
  if (namedIds.length > 0) for (const [id, dish] of await dishesToday(db, namedIds, at)) dishes.set(id, dish)
  return { settings, dishes, groups, existingOptionIds: new Set(options.map(({ id }) => id)), table, ...places }
}

/** What an order with a time depends on alone. */
async function readPlaces(
  db: Tx,
  { sender, phoneNumber }: Needed,
  now: Date,
): Promise<Pick<Preconditions, 'taken' | 'held'>> {
  const from = sender?.isBounded && { address: sender.address, phoneNumber: storedPhone(phoneNumber) }
  const [taken, held] = await Promise.all([readTakenSlots(db, now), from ? countHeld(db, from, now) : 0])
  return { taken, held }
}

/**
 * Drafts an order by what was read. Orders that take a place wait for each other only once all else is accepted, and are
 * then decided by the places that are left.
 * @throws AppError what `draftOrder` throws
 */
export async function decideOrder(tx: Tx, order: OrderToPlace, preconditions: Preconditions, now: Date) {
  const draft = draftOrder(order, preconditions, now)
  if (!draft.toWrite.pickup) return draft
  // Sent together; the places are read once the lock is held.
  const [, places] = await Promise.all([lockPickup(tx, {}), readPlaces(tx, order, now)])
  return draftOrder(order, { ...preconditions, ...places }, now)
}

/** The most dishes and tables that are remembered; the least recently ordered are forgotten first. */
const MAX_REMEMBERED = 10_000

/**
 * What earlier orders depended on. It may be outdated: an order that is based on it is only written if the database
 * still agrees (docs/decisions/031-an-order-in-one-statement.md).
 */
export class RememberedPreconditions {
  #settings: ReadSettings | undefined
  #taken: TakenSlots = NONE_TAKEN
  readonly #groups = new LRUCache<number, GroupRow>({ max: MAX_REMEMBERED })
  readonly #dishes = new LRUCache<number, DishToday>({ max: MAX_REMEMBERED })
  readonly #tables = new LRUCache<number, TableToOrderAt>({ max: MAX_REMEMBERED })

  remember(tableId: number | null, { settings, dishes, groups, table, taken }: Preconditions, now: Date): void {
    this.#settings = settings
    this.#taken = taken
    for (const [id, group] of groups) this.#groups.set(id, group)
    // An order for later can have a dish that is sold out today, and the next order cannot.
    for (const [id, dish] of dishes)
      if (dish.soldOutUntil === null || dish.soldOutUntil <= now) this.#dishes.set(id, dish)
    if (tableId !== null && table) this.#tables.set(tableId, table)
  }

  /** Undefined if not all of it is known. */
  recall(needed: Needed): Preconditions | undefined {
    const settings = this.#settings
    if (!settings) return undefined
    const dishes = recallAll(this.#dishes, idsOf(needed))
    const groups =
      dishes &&
      recallAll(
        this.#groups,
        [...dishes.values()].flatMap(({ optionGroupIds }) => optionGroupIds),
      )
    if (!groups) return undefined
    const options = [...groups.values()].flatMap((group) => group.options)
    const chosen = new Set(optionIdsOf(needed))
    const namedIds = options.flatMap(({ id, menuItemId }) => (menuItemId !== null && chosen.has(id) ? menuItemId : []))
    const named = recallAll(this.#dishes, namedIds)
    if (!named) return undefined
    for (const [id, dish] of named) dishes.set(id, dish)
    const table = needed.tableId === null ? undefined : this.#tables.get(needed.tableId)
    if (needed.tableId !== null && !table) return undefined
    return {
      settings,
      dishes,
      groups,
      existingOptionIds: new Set(options.map(({ id }) => id)),
      table,
      taken: this.#taken,
      held: 0,
    }
  }
}

/** What is remembered under these ids; undefined if not all of it is. */
function recallAll<Row extends object>(
  remembered: LRUCache<number, Row>,
  ids: readonly number[],
): Map<number, Row> | undefined {
  const rows = new Map<number, Row>()
  for (const id of ids) {
    const row = remembered.get(id)
    if (!row) return undefined
    rows.set(id, row)
  }
  return rows
}

/** An order that may be placed, before it has ids. */
export interface OrderDraft {
  toWrite: Omit<OrderToWrite, 'stored'>
  /** The response; its ids are 0. */
  response: PlacedOrder
}

const UNWRITTEN = {
  id: 0,
  customerId: null,
  status: 'pending',
  version: 1,
  changedVersion: 1,
  seenAt: null,
  deliveredAt: null,
  readyAt: null,
  erasedAt: null,
  endedAt: null,
  paid: 0,
  unpaid: 0,
} as const

/**
 * @throws AppError `table_key`, `notes_too_long`, `orders_paused`, `closed`, `delivery_unavailable`, `no_table_selected`,
 * `pickup_off`, `slot_gone`, `options_invalid`, `item_unavailable`, `price_changed`, `table_not_found`
 */
export function draftOrder(input: OrderToPlace, preconditions: Preconditions, now: Date): OrderDraft {
  const { settings, dishes, groups, table } = preconditions
  const { customerName, email, notes, tableId } = input
  if (tableId !== null && settings.tableKeysRequired && input.needsTableKey) compareKey(table, input.tableKey)
  if (roomForNotes([notes, ...input.items.map((item) => item.notes)]) < 0) throw new AppError('notes_too_long')
  const at = judgedAt(input, now)
  if (isPausedAt(settings, at, now)) throw new AppError('orders_paused')
  const diningOption = checkedDiningOption(input, settings)
  const pickup = pickupOf({ ...input, diningOption }, preconditions, now)
  if (pickup && preconditions.held >= MAX_HELD) throw new HoldsTooManyError()
  const { lines, portions, total } = priceOrder({ ...input, diningOption }, preconditions, at)
  if (tableId !== null && !table) throw new AppError('table_not_found')
  const [tableNumber, tableLabel] = [table?.number ?? null, table?.label ?? null]
  const isTest = input.isTest ?? false
  const digits = customerPhoneNumber(input.phoneNumber)
  const phoneNumber = storedPhone(input.phoneNumber)
  const orderToken = newToken(24)
  const order: NewOrder = {
    customerName,
    phoneNumber,
    email,
    diningOption,
    tableId,
    tableNumber,
    tableLabel,
    movedFrom: null,
    notes,
    isTest,
    total,
    currency: settings.currency,
    tickets: ticketsOfNewOrder(lines, { ofGuest: input.keepsHours && tableId === null }),
    tokenHash: tokenHash(orderToken),
    searchText: orderSearchText({ customerName, phoneNumber, email, tableNumber, tableLabel }),
    fromAddress: (pickup && input.sender?.address) ?? null,
    createdAt: now,
    pickupAt: pickup?.pickupAt ?? null,
    asap: pickup?.asap ?? false,
    startAt: pickup?.startAt ?? null,
    updatedAt: now,
  }
  const assumed = {
    settingsVersion: settings.rowVersion,
    dishIds: [...dishes.keys()],
    dishVersions: Array.from(dishes.values(), ({ rowVersion }) => rowVersion),
    groupIds: [...groups.keys()],
    groupVersions: Array.from(groups.values(), ({ rowVersion }) => rowVersion),
  }
  const customer = digits === undefined || isTest ? undefined : searchedTexts(order)
  const messagesOwner = settings.whatsappNotificationsEnabled && settings.ownerPhoneNumber !== null
  const { printsTickets } = settings
  const rows = lines.map((line) => ({ ...line, id: 0, orderId: 0, removedQuantity: 0, doneAt: null }))
  const view = orderView({ ...UNWRITTEN, ...order }, rows, [])
  return {
    toWrite: { order, lines, portions, customer, messagesOwner, printsTickets, tableKey: table?.key, pickup, assumed },
    response: {
      ...view,
      items: view.items.map(({ stationId: _, doneAt: __, ...line }) => line),
      tickets: view.tickets.map(({ stationId: _, ofGuest: __, ...ticket }) => ticket),
      orderToken,
    },
  }
}

/**
 * When an order is picked up; undefined if it has no time. One for a time is bound by its slot, and any other by the
 * present hours.
 * @throws AppError `closed`, `pickup_off`, `slot_gone`; InputError for a time at a table, or one that is no slot
 */
function pickupOf(input: OrderToPlace, { settings, taken }: Preconditions, now: Date): PickedUp | undefined {
  const { keepsHours, timeZone } = input
  const pickupAt = input.pickupAt ? new Date(input.pickupAt) : null
  if (pickupAt && !isTakenAway(input)) throw inputError('pickupAt', 'validation.pickupTakeaway')
  if (pickupAt && !settings.pickup.on) throw new AppError('pickup_off')
  if (keepsHours && !pickupAt) refuseClosed(settings, timeZone, now)
  if (!settings.pickup.on || !isTakenAway(input)) return undefined
  return choosePickup({ pickupAt, keepsHours, settings, taken, timeZone, now })
}

/** The response as JSON, without its ids. */
export function responsePieces({ id: _, items, ...rest }: PlacedOrder): ResponsePieces {
  const afterId = (object: object) => `,${JSON.stringify(object).slice(1)}`
  const lines = items.map(({ id: __, ...line }) => afterId(line))
  const separated = lines.map((line, i) => (i < lines.length - 1 ? `${line},{"id":` : `${line}]${afterId(rest)}`))
  return ['{"id":', ',"items":[{"id":', ...separated]
}

/** The response as JSON, as the database puts it together too. */
export function joinPieces(pieces: ResponsePieces, { id, lineIds }: WrittenIds): string {
  return pieces.map((piece, i) => `${piece}${[id, ...lineIds][i] ?? ''}`).join('')
}

export function withIds(response: PlacedOrder, { id, lineIds }: WrittenIds): PlacedOrder {
  return { ...response, id, items: response.items.map((line, i) => ({ ...line, id: lineIds[i] ?? 0 })) }
}

/** A customer's number as digits, the placeholder in its canonical spelling, and any other number as it was typed. */
function storedPhone(phone: string): string {
  return customerPhoneNumber(phone) ?? (isPlaceholderPhone(phone) ? PLACEHOLDER_PHONE : phone)
}

/** A refusal for now by what one address or phone number holds, in words of its own. */
class HoldsTooManyError extends AppError {
  constructor() {
    super('too_many_requests', {}, RETRY_AFTER_S)
  }

  override get wording() {
    return 'places_held' as const
  }
}

/**
 * Returns the dining option: an order with a table is dine-in. A test has a table, and so has an order with the
 * placeholder phone, except for tests in a restaurant without tables. Delivery is not available yet.
 */
function checkedDiningOption(
  { tableId, diningOption, phoneNumber, isTest = false }: OrderToPlace,
  { noTables }: Preconditions['settings'],
): NewOrder['diningOption'] {
  if (diningOption === 'delivery') throw new AppError('delivery_unavailable')
  if (tableId !== null) return 'dine-in'
  if (isTest ? !noTables : isPlaceholderPhone(phoneNumber)) throw new AppError('no_table_selected')
  return diningOption
}
