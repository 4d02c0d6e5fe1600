import { setTimeout } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { dishPortions, orders } from '#server/db/schema/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { listenUrl, openTestSocket } from '#server/testing/phone.ts'
import { type People, seatAtNewTable, signInPeople } from '#server/testing/users.ts'
import type { PublishedDish } from '#shared/contracts/menu/menu.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { wholeDishes } from '#shared/domain/menu/published-dish.ts'

const server = testServer({ guestWritesPerMinute: 0 })
/** An hour before midnight in Bucharest, and the start of the next business day. */
const EVENING = new Date('2026-11-21T21:00:00Z')
const MORNING = '2026-11-22T02:00:00.000Z'

let people: People
beforeAll(async () => {
  people = await signInPeople(server)
})
beforeEach(() => server.clock.set(EVENING))
afterEach(async () => {
  for (const id of [server.soup, server.pizza]) await count(id, null)
})

const count = (id: number, left: unknown, cookie = server.owner) =>
  server.call('POST', `/api/menu/${id}/portions`, { left }, { headers: { cookie } })
const seenBy = async (cookie?: string, id = server.soup) => {
  const response = await server.call('GET', '/api/menu', undefined, cookie ? { headers: { cookie } } : {})
  return wholeDishes(response.json<PublishedDish[]>()).find((one) => one.id === id)
}
/** Reads the portions left from the database; the menu follows within a second. */
const left = async (id = server.soup) => {
  const [row] = await server.connection.db.select().from(dishPortions).where(eq(dishPortions.menuItemId, id))
  return row && Math.max(row.portionsLeft, 0)
}
const soups = (quantity: number, more: object = {}) => ({
  items: [{ menuItemId: server.soup, quantity }],
  total: 2850 * quantity,
  ...more,
})
let keys = 0
/** Places an order as the floor, whose orders take what they want, or as somebody else. */
const order = (more: object = {}, cookie = people.floor) =>
  server.call('POST', '/api/orders', takeaway(server, more), {
    headers: { 'idempotency-key': `portions ${++keys}`, cookie },
  })
const ordered = async (more: object = {}) => (await order(more)).json<PlacedOrder>()
const setStatus = (id: number, status: string) => server.asOwner('PATCH', `/api/orders/${id}`, { status })

