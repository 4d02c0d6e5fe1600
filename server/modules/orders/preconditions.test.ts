import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '#server/db/index.ts'
import {
  customers,
  idempotencyKeys,
  menuCategories,
  menuItems,
  orders,
  settings,
  summaryShards,
  tables,
} from '#server/db/schema/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { untilLockWaits } from '#server/testing/database.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'

const server = testServer()

let lastKey = 0
const send = (more = {}, key = `key ${++lastKey}`) =>
  server.call('POST', '/api/orders', takeaway(server, more), { headers: { 'idempotency-key': key } })
const atTable = (more = {}) => ({
  tableId: server.table,
  customerName: 'At the table',
  phoneNumber: '0000000000',
  ...more,
})

/** Counts and sums everything that an order writes. */
async function written() {
  const { db } = server.connection
  const [figures] = await db.select({ orders: sql`sum(orders)`, total: sql`sum(total)` }).from(summaryShards)
  const counted = await db.select({ orders: sql`sum(order_count)`, customers: sql`count(*)` }).from(customers)
  const [keys, placed] = [await db.$count(idempotencyKeys), await db.$count(orders)]
  return { figures, counted, keys, placed }
}

describe('an order after others', () => {
  // If the server cached anything, it would have the dish, the settings and the table of these orders.
  beforeEach(async () => {
    expect((await send()).statusCode).toBe(201)
    expect((await send(atTable())).statusCode).toBe(201)
  })

  it('is rejected after its dish got another price, and accepted with that price', async () => {
    const { db } = server.connection
    await db.update(menuItems).set({ price: 3000 }).where(eq(menuItems.id, server.soup))
    const before = await written()
    expect((await send()).json()).toMatchObject({ code: 'price_changed', total: 6000 })
    expect(await written()).toEqual(before)
    expect((await send({ total: 6000 })).json()).toMatchObject({ total: 6000, items: [{ price: 3000 }] })
    await db.update(menuItems).set({ price: 2850 }).where(eq(menuItems.id, server.soup))
  })

  it('has the current name of a dish that was renamed', async () => {
    const { db } = server.connection
    await db.update(menuItems).set({ name: 'Soup of beans' }).where(eq(menuItems.id, server.soup))
    expect((await send()).json()).toMatchObject({ items: [{ name: 'Soup of beans' }] })
    await db.update(menuItems).set({ name: 'Bean soup' }).where(eq(menuItems.id, server.soup))
  })

  it('is rejected while its dish is sold out or its category is hidden, and accepted afterwards', async () => {
    const { db } = server.connection
    const before = await written()
    const tomorrow = new Date(Date.now() + 24 * 60 * 60_000)
    await db.update(menuItems).set({ soldOutUntil: tomorrow }).where(eq(menuItems.id, server.soup))
    expect((await send()).json()).toMatchObject({ code: 'item_unavailable' })
    await db.update(menuItems).set({ soldOutUntil: null }).where(eq(menuItems.id, server.soup))
    await db.update(menuCategories).set({ isActive: false }).where(eq(menuCategories.name, 'Test soups'))
    expect((await send()).json()).toMatchObject({ code: 'item_unavailable' })
    await db.update(menuCategories).set({ isActive: true }).where(eq(menuCategories.name, 'Test soups'))
    expect(await written()).toEqual(before)
    expect((await send()).statusCode).toBe(201)
  })

  it('is rejected while orders are paused, and has the current currency', async () => {
    const { db } = server.connection
    await db.update(settings).set({ ordersPaused: true })
    expect((await send()).json()).toMatchObject({ code: 'orders_paused' })
    await db.update(settings).set({ ordersPaused: false, currency: 'eur' })
    expect((await send()).json()).toMatchObject({ currency: 'eur' })
    await db.update(settings).set({ currency: 'lei' })
  })

  it('has the current number of its table, and needs its current key', async () => {
    const { db } = server.connection
    const thisTable = eq(tables.id, server.table)
    await db.update(tables).set({ number: 77 }).where(thisTable)
    expect((await send(atTable())).json()).toMatchObject({ tableNumber: 77 })
    await db.update(settings).set({ tableKeysRequired: true })
    await db.update(tables).set({ key: 'first-ke' }).where(thisTable)
    expect((await send(atTable({ tableKey: 'first-ke' }))).statusCode).toBe(201)
    await db.update(tables).set({ key: 'other-ke' }).where(thisTable)
    expect((await send(atTable({ tableKey: 'first-ke' }))).json()).toMatchObject({ code: 'table_key' })
    expect((await send(atTable({ tableKey: 'other-ke' }))).statusCode).toBe(201)
    await db.update(settings).set({ tableKeysRequired: false })
  })

  it('occupies a table that was freed', async () => {
    const { db } = server.connection
    await db.update(tables).set({ status: 'reserved' }).where(eq(tables.id, server.table))
    expect((await send(atTable())).statusCode).toBe(201)
    expect(await db.select({ status: tables.status }).from(tables).where(eq(tables.id, server.table))).toEqual([
      { status: 'occupied' },
    ])
  })

  it('occupies a table that another transaction frees while the order waits for it', async () => {
    const { db } = server.connection
    const thisTable = eq(tables.id, server.table)
    await db.update(tables).set({ status: 'occupied' }).where(thisTable)
    const { sent } = await inTransaction(db, async (tx) => {
      await tx.update(tables).set({ status: 'available' }).where(thisTable)
      const order = send(atTable())
      await untilLockWaits(server)
      return { sent: order }
    })
    expect((await sent).statusCode).toBe(201)
    expect(await db.select({ status: tables.status }).from(tables).where(thisTable)).toEqual([{ status: 'occupied' }])
  })

  it('stores the response that it sends', async () => {
    const response = await send({ notes: 'ten "id":0 \\ ș {}' }, 'stored')
    const [stored] = await server.connection.db
      .select()
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.key, '/api/orders stored'))
    const { id, items } = response.json<PlacedOrder>()
    expect(stored).toMatchObject({ answer: response.body, shows: 'order', shownId: id })
    const { rows } = await server.connection.db.execute(
      sql`select id::int from order_items where order_id = ${id} order by id`,
    )
    expect(items.map((line) => ({ id: line.id }))).toEqual(rows)
  })

  it('writes nothing if a part of it fails, and leaves the connection usable', async () => {
    const { db } = server.connection
    await db.execute(sql`alter table idempotency_keys add constraint failing check (key <> '/api/orders failing')`)
    const before = await written()
    for (let i = 0; i < 12; i++) expect((await send({}, 'failing')).statusCode).toBe(500)
    expect(await written()).toEqual(before)
    await db.execute(sql`alter table idempotency_keys drop constraint failing`)
    expect((await send({}, 'failing')).statusCode).toBe(201)
  })

  it('waits for another transaction that uses its key, and returns the response stored by it', async () => {
    const { db } = server.connection
    const first = await send({}, 'of another instance')
    const [stored] = await db
      .delete(idempotencyKeys)
      .where(eq(idempotencyKeys.key, '/api/orders of another instance'))
      .returning()
    const before = await server.connection.db.$count(orders)
    const { repeated } = await inTransaction(db, async (tx) => {
      if (stored) await tx.insert(idempotencyKeys).values(stored)
      const sent = send({}, 'of another instance')
      await untilLockWaits(server)
      return { repeated: sent }
    })
    expect((await repeated).body).toBe(first.body)
    expect(await server.connection.db.$count(orders)).toBe(before)
  })
})

it('sends statements that PostgreSQL plans once, not for each order', async () => {
  for (let i = 0; i < 12; i++) expect((await send(i % 2 ? atTable() : {})).statusCode).toBe(201)
  // The pool hands out the connection that it used last.
  const { rows } = await server.connection.db.execute<{ name: string; custom: number }>(
    sql`select name, custom_plans::int as custom from pg_prepared_statements where generic_plans + custom_plans > 8`,
  )
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['dishes_today', 'insert_order']))
  expect(rows.filter(({ custom }) => custom > 5)).toEqual([])
})
