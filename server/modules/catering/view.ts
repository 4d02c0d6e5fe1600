import type { CateringEvent } from '#shared/contracts/catering.ts'
import { eventSums } from '#shared/domain/catering.ts'
import type { EventLineRow, EventWithLines } from './repo.ts'

/** An event as it may leave the server: the stored columns and the sums derived from them. */
export function eventView({ event, lines }: EventWithLines): CateringEvent {
  const items = lines.map(lineView)
  const { total, totalAfterDiscount } = eventSums({ ...event, items })
  return {
    id: event.id,
    customerName: event.customerName,
    customerEmail: event.customerEmail,
    customerPhone: event.customerPhone,
    eventDate: event.eventDate,
    numberOfGuests: event.numberOfGuests,
    discount: event.discount,
    notes: event.notes,
    language: event.language,
    status: event.status,
    currency: event.currency,
    items,
    total,
    totalAfterDiscount,
    validUntil: event.validUntil,
    createdAt: event.createdAt.toISOString(),
    updatedAt: event.updatedAt.toISOString(),
  }
}

function lineView({ eventId, ...line }: EventLineRow): CateringEvent['items'][number] {
  return line
}
