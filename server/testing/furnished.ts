import { expect } from 'vitest'
import { DEFAULT_PICKUP } from '#shared/domain/orders/pickup.ts'
import type { TestServer } from './app.ts'

const DAYS = [1, 2, 3, 4, 5, 6, 7]
/** Hours twice a day; together they last all day, so that a test may run at any time. */
const TWICE_A_DAY = DAYS.flatMap((day) => [
  { day, from: '05:00', to: '16:00' },
  { day, from: '16:00', to: '05:00' },
])

/** Gives the tests' restaurant what a restaurant in use has: hours, pickup, options, payments, a printer, a promotion. */
export async function furnish(server: TestServer): Promise<void> {
  const change = async (method: 'POST' | 'PATCH', url: string, body: object) => {
    const response = await server.asOwner(method, url, body)
    expect([url, response.statusCode < 300 ? 'done' : response.body]).toEqual([url, 'done'])
    return response.json()
  }
  await change('PATCH', '/api/settings', {
    openingHours: { weekly: TWICE_A_DAY, exceptions: [{ date: '2020-01-01', closed: true }] },
    lastOrderMinutes: 0,
    pickup: { ...DEFAULT_PICKUP, on: true, ordersPerSlot: 999 },
    payments: true,
  })
  const option = { name: 'Cream', nameRo: 'Smântână', price: 300 }
  const group = await change('POST', '/api/menu/options', { name: 'Extras', min: 0, max: 3, options: [option] })
  await change('PATCH', `/api/menu/${server.soup}`, { optionGroupIds: [group.id], servedHours: TWICE_A_DAY })
  await change('POST', '/api/printers', { name: 'Kitchen', kind: 'star', stations: [], documents: ['kitchen'] })
}
