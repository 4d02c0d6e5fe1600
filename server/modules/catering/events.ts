import { type Database, inTransaction, type Reader, type Tx } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { type FoundDish, findDishesById, type GroupRow, groupsOfDishes } from '#server/modules/menu/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError, required } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import type { Received } from '#shared/contracts/base/endpoint.ts'
import * as contract from '#shared/contracts/catering.ts'
import { type EventStatus, eventSums, isOpenEvent, validUntil } from '#shared/domain/catering.ts'
import { phonePart } from '#shared/domain/customers/stored-phone.ts'
import type { Language } from '#shared/domain/language.ts'
import { choicePrice, chosenOptions, countChoices, exceedsTimes, optionCopy } from '#shared/domain/menu/options.ts'
import { MAX_PRICE } from '#shared/domain/money.ts'
import { localDayOf, localTime } from '#shared/domain/time/local-time.ts'
import { renderProposal } from './proposal/render.ts'
import type { EventWithLines } from './repo.ts'
import * as repo from './repo.ts'

/**
 * The lines of a new event with current names and allergens, and with current prices if none were sent
 * (docs/product/catering.md#catering-frozen).
 */
function newEventLines(
  items: contract.EventInput['items'],
  dishes: ReadonlyMap<number, FoundDish>,
  groups: ReadonlyMap<number, GroupRow>,
): Omit<contract.EventLine, 'id'>[] {
  const unavailable = new Map<number, { menuItemId: number; name?: string }>()
  const lines: Omit<contract.EventLine, 'id'>[] = []
  for (const { menuItemId, quantity, name, priceAtTimeOfEvent: sentPrice, options = [] } of items) {
    const dish = dishes.get(menuItemId)
    const own = (dish?.optionGroupIds ?? []).flatMap((id) => groups.get(id) ?? [])
    const chosen = chosenOptions(own, options)
    if (chosen.length < countChoices(options).size || exceedsTimes(own, options)) throw new AppError('options_invalid')
    const price = sentPrice ?? (dish && dish.price + choicePrice(own, options))
    const lineName = dish?.name ?? name
    if (price === undefined || price > MAX_PRICE || !lineName) {
      unavailable.set(menuItemId, { menuItemId, ...(lineName && { name: lineName }) })
      continue
    }
    lines.push({
      menuItemId: dish?.id ?? null,
      quantity,
      name: lineName,
      nameRo: dish?.nameRo ?? '',
      priceAtTimeOfEvent: price,
      options: chosen.map(optionCopy),
      allergenCodes: [
        ...new Set([dish, ...chosen.map(({ option }) => option)].flatMap((one) => one?.allergenCodes ?? [])),
      ],
      allergens: dish?.allergens ?? null,
      // The owner's declaration for a set menu does not apply to its courses.
      allergensChecked: dish ? dish.allergensChecked && !dish.isSetMenu : null,
    })
  }
  if (unavailable.size > 0) throw new AppError('item_unavailable', { unavailable: [...unavailable.values()] })
  // Lines follow the menu's order; dishes that are no longer on the menu come last.
  const menuOrder = [...dishes.keys()]
  const positionOf = ({ menuItemId }: Pick<contract.EventLine, 'menuItemId'>) =>
    menuItemId === null ? menuOrder.length : menuOrder.indexOf(menuItemId)
  return lines.sort((a, b) => positionOf(a) - positionOf(b))
}

/** An event with the sums that follow from its lines. */
function eventView({ event, lines }: EventWithLines) {
  const items = lines.map(({ eventId: _, ...line }) => line)
  const { total, totalAfterDiscount } = eventSums({ ...event, items })
  return { ...event, items, total, totalAfterDiscount }
}

/** Lists the events with one of these phone numbers, newest first. */
export async function listPersonEvents(db: Reader, numbers: readonly string[]) {
  return (await repo.listEventsOf(db, numbers)).map(eventView)
}

export async function erasePersonEvents(tx: Tx, numbers: readonly string[], now: Date): Promise<void> {
  await eraseEvents(tx, await repo.lockEventsOf(tx, numbers), now)
}

/** Erases the data of the given events from before `day` (docs/product/privacy.md#privacy-clock). */
export async function eraseOverdueEvents(tx: Tx, ids: readonly number[], day: string, now: Date): Promise<void> {
  await eraseEvents(tx, await repo.lockOverdueEvents(tx, ids, day), now)
}

/** Erases restored events again whose keys are in `erasures`. @returns the number of events */
export async function eraseEventsAgain(tx: Tx, now: Date): Promise<number> {
  const ids = await repo.lockEventsToEraseAgain(tx)
  await eraseEvents(tx, ids, now)
  return ids.length
}

async function eraseEvents(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await repo.anonymizeEvents(tx, ids, now)
  await announceArea(tx, 'events')
}

/** Copies everything that the proposal shows (docs/product/catering.md#catering-frozen). */
export async function addEvent(tx: Tx, input: contract.EventInput, timeZone: string, now: Date) {
  const settings = await readSettings(tx)
  const { restaurantName, restaurantAddress, restaurantPhone, legalName, taxNumber } = settings
  const { items, language = settings.language, ...fields } = input
  const ids = items.map(({ menuItemId }) => menuItemId)
  const [dishes, groups] = await Promise.all([findDishesById(tx, ids), groupsOfDishes(tx, ids)])
  const lines = newEventLines(items, dishes, groups)
  const eventDate = localDayOf(input.eventDate, timeZone)
  const event = {
    ...{ ...fields, language, eventDate, validUntil: validUntil(now, eventDate, timeZone) },
    currency: settings.currency,
    restaurant: { restaurantName, restaurantAddress, restaurantPhone, legalName, taxNumber },
    ...{ createdAt: now, updatedAt: now },
  }
  const inserted = await repo.insertEvent(tx, event, lines)
  await announceArea(tx, 'events')
  return eventView(inserted)
}

export async function eventPage(db: Database, { before, q }: Received<typeof contract.listEvents>['query']) {
  const search = q ? { text: q, phone: phonePart(q) } : undefined
  return (await repo.listEventsBefore(db, { before, search, limit: contract.EVENTS_PER_PAGE })).map(eventView)
}

export function changeEventStatus(db: Database, id: number, status: EventStatus, now: Date) {
  return inTransaction(db, async (tx) => {
    await repo.updateStatus(tx, id, status, now)
    const changed = required(await repo.findEvent(tx, id))
    await announceArea(tx, 'events')
    return eventView(changed)
  })
}

/** Deletes an undecided event with its proposals (docs/product/catering.md#catering-delete). */
export function removeEvent(db: Database, id: number, owner: Viewer, now: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (!isOpenEvent(required(await repo.lockStatus(tx, id)))) throw new AppError('event_decided')
    await repo.forgetEvents(tx, [id])
    await repo.deleteEventRow(tx, id)
    await noteInJournal(tx, owner, 'event_deleted', { event: id }, now)
    await announceArea(tx, 'events')
  })
}

export async function proposalOf(
  db: Database,
  id: number,
  options: { inLanguage: Language | undefined; timeZone: string },
): Promise<{ pdf: Buffer; language: Language }> {
  const stored = required(await repo.findEvent(db, id))
  const event = eventView(stored)
  const language = options.inLanguage ?? event.language
  const enteredOn = localTime(stored.event.createdAt, options.timeZone).day
  const pdf = await renderProposal({ event, enteredOn, restaurant: stored.event.restaurant, language })
  return { pdf: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength), language }
}
