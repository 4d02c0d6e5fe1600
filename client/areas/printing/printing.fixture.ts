import type { Ticket } from '#shared/contracts/orders.ts'

/** A ticket for tests, with the given fields changed. */
export function sampleTicket(fields: Partial<Ticket> = {}): Ticket {
  return {
    id: 1,
    kind: 'kitchen',
    stationId: null,
    at: '2026-11-20T17:42:00.000Z',
    itemId: null,
    quantity: null,
    fromTable: null,
    toTable: null,
    printedAt: null,
    ...fields,
  }
}
