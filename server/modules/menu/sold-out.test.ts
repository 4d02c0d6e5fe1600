import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { menuItems, menuOptions, optionGroups } from '#server/db/schema/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { listenUrl, openTestSocket } from '#server/testing/phone.ts'
import { newTable, seatAtNewTable } from '#server/testing/users.ts'
import type { PublishedDish } from '#shared/contracts/menu/menu.ts'
import type { SoldOutResponse } from '#shared/contracts/menu/menu-editing.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { wholeDishes } from '#shared/domain/menu/published-dish.ts'

const server = testServer()
const mark = (id: number, soldOut: unknown = true) => server.asOwner('POST', `/api/menu/${id}/sold-out`, { soldOut })
const menu = async () => wholeDishes((await server.call('GET', '/api/menu')).json<PublishedDish[]>())
const soup = async () => (await menu()).find(({ id }) => id === server.soup)
const soldOutUntil = async () => (await soup())?.soldOutUntil
const order = (more = {}) => server.call('POST', '/api/orders', takeaway(server, more))
const ordered = async (more = {}) => (await order(more)).json<PlacedOrder>()
const change = (path: string, body: object) => server.asOwner('PATCH', path, body)
const setDayStart = (businessDayStart: string) => change('/api/settings', { businessDayStart })

/** An hour before midnight in Bucharest, and the start of the next business day. */
const EVENING = new Date('2026-11-21T21:00:00Z')
const MORNING = '2026-11-22T02:00:00.000Z'

beforeEach(() => server.clock.set(EVENING))
afterEach(async () => {
  await mark(server.soup, false)
  await setDayStart('04:00')
})

describe('a dish that is sold out today', () => {
  it('is unavailable until the next business day begins, or until the mark is removed', async () => {
    const before = await soup()
    const response = await mark(server.soup)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ ...before, soldOutUntil: MORNING, heldBy: { orders: [], sessions: [] } })
    expect(await soldOutUntil()).toBe(MORNING)
    expect((await mark(server.soup)).json()).toEqual(response.json())
    expect((await mark(server.soup, false)).json()).toMatchObject({ soldOutUntil: null, version: before?.version })
    expect(await soup()).toEqual(before)
  })

  it.each([
    ['2026-11-22T01:59:59Z', '04:00', '2026-11-22T02:00:00.000Z'],
    ['2026-11-22T02:00:00Z', '04:00', '2026-11-23T02:00:00.000Z'],
    ['2026-11-21T21:00:00Z', '00:00', '2026-11-21T22:00:00.000Z'],
    ['2026-11-21T21:00:00Z', '23:30', '2026-11-21T21:30:00.000Z'],
  ])('marked at %s, with the business day starting at %s, is unavailable until %s', async (now, dayStart, expected) => {
    server.clock.set(new Date(now))
    await setDayStart(dayStart)
    expect((await mark(server.soup)).json().soldOutUntil).toBe(expected)
  })

  it('stays sold out when the dish or the start of the business day changes', async () => {
    await mark(server.soup)
    await change(`/api/menu/${server.soup}`, { price: 2850, description: 'Hot', soldOutUntil: null })
    await server.asOwner('POST', `/api/menu/${server.soup}/toggle`, {})
    await server.asOwner('POST', `/api/menu/${server.soup}/toggle`, {})
    await setDayStart('06:00')
    expect(await soup()).toMatchObject({ soldOutUntil: MORNING, description: 'Hot', version: 4, isActive: true })
    expect((await mark(server.soup)).json()).toMatchObject({ soldOutUntil: '2026-11-22T04:00:00.000Z', version: 4 })
  })
})

