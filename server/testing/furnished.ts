import { expect } from 'vitest'
import { DEFAULT_PICKUP } from '#shared/domain/orders/pickup.ts'
import type { TestServer } from './app.ts'

const DAYS = [1, 2, 3, 4, 5, 6, 7]
/** Hours twice a day; together they last all day, so that a test may run at any time. */
const TWICE_A_DAY = DAYS.flatMap((day) => [
  { day, from: '05:00', to: '16:00' },
  { day, from: '16:00', to: '05:00' },
])

/** Sends a request of the owner, which must succeed. @returns the response's body */
type Send = (method: 'POST' | 'PATCH', url: string, body: object) => Promise<{ id: number }>

/** Gives a restaurant what one in use has: hours, pickup, options, served hours, payments and a printer. */
export async function furnish(send: Send, dishId: number): Promise<void> {
  await send('PATCH', '/api/settings', {
    openingHours: { weekly: TWICE_A_DAY, exceptions: [{ date: '2020-01-01', closed: true }] },
    lastOrderMinutes: 0,
    pickup: { ...DEFAULT_PICKUP, on: true, ordersPerSlot: 999 },
    payments: true,
  })
  const option = { name: 'Cream', nameRo: 'Smântână', price: 300 }
  const group = await send('POST', '/api/menu/options', { name: 'With it', min: 0, max: 3, options: [option] })
  await send('PATCH', `/api/menu/${dishId}`, { optionGroupIds: [group.id], servedHours: TWICE_A_DAY })
  await send('POST', '/api/printers', { name: 'Kitchen', kind: 'star', stations: [], documents: ['kitchen'] })
}

/** The same for the tests' restaurant. */
export const furnishServer = (server: TestServer): Promise<void> =>
  furnish(async (method, url, body) => {
    const response = await server.asOwner(method, url, body)
    expect([url, response.statusCode < 300 ? 'done' : response.body]).toEqual([url, 'done'])
    return response.json()
  }, server.soup)
