import { type Database, inTransaction } from '#server/db/index.ts'
import { findDishesById } from '#server/modules/menu/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type Attempt, storedResponse, storeResponse } from '#server/platform/idempotency.ts'
import { announceArea } from '#server/platform/live/changed-areas.ts'
import { type CateringEvent, EVENTS_PER_PAGE, type EventInput } from '#shared/contracts/catering.ts'
import { validUntil } from '#shared/domain/catering.ts'
import type { Language } from '#shared/domain/language.ts'
import type { EventStatus } from '#shared/domain/statuses.ts'
import { localDayOf, localTime } from '#shared/domain/time/local-time.ts'
import { newEventLines } from './lines.ts'
import { renderProposal } from './proposal/render.ts'
import { findEvent, insertEvent, listEventsBefore, updateStatus } from './repo.ts'
import { eventView } from './view.ts'

export interface NewEvent {
  input: EventInput
  /** Undefined for a request without an idempotency key, which creates a new event each time. */
  attempt: Attempt | undefined
  timeZone: string
  now: Date
}

/**
 * Stores an event with a copy of everything its proposal shows (docs/product/catering.md#catering-frozen).
 * @returns the body of the 201 response: the stored one if the same attempt was answered before
 * @throws AppError `item_unavailable` with the dishes that do not exist (any more) and were sent without a price
 */
export function addEvent(db: Database, { input, attempt, timeZone, now }: NewEvent): Promise<string> {
  return inTransaction(db, async (tx, sendWithCommit) => {
    const stored = attempt && (await storedResponse(tx, attempt))
    if (stored !== undefined) return stored
    const settings = await readSettings(tx)
    const { restaurantName, restaurantAddress, restaurantPhone, legalName, taxNumber } = settings
    const { items, language = settings.language, ...fields } = input
    const dishes = await findDishesById(
      tx,
      items.map(({ menuItemId }) => menuItemId),
    )
    const lines = newEventLines(items, dishes)
    const eventDate = localDayOf(input.eventDate, timeZone)
    const inserted = await insertEvent(
      tx,
      {
        ...fields,
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
    const response = JSON.stringify(eventView(inserted))
    if (attempt) storeResponse(sendWithCommit, attempt, { response, orderId: null, now })
    return response
  })
}

/**
 * A page of events, newest first.
 * @param before id of the last event of the previous page; undefined for the first page
 */
export async function eventPage(db: Database, before: number | undefined): Promise<CateringEvent[]> {
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
 * The proposal of an event as PDF (docs/product/catering.md#catering-proposal).
 * @param options `inLanguage` is the language of the PDF, by default that of the event
 * @throws AppError `not_found`; `unavailable` while too many proposals are requested
 */
export async function proposalOf(
  db: Database,
  id: number,
  options: { inLanguage: Language | undefined; timeZone: string },
): Promise<{ pdf: Buffer; language: Language }> {
  const stored = await findEvent(db, id)
  if (!stored) throw new AppError('not_found')
  const event = eventView(stored)
  const language = options.inLanguage ?? event.language
  const enteredOn = localTime(stored.event.createdAt, options.timeZone).day
  const pdf = await renderProposal({ event, enteredOn, restaurant: stored.event.restaurant, language })
  return { pdf: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength), language }
}
