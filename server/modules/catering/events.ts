import { type Database, inTransaction } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { findDishesById } from '#server/modules/menu/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { type Attempt, storedResponse, storeResponse } from '#server/platform/idempotency.ts'
import { announceArea } from '#server/platform/live/changed-areas.ts'
import { type CateringEvent, EVENTS_PER_PAGE, type EventInput } from '#shared/contracts/catering.ts'
import { validUntil } from '#shared/domain/catering.ts'
import { phonePart } from '#shared/domain/customers/phone.ts'
import type { Language } from '#shared/domain/language.ts'
import { type EventStatus, isOpenEvent } from '#shared/domain/statuses.ts'
import { foldText } from '#shared/domain/text.ts'
import { localDayOf, localTime } from '#shared/domain/time/local-time.ts'
import { newEventLines } from './lines.ts'
import { forgetEvent } from './personal-data.ts'
import { renderProposal } from './proposal/render.ts'
import { deleteEventRow, findEvent, insertEvent, listEventsBefore, lockStatus, updateStatus } from './repo.ts'
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

export interface EventQuery {
  /** The id of the last event of the previous page; undefined for the first page. */
  before?: number | undefined
  /** Search text as typed; case, diacritics and the notation of phone numbers do not matter. */
  q?: string | undefined
}

/** A page of events, newest first. */
export async function eventPage(db: Database, { before, q }: EventQuery): Promise<CateringEvent[]> {
  const search = q ? { text: foldText(q), phone: phonePart(q) } : undefined
  return (await listEventsBefore(db, { before, search, limit: EVENTS_PER_PAGE })).map(eventView)
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
 * Deletes an event that nobody has decided on yet, with its proposal (docs/product/catering.md#catering-delete).
 * @throws AppError `not_found`; `event_decided` if it is confirmed or cancelled
 */
export function removeEvent(db: Database, id: number, owner: Viewer, now: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    const status = await lockStatus(tx, id)
    if (status === undefined) throw new AppError('not_found')
    if (!isOpenEvent(status)) throw new AppError('event_decided')
    await forgetEvent(tx, id)
    await deleteEventRow(tx, id)
    await noteInJournal(tx, owner, 'event_deleted', { event: id }, now)
    await announceArea(tx, 'events')
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
