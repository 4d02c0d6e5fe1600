import { expect } from 'vitest'
import type { CateringEvent, EventRequest } from '#shared/contracts/catering.ts'
import { testServer } from './app.ts'

export const ENTERED_AT = new Date('2026-11-20T12:00:00Z')

/** A server with what owners request of catering events. All events are entered at `ENTERED_AT`. */
export function eventsFixture() {
  const server = testServer()

  const eventRequest = (more: object = {}): EventRequest => ({
    customerName: 'Ștefania Țîrlea',
    customerEmail: 'stefania@exemplu.ro',
    customerPhone: '40712345678',
    eventDate: '2026-12-24',
    numberOfGuests: 40,
    items: [{ menuItemId: server.soup, quantity: 3 }],
    ...more,
  })
  const send = (body: unknown, headers: Record<string, string> = {}) => {
    server.clock.set(ENTERED_AT)
    return server.asOwner('POST', '/api/events', body, headers)
  }

  return {
    server,
    eventRequest,
    send,
    add: async (more: object = {}) => {
      const response = await send(eventRequest(more))
      expect([response.statusCode, response.body]).toEqual([201, response.body])
      return response.json<CateringEvent>()
    },
  }
}
