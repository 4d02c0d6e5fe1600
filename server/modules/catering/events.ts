import { type Database, inTransaction } from '#server/db/index.ts'
import { findDishesById } from '#server/modules/menu/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type Attempt, storeAnswer, storedAnswer } from '#server/platform/idempotency.ts'
import { announceArea } from '#server/platform/live/changed-areas.ts'
import { type CateringEvent, EVENTS_PER_PAGE, type EventInput } from '#shared/contracts/catering.ts'
import { validUntil } from '#shared/domain/catering.ts'
import type { EventStatus } from '#shared/domain/event-status.ts'
import type { Language } from '#shared/domain/language.ts'
import { dayMeant, localTime } from '#shared/domain/local-time.ts'
import { linesToKeep } from './lines.ts'
import { drawProposal } from './proposal/in-worker.ts'
import { findEvent, insertEvent, listEventsBefore, updateStatus } from './repo.ts'
import { eventView } from './view.ts'

export interface NewEvent {
  input: EventInput
  /** Undefined for a request without a key, which is a new event each time. */
  attempt: Attempt | undefined
  /** The restaurant's. */
  timeZone: string
  now: Date
}

/**
 * Keeps an event with all that its proposal shows (docs/product.md#catering-frozen).
 * @returns the body of the 201: the stored one, if this attempt was answered before
 * @throws AppError `item_unavailable` naming the dishes that are not there (any more) and came without a price
 */
export function addEvent(db: Database, { input, attempt, timeZone, now }: NewEvent): Promise<string> {
  return inTransaction(db, async (tx, last) => {
    const stored = attempt && (await storedAnswer(tx, attempt))
    if (stored !== undefined) return stored
    const settings = await readSettings(tx)
    const { restaurantName, restaurantAddress, restaurantPhone, legalName, taxNumber } = settings
    const { items, language = settings.language, ...given } = input
    const dishes = await findDishesById(
      tx,
      items.map(({ menuItemId }) => menuItemId),
    )
    const lines = linesToKeep(items, dishes)
    const eventDate = dayMeant(input.eventDate, timeZone)
    const written = await insertEvent(
      tx,
      {
        ...given,
        eventDate,
        validUntil: validUntil(now, eventDate, timeZone),
        language,
        currency: settings.currency,
        restaurant: { restaurantName, restaurantAddress, restaurantPhone, legalName, taxNumber },
        createdAt: now,
        updatedAt: now,
      },
      lines,
    )
    await announceArea(tx, 'events')
    const answer = JSON.stringify(eventView(written))
    if (attempt) storeAnswer(last, attempt, { answer, orderId: null, now })
    return answer
  })
}

/** A page of events, newest first. @param before the last one of the page before; the newest page if undefined */
export async function eventsBefore(db: Database, before: number | undefined): Promise<CateringEvent[]> {
  return (await listEventsBefore(db, before, EVENTS_PER_PAGE)).map(eventView)
}

/** @throws AppError `not_found` */
export function changeEventStatus(db: Database, id: number, status: EventStatus, now: Date): Promise<CateringEvent> {
  return inTransaction(db, async (tx) => {
    if (!(await updateStatus(tx, id, status, now))) throw new AppError('not_found')
    await announceArea(tx, 'events')
    const changed = await findEvent(tx, id)
    if (!changed) throw new Error('a changed event is gone')
    return eventView(changed)
  })
}

/**
 * The proposal of an event as PDF (docs/product.md#catering-proposal).
 * @param reading in which language, that of the event if undefined; and the restaurant's time zone
 * @throws AppError `not_found`, or `unavailable` while too many others are asked for
 */
export async function proposalOf(
  db: Database,
  id: number,
  reading: { inLanguage: Language | undefined; timeZone: string },
): Promise<{ pdf: Buffer; language: Language }> {
  const found = await findEvent(db, id)
  if (!found) throw new AppError('not_found')
  const event = eventView(found)
  const language = reading.inLanguage ?? event.language
  const enteredOn = localTime(found.event.createdAt, reading.timeZone).day
  const pdf = await drawProposal({ event, enteredOn, restaurant: found.event.restaurant, language })
  return { pdf: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength), language }
}
