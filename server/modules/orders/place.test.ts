import { eq, sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import {
  customerFigures,
  customers,
  menuCategories,
  menuItems,
  orderItems,
  orderStatusChanges,
  orders,
  settings,
  tables,
} from '#server/db/schema/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'

const server = testServer()

const place = (body: unknown, headers = {}) => server.call('POST', '/api/orders', body, { headers })
const count = async () => (await server.connection.db.select().from(orders)).length

describe('placing an order', () => {
  it('stores current names and prices, and the status pending even if the client sends another one', async () => {
    const response = await place(
      takeaway(server, {
        status: 'completed',
        notes: 'după ora 19, vă rog',
        items: [
          { menuItemId: server.soup, quantity: 2, notes: 'fără ţelină' },
          { menuItemId: server.pizza, quantity: 1 },
        ],
        total: 2 * 2850 + 4200,
        email: 'Ana@example.com ',
      }),
    )
    expect(response.statusCode).toBe(201)
    const order = response.json<PlacedOrder>()
    expect(order).toMatchObject({
      status: 'pending',
      version: 1,
      total: 9900,
      currency: 'lei',
      customerName: 'Ana Pop',
      phoneNumber: '40712345678',
      email: 'Ana@example.com',
      diningOption: 'takeaway',
      tableId: null,
      tableNumber: null,
      seenAt: null,
      items: [
        {
          menuItemId: server.soup,
          quantity: 2,
          name: 'Bean soup',
          nameRo: 'Ciorbă de fasole',
          price: 2850,
          notes: 'fără țelină',
        },
        { menuItemId: server.pizza, quantity: 1, name: 'Pizza', price: 4200, notes: null },
      ],
    })
    expect(order.orderToken.length).toBeGreaterThan(20)
    expect(JSON.stringify(order)).not.toMatch(/tokenHash|searchText|customerId/)
    const history = await server.connection.db
      .select()
      .from(orderStatusChanges)
      .where(eq(orderStatusChanges.orderId, order.id))
    expect(history).toMatchObject([{ status: 'pending', userId: null }])
  })

  it('stores names and prices, which do not change when the dish is renamed, repriced and deleted', async () => {
    const { db } = server.connection
    const [dish] = await db
      .insert(menuItems)
      .values({
        categoryId: 1,
        name: 'Carp',
        nameRo: 'Crap',
        price: 5000,
        createdAt: new Date(),
        updatedAt: new Date(),
      })
      .returning()
    const response = await place(takeaway(server, { items: [{ menuItemId: dish?.id ?? 0, quantity: 1 }], total: 5000 }))
    const { id } = response.json<PlacedOrder>()
    await db
      .update(menuItems)
      .set({ name: 'Roach', price: 1 })
      .where(eq(menuItems.id, dish?.id ?? 0))
    await db.delete(menuItems).where(eq(menuItems.id, dish?.id ?? 0))
    await db.update(settings).set({ currency: 'eur' })
    const lines = await db.select().from(orderItems).where(eq(orderItems.orderId, id))
    expect(lines).toMatchObject([{ menuItemId: null, name: 'Carp', nameRo: 'Crap', price: 5000 }])
    const [stored] = await db.select().from(orders).where(eq(orders.id, id))
    expect(stored).toMatchObject({ total: 5000, currency: 'lei' })
    await db.update(settings).set({ currency: 'lei' })
  })

  it('is rejected with the new prices if the guest saw another total', async () => {
    const before = await count()
    const response = await place(takeaway(server, { total: 1 }), { 'accept-language': 'ro-RO' })
    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({
      message: 'Prețurile s-au schimbat',
      requestId: expect.any(String),
      code: 'price_changed',
      total: 5700,
      prices: [{ menuItemId: server.soup, price: 2850 }],
    })
    expect(await count()).toBe(before)
  })

  it('is rejected with the dishes that cannot be ordered; guests get only the names of dishes on the menu', async () => {
    const { db } = server.connection
    const at = new Date()
    const addCategory = async (name: string, isActive: boolean) => {
      const [row] = await db.insert(menuCategories).values({ name, isActive, position: 90 }).returning()
      return row?.id ?? 0
    }
    const [open, hidden] = [await addCategory('Of the day', true), await addCategory('Next season', false)]
    const tomorrow = new Date(at.getTime() + 24 * 60 * 60_000)
    const common = { price: 900, createdAt: at, updatedAt: at }
    const rows = await db
      .insert(menuItems)
      .values([
        { ...common, categoryId: open, name: 'Carp', soldOutUntil: tomorrow },
        { ...common, categoryId: open, name: 'Secret', isActive: false, soldOutUntil: tomorrow },
        { ...common, categoryId: hidden, name: 'Asparagus' },
      ])
      .returning({ id: menuItems.id })
    const [carp, secret, asparagus] = rows.map(({ id }) => id)
    const ids = [carp ?? 0, secret ?? 0, asparagus ?? 0, server.soldOut, 999_999]
    const items = ids.map((menuItemId) => ({ menuItemId, quantity: 1 }))
    const response = await place(takeaway(server, { items: [...items, { menuItemId: server.soup, quantity: 1 }] }))
    expect([response.statusCode, response.json()]).toEqual([
      409,
      {
        message: 'No longer available: Carp, a dish, a dish, a dish, a dish',
        requestId: expect.any(String),
        code: 'item_unavailable',
        unavailable: [{ menuItemId: carp, name: 'Carp' }, ...ids.slice(1).map((menuItemId) => ({ menuItemId }))],
      },
    ])
    const toOwner = await place(takeaway(server, { items }), { cookie: server.owner })
    expect(toOwner.json().message).toBe('No longer available: Carp, Secret, Asparagus, Trout, a dish')
  })

  it('is allowed with 2,000 characters of notes, its own and those of its lines together', async () => {
    const items = Array.from({ length: 14 }, () => ({ menuItemId: server.soup, quantity: 1, notes: 'ș'.repeat(120) }))
    const withNotes = (notes: string) => takeaway(server, { items, total: 14 * 2850, notes })
    const accepted = await place(withNotes('ă'.repeat(320)))
    expect([accepted.statusCode, accepted.json().notes]).toEqual([201, 'ă'.repeat(320)])
    const before = await count()
    const key = { 'idempotency-key': 'too long' }
    const rejected = await place(withNotes('ă'.repeat(321)), { ...key, 'accept-language': 'ro' })
    expect([rejected.statusCode, rejected.json()]).toEqual([
      400,
      {
        code: 'notes_too_long',
        requestId: expect.any(String),
        message: 'Mențiunile unei comenzi pot avea împreună cel mult 2\u00a0000 de caractere. Vă rugăm să le scurtați.',
      },
    ])
    expect(await count()).toBe(before)
    // Nothing was stored under the key, so the shortened order may use it.
    expect((await place(withNotes('ă'), key)).statusCode).toBe(201)
  })

  it('is rejected for delivery, which is not available yet', async () => {
    const response = await place(takeaway(server, { diningOption: 'delivery' }))
    expect([response.statusCode, response.json().message]).toEqual([400, 'Delivery is not available yet'])
  })

  it.each([
    ['no body', undefined, ['items', 'total', 'customerName', 'phoneNumber']],
    ['a NUL', { notes: 'a\u0000b' }, ['notes']],
    ['several errors', { customerName: '', phoneNumber: '', email: 'x' }, ['customerName', 'phoneNumber', 'email']],
  ])('with %s is rejected, and every error is listed', async (_, more, paths) => {
    const before = await count()
    const response = await place(more && { ...takeaway(server), ...more })
    expect(response.statusCode).toBe(400)
    expect(response.json().issues.map(({ path }: { path: string }) => path)).toEqual(paths)
    expect(await count()).toBe(before)
  })
})

describe('placing an order at a table', () => {
  const atTable = (more = {}) =>
    takeaway(server, { tableId: server.table, customerName: 'Table 5', phoneNumber: '0000000000', ...more })

  it('makes the order dine-in, stores the number of the table, and occupies the table', async () => {
    const response = await place(atTable())
    expect(response.json()).toMatchObject({ diningOption: 'dine-in', tableId: server.table, tableNumber: 5 })
    const [table] = await server.connection.db.select().from(tables).where(eq(tables.id, server.table))
    expect(table?.status).toBe('occupied')
  })

  it('creates no customer', async () => {
    const before = await server.connection.db.select().from(customers)
    await place(atTable())
    expect(await server.connection.db.select().from(customers)).toHaveLength(before.length)
  })

  it('is rejected for an unknown table', async () => {
    const response = await place(atTable({ tableId: 424_242 }))
    expect([response.statusCode, response.json().code]).toEqual([404, 'table_not_found'])
  })

  it('is rejected if neither a table nor a phone number is given', async () => {
    const response = await place(atTable({ tableId: null }))
    expect([response.statusCode, response.json().message]).toEqual([400, 'No table selected'])
  })
})

describe('the customer of an order', () => {
  const customer = async (phoneNumber: string) => {
    const { customerId } = customerFigures
    const [row] = await server.connection.db
      .select()
      .from(customers)
      .innerJoin(customerFigures, eq(customerId, customers.id))
      .where(eq(customers.phoneNumber, phoneNumber))
    return row && { ...row.customers, ...row.customer_figures }
  }

  it('is the same for every notation of the number, keeps the first name, and gets the first e-mail address that is given', async () => {
    for (const phoneNumber of ['0733 111 222', '+40733111222', '40733111222']) {
      await place(takeaway(server, { phoneNumber, customerName: 'Ion' }))
    }
    await place(takeaway(server, { phoneNumber: '0733111222', customerName: 'Maria', email: 'ion@example.com' }))
    expect(await customer('40733111222')).toMatchObject({
      name: 'Ion',
      email: 'ion@example.com',
      orderCount: 4,
      totalSpent: 4 * 5700,
    })
  })

  it('is not created for an impossible phone number, which the order stores as typed', async () => {
    const response = await place(takeaway(server, { phoneNumber: '12-34-56-7890123' }))
    expect(response.json().phoneNumber).toBe('12-34-56-7890123')
    expect(await customer('12345678 90123')).toBeUndefined()
  })
})

it('sends statements that PostgreSQL plans once, not for each order', async () => {
  // The pool hands out the connection that it used last, which may be that of other work.
  await vi.waitFor(async () => {
    for (let i = 0; i < 12; i++) expect((await place(takeaway(server))).statusCode).toBe(201)
    const { rows } = await server.connection.db.execute<{ name: string; custom: number }>(
      sql`select name, custom_plans::int as custom from pg_prepared_statements where generic_plans + custom_plans > 8`,
    )
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['dishes_today', 'insert_order']))
    expect(rows.filter(({ custom }) => custom > 5)).toEqual([])
  })
})
