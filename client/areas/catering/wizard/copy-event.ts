import type { CateringEvent } from '#shared/contracts/catering.ts'
import { startCopy } from './draft.ts'
import type { ChosenDish } from './proposal.ts'

/**
 * Fills the wizard with the customer, the dishes and the discount of an event. The dishes get today's names and prices
 * (docs/product/catering.md#catering-copy).
 * @param today the restaurant's day, YYYY-MM-DD: an earlier date of the event is left out
 * @returns the lines that are left out, because their dishes are no longer on the menu
 */
export function copyIntoDraft(event: CateringEvent, today: string): CateringEvent['items'] {
  const chosen: Record<string, ChosenDish> = {}
  for (const { menuItemId, name, nameRo, priceAtTimeOfEvent: price, quantity } of event.items) {
    if (menuItemId === null) continue
    // An event from another program may have several lines of one dish.
    const earlier = Number(chosen[menuItemId]?.quantity ?? 0)
    chosen[menuItemId] = { name, nameRo, price, quantity: String(earlier + quantity) }
  }
  startCopy({
    details: {
      customerName: event.customerName,
      customerEmail: event.customerEmail,
      customerPhone: event.customerPhone,
      eventDate: event.eventDate < today ? '' : event.eventDate,
      numberOfGuests: String(event.numberOfGuests),
      language: event.language,
      notes: event.notes ?? '',
    },
    discount: event.discount === 0 ? '' : String(event.discount),
    chosen,
  })
  return event.items.filter(({ menuItemId }) => menuItemId === null)
}
