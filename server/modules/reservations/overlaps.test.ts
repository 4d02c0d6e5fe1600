import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { secondInstance, takeaway } from '#server/testing/app.ts'
import { BOOK_NOW, bookFixture, HOURS } from '#server/testing/book.ts'
import { randomNumbers } from '#server/testing/random-numbers.ts'
import type { Reservation } from '#shared/contracts/reservations.ts'

const fixture = bookFixture()
const { server, setSettings } = fixture
const second = secondInstance(server)

const ROUNDS = process.env.MASA_TESTS === 'long' ? 60 : 12

it('after random bookings, changes and moves of guests, and hours that change, no two have a table at the same time', async () => {
  const random = randomNumbers(20261124)
  const numbers = [...(await fixture.tableIds()).values()]
  const moment = () => new Date(BOOK_NOW.getTime() - 3 * 60_000 + (random(12) - 1) * 30 * 60_000).toISOString()
  const ids: number[] = []
  const any = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item
  const booking = () => ({
    ...{ at: moment(), party: 1 + random(5), name: 'Ana Pop', phoneNumber: `0712 ${100_000 + random(99_999)}` },
    ...(random(3) === 0 && { tableIds: random(2) === 0 ? numbers : [any(numbers)] }),
  })
  const statuses = ['confirmed', 'seated', 'cancelled', 'done', 'no_show'] as const
  const actions = [
    async (call: typeof server.asOwner) => {
      const made = await call('POST', '/api/reservations', booking())
      if (made.statusCode === 201) ids.push(made.json<{ reservation: Reservation }>().reservation.id)
      return made
    },
    async (call: typeof server.asOwner) => {
      const { phoneNumber: _, ...change } = booking()
      const until = new Date(Date.parse(change.at) + (1 + random(6)) * 60 * 60_000).toISOString()
      return call('PATCH', `/api/reservations/${any(ids)}`, { ...change, ...(random(3) === 0 && { until }) })
    },
    // Guests order, move and leave; who was seated there moves along.
    async (call: typeof server.asOwner) => {
      const placed = await call(
        'POST',
        '/api/orders',
        takeaway(server, { tableId: any(numbers), diningOption: 'dine-in' }),
      )
      const order = `/api/orders/${placed.json<{ id: number }>().id}`
      const moved = await call('PATCH', order, { tableId: any(numbers) })
      await call('PATCH', order, { status: 'cancelled' })
      return moved
    },
    async (call: typeof server.asOwner) =>
      call('PATCH', `/api/reservations/${any(ids)}`, {
        status: any(statuses),
        ...(random(2) === 0 && { at: moment() }),
      }),
    async (call: typeof server.asOwner) => call('PATCH', `/api/tables/${any(numbers)}/status`, { status: 'available' }),
    async () =>
      setSettings({
        openingHours: { ...HOURS, weekly: HOURS.weekly.map((day) => ({ ...day, from: any(['12:00', '17:00']) })) },
      }),
  ]
  for (let round = 0; round < ROUNDS; round++) {
    const sent = Array.from({ length: 8 }, (_, i) => {
      const action = ids.length === 0 ? actions[0] : any([actions[0], actions[0], ...actions])
      return action?.(i % 2 === 0 ? server.asOwner : second.asOwner)
    })
    for (const response of await Promise.all(sent)) expect(response?.statusCode, response?.body).toBeLessThan(500)
    const { rows } = await server.connection.db.execute(sql`
      select a.id, b.id as other from reservations a join reservations b on a.id < b.id and a.table_ids && b.table_ids
        and a.at < b.until and b.at < a.until
      where a.status in ('confirmed', 'seated') and b.status in ('confirmed', 'seated')`)
    expect(rows).toEqual([])
  }
  expect(ids.length).toBeGreaterThan(5)
})