describe('marking a dish as sold out', () => {
  it('returns the open orders that still contain it, oldest first', async () => {
    const table = await newTable(server)
    const cook = async (id: number, status: string) => change(`/api/orders/${id}`, { status })
    const [first, second, cancelled, completed] = [
      await ordered(),
      await ordered({ tableId: table.id, phoneNumber: '0000000000' }),
      await ordered(),
      await ordered(),
    ]
    await cook(first.id, 'preparing')
    await cook(cancelled.id, 'cancelled')
    await cook(completed.id, 'completed')
    const items = [
      { menuItemId: server.soup, quantity: 1 },
      { menuItemId: server.pizza, quantity: 1 },
    ]
    const orderWithoutSoup = await ordered({ items, total: 2850 + 4200 })
    await change(`/api/orders/${orderWithoutSoup.id}/items/${orderWithoutSoup.items[0]?.id}`, { quantity: 0 })
    await ordered({ items: [{ menuItemId: server.pizza, quantity: 1 }], total: 4200 })
    const ordersWithSoup = (await mark(server.soup)).json<SoldOutResponse>().heldBy.orders
    const ownIds = [first.id, second.id, cancelled.id, completed.id, orderWithoutSoup.id]
    expect(ordersWithSoup.filter(({ id }) => ownIds.includes(id))).toEqual([
      { id: first.id, tableNumber: null },
      { id: second.id, tableNumber: table.number },
    ])
    expect(ordersWithSoup.map(({ id }) => id)).toEqual(ordersWithSoup.map(({ id }) => id).toSorted((a, b) => a - b))
  })

  it('returns once each active shared session whose cart contains it', async () => {
    const [ana, dan] = await seatAtNewTable(server, ['Ana', 'Dan'])
    ana.add(server.soup)
    dan.add(server.soup)
    await vi.waitFor(() => expect(dan.cart()).toHaveLength(2))
    expect((await mark(server.soup)).json().heldBy.sessions).toEqual([{ tableNumber: ana.joined.tableNumber }])
    server.clock.set(new Date(Date.parse(ana.joined.expiresAt) + 1))
    expect((await mark(server.soup)).json().heldBy.sessions).toEqual([])
  })
})

describe('a sold-out dish in a shared cart', () => {
  it('cannot be added, is shown as unavailable, and becomes available again on time for every guest', async () => {
    server.clock.set(new Date(Date.parse(MORNING) - 60_000))
    const [ana, dan] = await seatAtNewTable(server, ['Ana', 'Dan'])
    ana.add(server.soup, 2)
    await dan.waitForCart({ [server.soup]: 2 })
    await mark(server.soup)
    await vi.waitFor(() => expect(dan.cart()[0]?.isOrderable).toBe(false))
    dan.add(server.soup)
    expect((await dan.frame('ERROR')).payload.code).toBe('item_unavailable')
    ana.set(ana.lineOf(server.soup), 1)
    await dan.waitForCart({ [server.soup]: 1 })

    const page = await openTestSocket(await listenUrl(server.app))
    server.clock.set(new Date(MORNING))
    await vi.waitFor(() => expect(dan.cart()[0]?.isOrderable).toBe(true), { timeout: 10_000 })
    await vi.waitFor(() => expect(page.receivedFrames()).toContainEqual({ type: 'MENU_CHANGED' }))
    page.socket.close()
    ana.set(ana.lineOf(server.soup), 3)
    await dan.waitForCart({ [server.soup]: 3 })
  })
})

it('a sold-out option becomes available again on time, and the menu is announced', async () => {
  const { db } = server.connection
  const [group] = await db.insert(optionGroups).values({ name: 'Sauces' }).returning()
  const option = { groupId: group?.id ?? 0, position: 1, name: 'Garlic', soldOutUntil: new Date(MORNING) }
  await db.insert(menuOptions).values(option)
  await db
    .update(menuItems)
    .set({ optionGroupIds: [option.groupId] })
    .where(eq(menuItems.id, server.soup))
  const soldOutUntil = async () => {
    const groups = (await server.call('GET', '/api/menu/options')).json<
      { options: { soldOutUntil: string | null }[] }[]
    >()
    return groups.at(-1)?.options[0]?.soldOutUntil
  }
  await vi.waitFor(async () => expect(await soldOutUntil()).toBe(MORNING))
  const page = await openTestSocket(await listenUrl(server.app))
  server.clock.set(new Date(MORNING))
  await vi.waitFor(() => expect(page.receivedFrames()).toContainEqual({ type: 'MENU_CHANGED' }), { timeout: 10_000 })
  expect(await soldOutUntil()).toBe(null)
  page.socket.close()
})
