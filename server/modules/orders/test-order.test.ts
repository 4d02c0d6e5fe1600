import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { settings, tables, whatsappMessages, whatsappQueue } from '#server/db/schema/index.ts'
import { testServer } from '#server/testing/app.ts'
import { businessDay } from '#server/testing/business-day.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'

const server = testServer()
const db = () => server.connection.db

beforeAll(async () => {
  await db().update(whatsappQueue).set({ configured: true })
  await db().update(settings).set({ whatsappNotificationsEnabled: true, ownerPhoneNumber: '40712345678' })
})
afterEach(async () => {
  await db().delete(whatsappMessages)
})

const send = (test: unknown, headers: Record<string, string> = {}, more: object = {}) =>
  server.call(
    'POST',
    '/api/orders',
    {
      items: [{ menuItemId: server.soup, quantity: 1 }],
      total: 2850,
      tableId: server.table,
      customerName: 'Masa 5',
      phoneNumber: '0000000000',
      test,
      ...more,
    },
    { headers },
  )
const messages = async () => (await db().select().from(whatsappMessages)).length
const asOwner = (key?: string) => ({ cookie: server.owner, ...(key && { 'idempotency-key': key }) })

describe('a test order', () => {
  it('of an owner is an order like every other, without a message; cancelled, it frees its table and is listed no more', async () => {
    const responses = [await send(true, asOwner('test 1')), await send(true, asOwner('test 1'))]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(responses[1]?.body).toBe(responses[0]?.body)
    const { id } = responses[0]?.json<PlacedOrder>() ?? { id: 0 }
    expect(await messages()).toBe(0)
    const statusOfTable = async () => (await db().select().from(tables).where(eq(tables.id, server.table)))[0]?.status
    expect(await statusOfTable()).toBe('occupied')
    const cancelled = await server.call('PATCH', `/api/orders/${id}`, { status: 'cancelled' }, { headers: asOwner() })
    expect(cancelled.json()).toMatchObject({ id, status: 'cancelled', tableNumber: 5 })
    expect(await statusOfTable()).toBe('available')
    for (const query of ['', '?status=cancelled', `?q=${id}`]) {
      const listed = await server.call('GET', `/api/orders${query}`, undefined, { headers: asOwner() })
      expect(listed.json().map((order: PlacedOrder) => order.id)).not.toContain(id)
    }
    const body = { known: [[id, 1]] }
    const changed = await server.call('POST', '/api/orders/changed', body, { headers: asOwner() })
    expect(changed.json()).toEqual({ orders: [], gone: [id] })
  })

  it('is in no figure, report or customer, nor in the day’s end', async () => {
    // The report ends with the minute.
    server.clock.set(new Date())
    await server.asOwner('PATCH', '/api/settings', { payments: true })
    const figures = async () => {
      const { open: _, ...summary } = (await server.asOwner('GET', '/api/summary')).json()
      const day = businessDay(new Date())
      const report = (await server.asOwner('GET', `/api/reports?from=${day}&to=${day}`)).json()
      const { now: __, ...ofDay } = (await server.asOwner('GET', '/api/days/open')).json()
      const customers = (await server.asOwner('GET', '/api/customers')).json()
      return { summary, report, open: ofDay.open, vat: ofDay.vat, cancelled: ofDay.cancelled, customers }
    }
    const before = await figures()
    const items = [{ menuItemId: server.soup, quantity: 2 }]
    const more = { items, total: 5700, phoneNumber: '0712 345 678', customerName: 'Ana' }
    const { id, items: lines } = (await send(true, asOwner('in no figure'), more)).json<PlacedOrder>()
    expect(await figures()).toEqual(before)
    await server.asOwner('PATCH', `/api/orders/${id}/items/${lines[0]?.id}`, { quantity: 1 })
    expect(await figures()).toEqual(before)
    await server.asOwner('PATCH', `/api/orders/${id}`, { status: 'completed', withoutPayment: true })
    expect(await figures()).toEqual(before)
    await server.asOwner('PATCH', `/api/orders/${id}`, { status: 'cancelled' })
    expect(await figures()).toEqual(before)
    await server.asOwner('PATCH', '/api/settings', { payments: false })
    server.clock.set(undefined)
  })

  const TAKEAWAY = { tableId: null, diningOption: 'takeaway' }

  it.each([TAKEAWAY, { tableId: null }, { ...TAKEAWAY, phoneNumber: '0712 345 678' }])(
    'without a table (%j) is rejected',
    async (more) => {
      for (const headers of [asOwner(), asOwner(`without a table ${JSON.stringify(more)}`)]) {
        const refused = await send(true, headers, more)
        expect([refused.statusCode, refused.json().code]).toEqual([400, 'no_table_selected'])
      }
    },
  )

  it('is for takeaway in a restaurant without tables; a guest without a table still needs a number', async () => {
    await db().update(settings).set({ noTables: true })
    const placed = await send(true, asOwner('takeaway'), TAKEAWAY)
    expect([placed.statusCode, placed.json().diningOption, placed.json().tableNumber]).toEqual([201, 'takeaway', null])
    expect(await messages()).toBe(0)
    for (const refused of [await send(true, {}, TAKEAWAY), await send(false, asOwner(), TAKEAWAY)])
      expect([refused.statusCode, refused.json().code]).toEqual([400, 'no_table_selected'])
    await db().update(settings).set({ noTables: false })
  })

  it.each(['guest', 'guest with a key'])('of a %s is an ordinary order: the owner gets a message', async (who) => {
    expect((await send(true, who === 'guest' ? {} : { 'idempotency-key': 'of a guest' })).statusCode).toBe(201)
    expect(await messages()).toBe(1)
  })

  it.each([undefined, false])('is not what an owner’s order with `test: %s` is', async (test) => {
    expect((await send(test, asOwner(`not a test ${test}`))).statusCode).toBe(201)
    expect(await messages()).toBe(1)
  })
})