describe('the portions of a dish', () => {
  it('are counted down by orders; of more than are left nothing is ordered, and at 0 the dish is sold out today', async () => {
    const before = await seenBy(server.owner)
    expect((await count(server.soup, 3)).json()).toEqual({ ...before, portionsLeft: 3 })
    expect([(await order(soups(1))).statusCode, await left()]).toEqual([201, 2])
    expect([(await order(soups(1))).statusCode, await left()]).toEqual([201, 1])
    const refused = await order(soups(2))
    expect([refused.statusCode, refused.json().code, refused.json().unavailable]).toEqual([
      409,
      'item_unavailable',
      [{ menuItemId: server.soup, name: 'Bean soup', reason: 'portions', left: 1 }],
    ])
    expect([(await order(soups(1))).statusCode, await left()]).toEqual([201, 0])
    await vi.waitFor(async () => expect(await seenBy()).toMatchObject({ portionsLeft: 0, soldOutUntil: MORNING }))
    expect((await order(soups(1))).json().unavailable).toEqual([
      { menuItemId: server.soup, name: 'Bean soup', reason: 'portions', left: 0 },
    ])
    expect(await seenBy(undefined, server.pizza)).toMatchObject({ portionsLeft: null, soldOutUntil: null })
  })

  it('are never exceeded by many orders at once, with other dishes in either sequence, and cancellations between', async () => {
    await count(server.soup, 12)
    await count(server.pizza, 12)
    const lines = [
      { menuItemId: server.soup, quantity: 1 },
      { menuItemId: server.pizza, quantity: 1 },
    ]
    const both = { total: 2850 + 4200 }
    const responses = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const response = await order({ ...both, items: i % 2 ? lines : lines.toReversed() })
        if (response.statusCode === 201 && i % 4 === 0) await setStatus(response.json().id, 'cancelled')
        return response
      }),
    )
    const placed = responses.filter(({ statusCode }) => statusCode === 201).map((response) => response.json().id)
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 409]))
    const orders = (await server.asOwner('GET', '/api/orders')).json<PlacedOrder[]>()
    const kept = orders.filter(({ id, status }) => placed.includes(id) && status !== 'cancelled')
    expect(await left()).toBe(12 - kept.length)
    expect(await left(server.pizza)).toBe(12 - kept.length)
  })

  it('come back with a cancellation and a line taken off, and are taken again by reopening, even when none is left', async () => {
    await count(server.soup, 3)
    const first = await ordered(soups(2))
    await setStatus(first.id, 'cancelled')
    expect(await left()).toBe(3)
    const second = await ordered(soups(3))
    await server.asOwner('PATCH', `/api/orders/${second.id}/items/${second.items[0]?.id}`, { quantity: 1 })
    expect(await left()).toBe(2)
    await ordered(soups(2))
    await setStatus(first.id, 'preparing')
    expect(await left()).toBe(0)
    await setStatus(second.id, 'cancelled')
    expect(await left()).toBe(0)
    await setStatus(first.id, 'cancelled')
    expect(await left()).toBe(1)
  })

  it('are not given back by an order from before the count, or from an earlier day', async () => {
    const earlier = await ordered(soups(2))
    await count(server.soup, 4)
    await setStatus(earlier.id, 'cancelled')
    expect(await left()).toBe(4)
    const counted = await ordered(soups(1))
    server.clock.set(new Date(MORNING))
    await count(server.soup, 5)
    await setStatus(counted.id, 'cancelled')
    expect(await left()).toBe(5)
  })

  it('are not counted from the next business day on, nor after null', async () => {
    await count(server.soup, 0)
    expect(await seenBy()).toMatchObject({ portionsLeft: 0, soldOutUntil: MORNING })
    server.clock.set(new Date(MORNING))
    await vi.waitFor(async () => expect(await seenBy()).toMatchObject({ portionsLeft: null, soldOutUntil: null }))
    expect((await order(soups(1))).statusCode).toBe(201)
    await count(server.soup, 7)
    expect((await count(server.soup, null)).json()).toMatchObject({ portionsLeft: null, soldOutUntil: null })
  })

  it('end when a dish is marked as available again; one that is marked as sold out keeps them', async () => {
    const mark = (soldOut: boolean) => server.asOwner('POST', `/api/menu/${server.soup}/sold-out`, { soldOut })
    await count(server.soup, 0)
    expect((await mark(false)).json()).toMatchObject({ portionsLeft: null, soldOutUntil: null })
    await count(server.soup, 2)
    await mark(true)
    expect((await order(soups(1))).json().code).toBe('item_unavailable')
    expect((await mark(false)).json()).toMatchObject({ portionsLeft: 2, soldOutUntil: null })
  })

  it('are set by both duties and owners, seen by them always, and by guests from 5 down', async () => {
    expect((await count(server.soup, 6, people.kitchen)).statusCode).toBe(200)
    const seen = async () =>
      Promise.all(
        [undefined, people.staff, people.kitchen, people.floor, server.owner].map(
          async (cookie) => (await seenBy(cookie))?.portionsLeft,
        ),
      )
    expect(await seen()).toEqual([null, null, 6, 6, 6])
    expect((await count(server.soup, 5, people.floor)).statusCode).toBe(200)
    expect(await seen()).toEqual([5, 5, 5, 5, 5])
    expect((await count(server.soup, 4, people.staff)).statusCode).toBe(403)
    expect((await server.call('POST', `/api/menu/${server.soup}/portions`, { left: 4 })).statusCode).toBe(401)
    for (const wrong of [-1, 1.5, 10_000, '3', undefined])
      expect((await count(server.soup, wrong)).statusCode).toBe(400)
    expect((await count(999_999, 1)).statusCode).toBe(404)
  })

  it('of a dish that an option names are taken with it, and at 0 the option is sold out', async () => {
    const group = { name: 'Course', options: [{ name: '', menuItemId: server.soup, price: 0 }], min: 0, max: 1 }
    const made = (await server.asOwner('POST', '/api/menu/options', group)).json()
    await server.asOwner('PATCH', `/api/menu/${server.pizza}`, { optionGroupIds: [made.id] })
    await count(server.soup, 2)
    const menu = (quantity: number) => ({
      items: [{ menuItemId: server.pizza, quantity, options: [made.options[0].id] }],
      total: 4200 * quantity,
    })
    expect((await order(menu(3))).json().unavailable).toMatchObject([{ menuItemId: server.pizza, left: 2 }])
    expect([(await order(menu(2))).statusCode, await left()]).toEqual([201, 0])
    expect((await order(menu(1))).json().unavailable).toMatchObject([{ menuItemId: server.pizza, reason: 'sold_out' }])
    await server.asOwner('PATCH', `/api/menu/${server.pizza}`, { optionGroupIds: [] })
  })

  it('are those of a shared table’s order too; its phones see that the dish is sold out, and available again', async () => {
    const [ana] = await seatAtNewTable(server, ['Ana'])
    ana.add(server.soup, 2)
    await ana.waitForCart({ [server.soup]: 2 })
    ana.ready()
    await vi.waitFor(() => expect(ana.readyMarks()).toEqual({ Ana: true }))
    const complete = () =>
      server.call('POST', `/api/shared-sessions/${ana.joined.id}/complete`, {}, { headers: { cookie: ana.cookie } })
    await count(server.soup, 1)
    expect((await complete()).json().unavailable).toMatchObject([{ reason: 'portions', left: 1 }])
    const last = await ordered(soups(1))
    await vi.waitFor(() => expect(ana.cart()[0]?.isOrderable).toBe(false))
    await setStatus(last.id, 'cancelled')
    await vi.waitFor(() => expect(ana.cart()[0]?.isOrderable).toBe(true))
    await count(server.soup, 2)
    expect((await complete()).statusCode).toBe(200)
    expect(await left()).toBe(0)
  })

  describe('that unproven orders of an origin or a table may take are 4, or half of what is left', () => {
    beforeEach(async () => {
      await server.connection.db.delete(orders)
    })

    const limits = async (more: object = {}) => {
      const response = await order(more, '')
      const unavailable: { left?: number }[] | undefined = response.json().unavailable
      return response.statusCode === 201 ? 201 : unavailable?.map((one) => one.left)
    }
    const atTable = (more: object = {}) => ({ tableId: server.table, phoneNumber: '0000000000', ...more })

    it('also of orders that come at once', async () => {
      await count(server.soup, 100)
      expect(await limits(soups(51))).toEqual([50])
      const all = await Promise.all([50, 50, 50].map((quantity) => limits(soups(quantity))))
      expect([all.filter((one) => one === 201).length, await left()]).toEqual([1, 50])
      expect(await limits(soups(1))).toEqual([0])
    })

    it('of each dish by itself, of all lines together, and of what options name', async () => {
      const group = { name: 'Soup', options: [{ name: '', menuItemId: server.soup, price: 0 }], min: 0, max: 1 }
      const made = (await server.asOwner('POST', '/api/menu/options', group)).json()
      await server.asOwner('PATCH', `/api/menu/${server.pizza}`, { optionGroupIds: [made.id] })
      await count(server.soup, 20)
      await count(server.pizza, 10)
      const soup = { menuItemId: server.soup, quantity: 6 }
      const pizzas = (quantity: number, options: number[] = []) => ({ menuItemId: server.pizza, quantity, options })
      const items = [soup, { ...soup, notes: 'hot' }, pizzas(6)]
      expect((await order({ items, total: 12 * 2850 + 6 * 4200 }, '')).json().unavailable).toEqual([
        { menuItemId: server.soup, name: 'Bean soup', reason: 'portions', left: 10 },
        { menuItemId: server.pizza, name: 'Pizza', reason: 'portions', left: 5 },
      ])
      await count(server.pizza, null)
      const named = pizzas(11, [made.options[0].id])
      expect(await limits({ items: [named], total: 11 * 4200 })).toEqual([10])
      expect(await limits({ items: [{ ...named, quantity: 10 }], total: 10 * 4200 })).toBe(201)
      await server.asOwner('PATCH', `/api/menu/${server.pizza}`, { optionGroupIds: [] })
    })

    it('at a table too, unless its key is proven', async () => {
      await count(server.soup, 20)
      expect(await limits(soups(11, atTable()))).toEqual([10])
      await server.asOwner('PATCH', '/api/settings', { tableKeysRequired: true })
      const [table] = (await server.asOwner('GET', '/api/tables')).json()
      expect(await limits(soups(20, atTable({ tableId: table.id, tableKey: table.key })))).toBe(201)
      await server.asOwner('PATCH', '/api/settings', { tableKeysRequired: false })
    })

    it('do not bind owners and the floor', async () => {
      for (const cookie of [server.owner, people.floor]) {
        await count(server.soup, 20)
        const options = { headers: { cookie, 'idempotency-key': `portions ${++keys}` } }
        expect((await server.call('POST', '/api/orders', takeaway(server, soups(20)), options)).statusCode).toBe(201)
      }
      await count(server.soup, 20)
      const options = { headers: { cookie: people.kitchen } }
      expect((await server.call('POST', '/api/orders', takeaway(server, soups(20)), options)).statusCode).toBe(409)
    })

    it('bind a shared cart too', async () => {
      const [ana] = await seatAtNewTable(server, ['Ana'])
      ana.add(server.soup, 9)
      await ana.waitForCart({ [server.soup]: 9 })
      ana.ready()
      await vi.waitFor(() => expect(ana.readyMarks()).toEqual({ Ana: true }))
      const path = `/api/shared-sessions/${ana.joined.id}/complete`
      const complete = () => server.call('POST', path, {}, { headers: { cookie: ana.cookie } })
      await count(server.soup, 17)
      expect((await complete()).json().unavailable).toMatchObject([{ reason: 'portions', left: 8 }])
      await count(server.soup, 18)
      expect([(await complete()).statusCode, await left()]).toEqual([200, 9])
    })
  })

  it('tell guests only when what they read has changed', async () => {
    await count(server.soup, 9)
    const url = await listenUrl(server.app)
    // Earlier announcements are sent within a second.
    await setTimeout(1_100)
    const guest = await openTestSocket(url)
    const cook = await openTestSocket(url, { cookie: people.kitchen })
    const told = (socket: typeof guest) => socket.receivedFrames().filter(({ type }) => type === 'MENU_CHANGED').length
    await order(soups(1))
    await vi.waitFor(() => expect(told(cook)).toBe(1))
    expect(told(guest)).toBe(0)
    await order(soups(4))
    await vi.waitFor(() => expect(told(guest)).toBe(1), 5_000)
    for (const { socket } of [guest, cook]) socket.close()
  })
})
