import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { inTransaction } from '#server/db/index.ts'
import { customers, orders } from '#server/db/schema/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { listening } from '#server/testing/phone.ts'
import { openTestSocket } from '#server/testing/socket.ts'
import type { Customer } from '#shared/contracts/customers.ts'
import type { OrderRequest, PlacedOrder, Summary } from '#shared/contracts/orders.ts'

const server = testServer()
const asOwner = () => ({ headers: { cookie: server.owner } })

const place = async (more: Partial<OrderRequest> = {}) =>
  (await server.call('POST', '/api/orders', takeaway(server, more))).json<PlacedOrder>()
const merge = (id: number, intoId: unknown) => server.call('POST', `/api/customers/${id}/merge`, { intoId }, asOwner())
const read = async (id: number) =>
  (await server.call('GET', `/api/customers/${id}`, undefined, asOwner())).json<Customer>()
const found = async (q: string) =>
  (await server.call('GET', `/api/customers?q=${encodeURIComponent(q)}`, undefined, asOwner())).json<Customer[]>()
const summary = async () => (await server.call('GET', '/api/summary', undefined, asOwner())).json<Summary>()

let last = 0
const newNumber = () => `07240${String(++last).padStart(5, '0')}`

/** A customer with so many orders. */
async function customer(name: string, orders = 1, more: Partial<OrderRequest> = {}) {
  const phoneNumber = newNumber()
  for (let i = 0; i < orders; i++) await place({ customerName: name, phoneNumber, ...more })
  const [known] = await found(phoneNumber)
  if (!known) throw new Error('an order has made no customer')
  return { ...known, typed: phoneNumber }
}

/** Every figure that is kept as a running count, beside what the orders come to. */
async function expectTrueFigures(): Promise<void> {
  const { db } = server.connection
  const { rows } = await db.execute(sql`
    select c.id, c.order_count, c.total_spent::int, count(o.id)::int as orders, coalesce(sum(o.total), 0)::int as total
    from customers c left join orders o on o.customer_id = c.id and o.status <> 'cancelled'
    group by c.id having c.order_count <> count(o.id) or c.total_spent <> coalesce(sum(o.total), 0)`)
  expect(rows).toEqual([])
  const all = (await db.select().from(customers)).filter(({ mergedInto }) => mergedInto === null)
  expect(await summary()).toMatchObject({
    totalCustomers: all.length,
    vipCustomers: all.filter(({ orderCount }) => orderCount > 5).length,
  })
}

describe('merging two who are one person', () => {
  it('leaves one, who keeps what they have, with the orders, figures and number of both', async () => {
    const goes = await customer('Ana P.', 4, { email: 'old@example.com' })
    const stays = await customer('Ana Pop', 3)
    await server.call('PATCH', `/api/customers/${goes.id}`, { notes: 'No nuts' }, asOwner())
    await server.call('PATCH', `/api/customers/${stays.id}`, { notes: 'Window' }, asOwner())
    const before = await summary()
    const answer = await merge(goes.id, stays.id)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      id: stays.id,
      name: 'Ana Pop',
      phoneNumber: stays.phoneNumber,
      otherNumbers: [goes.phoneNumber],
      email: 'old@example.com',
      notes: 'Window\nNo nuts',
      orderCount: 7,
      totalSpent: 39_900,
      firstOrder: goes.firstOrder,
      lastOrder: stays.lastOrder,
      segment: 'vip',
      loyaltyTier: 'silver',
    })
    expect(await summary()).toMatchObject({
      totalCustomers: before.totalCustomers - 1,
      vipCustomers: before.vipCustomers + 1,
      totalOrders: before.totalOrders,
    })
    const kept = await server.connection.db.select().from(orders).where(eq(orders.customerId, stays.id))
    expect(kept.filter(({ customerName }) => customerName === 'Ana P.').length).toBe(4)
    expect(kept.filter(({ phoneNumber }) => phoneNumber === goes.phoneNumber).length).toBe(4)
    await expectTrueFigures()
  })

  it('counts a VIP once where there were two', async () => {
    const [one, other] = [await customer('Twice', 6), await customer('Twice', 6)]
    const { vipCustomers } = await summary()
    await merge(one.id, other.id)
    expect((await summary()).vipCustomers).toBe(vipCustomers - 1)
    await expectTrueFigures()
  })

  it('leads later orders with the number to the one who stays, who is found by it', async () => {
    const [goes, stays] = [await customer('Goes'), await customer('Stays')]
    await merge(goes.id, stays.id)
    await place({ customerName: 'Goes', phoneNumber: goes.typed, email: 'later@example.com' })
    expect(await read(stays.id)).toMatchObject({ name: 'Stays', email: 'later@example.com', orderCount: 3 })
    expect((await found(goes.typed)).map(({ id }) => id)).toEqual([stays.id])
    expect((await found(`+40 ${goes.typed.slice(1, 4)} ${goes.typed.slice(4)}`)).map(({ id }) => id)).toEqual([
      stays.id,
    ])
    await expectTrueFigures()
  })

  it('leads every number of a chain to its end', async () => {
    const [first, second, third] = [await customer('First'), await customer('Second'), await customer('Third')]
    await merge(first.id, second.id)
    await merge(second.id, third.id)
    await place({ phoneNumber: first.typed })
    await place({ phoneNumber: second.typed })
    expect(await read(third.id)).toMatchObject({
      orderCount: 5,
      otherNumbers: [first.phoneNumber, second.phoneNumber],
    })
    await expectTrueFigures()
  })

  it('keeps the figures right when an order of either is cancelled and taken back', async () => {
    const [goes, stays] = [await customer('Goes', 2), await customer('Stays', 4)]
    await merge(goes.id, stays.id)
    const ofBoth = await server.connection.db.select().from(orders).where(eq(orders.customerId, stays.id))
    for (const { id } of ofBoth.slice(0, 3)) {
      await server.call('PATCH', `/api/orders/${id}`, { status: 'cancelled' }, asOwner())
      await expectTrueFigures()
    }
    expect(await read(stays.id)).toMatchObject({ orderCount: 3, segment: 'returning', loyaltyTier: 'bronze' })
    for (const { id } of ofBoth.slice(0, 3)) {
      await server.call('PATCH', `/api/orders/${id}`, { status: 'completed' }, asOwner())
    }
    expect(await read(stays.id)).toMatchObject({ orderCount: 6, segment: 'vip', loyaltyTier: 'silver' })
    await expectTrueFigures()
  })

  it('tells the open tabs of owners', async () => {
    const [goes, stays] = [await customer('Goes'), await customer('Stays')]
    const line = await openTestSocket(await listening(server.app), { cookie: server.owner })
    await merge(goes.id, stays.id)
    await expect.poll(line.told).toContainEqual({ type: 'CHANGED', payload: { area: 'customers' } })
    line.socket.close()
  })
})

describe('merging is refused', () => {
  it('of a customer with themselves', async () => {
    const { id } = await customer('Alone')
    const answer = await merge(id, id)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'same_customer'])
  })

  it('of or with somebody who is not there, was erased or was merged', async () => {
    const { id } = await customer('There')
    const merged = await customer('Merged')
    await merge(merged.id, id)
    const erased = await customer('Erased')
    for (const { id: order } of await server.connection.db
      .select()
      .from(orders)
      .where(eq(orders.customerId, erased.id)))
      await server.call('PATCH', `/api/orders/${order}`, { status: 'completed' }, asOwner())
    expect((await server.call('DELETE', `/api/customers/${erased.id}`, undefined, asOwner())).statusCode).toBe(204)
    for (const nobody of [999_999, merged.id, erased.id]) {
      expect((await merge(nobody, id)).statusCode).toBe(404)
      expect((await merge(id, nobody)).statusCode).toBe(404)
    }
    expect((await read(merged.id)) as unknown).toMatchObject({ code: 'not_found' })
    await expectTrueFigures()
  })

  it.each([undefined, null, 'x', 0, 1.5])('into %j', async (intoId) => {
    const { id } = await customer('Into')
    const answer = await merge(id, intoId)
    expect([answer.statusCode, answer.json().issues[0].path]).toEqual([400, 'intoId'])
  })
})

describe('at the same moment', () => {
  it('two merges that cross each other leave one customer with both', async () => {
    const [one, other] = [await customer('One', 2), await customer('Other', 3)]
    const answers = await Promise.all([merge(one.id, other.id), merge(other.id, one.id)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
    const left = answers.find(({ statusCode }) => statusCode === 200)?.json<Customer>()
    expect((await read(left?.id ?? 0)).orderCount).toBe(5)
    await expectTrueFigures()
  })

  it('merges in a chain and in a ring, with orders and cancellations among them, leave every figure true', async () => {
    for (let round = 0; round < 4; round++) {
      const people = await Promise.all([1, 2, 3, 4].map((i) => customer(`Round ${round}`, i)))
      const [a = 0, b = 0, c = 0, d = 0] = people.map(({ id }) => id)
      const theirs = await server.connection.db
        .select({ id: orders.id })
        .from(orders)
        .where(eq(orders.customerName, `Round ${round}`))
      const answers = await Promise.all([
        merge(a, b),
        ...people.map(({ typed }) => server.call('POST', '/api/orders', takeaway(server, { phoneNumber: typed }))),
        merge(b, c),
        ...theirs
          .slice(0, 4)
          .map(({ id }) => server.call('PATCH', `/api/orders/${id}`, { status: 'cancelled' }, asOwner())),
        merge(c, a),
        merge(d, a),
        ...people.map(({ typed }) => server.call('POST', '/api/orders', takeaway(server, { phoneNumber: typed }))),
      ])
      for (const { statusCode, body } of answers) expect([200, 201, 404], body).toContain(statusCode)
      expect(answers.filter(({ statusCode }) => statusCode === 201).length).toBe(8)
      await expectTrueFigures()
    }
  })

  it('an order that waits for a merge counts for the one who stays', async () => {
    const [goes, stays] = [await customer('Goes'), await customer('Stays')]
    let ordering: Promise<PlacedOrder> | undefined
    let merging: ReturnType<typeof merge> | undefined
    const isWaiting = (count: number) =>
      expect
        .poll(async () => {
          const { rows } = await server.connection.reports.execute<{ waiting: number }>(
            sql`select count(*)::int as waiting from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`,
          )
          return rows[0]?.waiting
        })
        .toBe(count)
    await inTransaction(server.connection.db, async (tx) => {
      await tx.select().from(customers).where(eq(customers.id, goes.id)).for('update')
      merging = merge(goes.id, stays.id)
      await isWaiting(1)
      ordering = place({ phoneNumber: goes.typed })
      await isWaiting(2)
    })
    expect((await merging)?.statusCode).toBe(200)
    await ordering
    expect(await read(stays.id)).toMatchObject({ orderCount: 3, otherNumbers: [goes.phoneNumber] })
    await expectTrueFigures()
  })
})
