import { eq, isNull, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { customerFigures, customers, orders } from '#server/db/schema/index.ts'
import { takeaway } from '#server/testing/app.ts'
import { customersFixture } from '#server/testing/customers.ts'
import type { Customer } from '#shared/contracts/customers.ts'
import type { OrderRequest, Summary } from '#shared/contracts/orders.ts'

const fixture = customersFixture()
const { list, merge, placeOrder, server } = fixture

const getCustomer = async (id: number) => (await fixture.getCustomer(id)).json<Customer>()
const search = (q: string) => list(`?q=${encodeURIComponent(q)}`)
const summary = async () => (await server.asOwner('GET', '/api/summary')).json<Summary>()

/** Creates a customer with an order on each of the last days. @returns them, with the phone number as typed */
async function createCustomer(name: string, orders = 1, more: Partial<OrderRequest> = {}) {
  const { customer, phoneNumber } = await fixture.createCustomer(name, orders, orders, more)
  return { ...customer, typed: phoneNumber }
}

/** Compares the stored totals of customers and the summary with sums over the orders. */
async function expectCorrectTotals(): Promise<void> {
  const { db } = server.connection
  const { rows } = await db.execute(sql`
  select c.customer_id, c.order_count, c.total_spent::int, count(o.id)::int as orders, coalesce(sum(o.total), 0)::int as total
  from customer_figures c left join orders o on o.customer_id = c.customer_id and o.status <> 'cancelled'
  group by c.customer_id having c.order_count <> count(o.id) or c.total_spent <> coalesce(sum(o.total), 0)`)
  expect(rows).toEqual([])
  const isCustomer = isNull(customers.mergedInto)
  const all = await db
    .select()
    .from(customers)
    .leftJoin(customerFigures, eq(customerFigures.customerId, customers.id))
    .where(isCustomer)
  expect(await summary()).toMatchObject({
    totalCustomers: all.length,
    vipCustomers: all.filter(({ customer_figures }) => (customer_figures?.orderCount ?? 0) > 5).length,
  })
}

describe('merging two customers', () => {
  it('keeps the target’s fields and adds the orders, totals and number of the other', async () => {
    const source = await createCustomer('Ana P.', 4, { email: 'old@example.com' })
    const target = await createCustomer('Ana Pop', 3)
    await server.asOwner('PATCH', `/api/customers/${source.id}`, { notes: 'No nuts' })
    await server.asOwner('PATCH', `/api/customers/${target.id}`, { notes: 'Window' })
    const before = await summary()
    const response = await merge(source.id, target.id)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({
      id: target.id,
      name: 'Ana Pop',
      phoneNumber: target.phoneNumber,
      otherNumbers: [source.phoneNumber],
      email: 'old@example.com',
      notes: 'Window\nNo nuts',
      orderCount: 7,
      totalSpent: 39_900,
      firstOrder: source.firstOrder,
      lastOrder: target.lastOrder,
      segment: 'vip',
      loyaltyTier: 'silver',
    })
    expect(await summary()).toMatchObject({
      totalCustomers: before.totalCustomers - 1,
      vipCustomers: before.vipCustomers + 1,
      totalOrders: before.totalOrders,
    })
    const merged = await server.connection.db.select().from(orders).where(eq(orders.customerId, target.id))
    expect(merged.filter(({ customerName }) => customerName === 'Ana P.').length).toBe(4)
    expect(merged.filter(({ phoneNumber }) => phoneNumber === source.phoneNumber).length).toBe(4)
    await expectCorrectTotals()
  })

  it('assigns later orders with the old number to the remaining customer, who is found by it', async () => {
    const [source, target] = [await createCustomer('Goes'), await createCustomer('Stays')]
    await merge(source.id, target.id)
    await placeOrder({ customerName: 'Goes', phoneNumber: source.typed, email: 'later@example.com' })
    expect(await getCustomer(target.id)).toMatchObject({ name: 'Stays', email: 'later@example.com', orderCount: 3 })
    expect((await search(source.typed)).map(({ id }) => id)).toEqual([target.id])
    expect((await search(`+40 ${source.typed.slice(1, 4)} ${source.typed.slice(4)}`)).map(({ id }) => id)).toEqual([
      target.id,
    ])
    await expectCorrectTotals()
  })

  it('assigns all numbers of a chain of merges to its last customer', async () => {
    const [first, second, third] = [
      await createCustomer('First'),
      await createCustomer('Second'),
      await createCustomer('Third'),
    ]
    await merge(first.id, second.id)
    await merge(second.id, third.id)
    await placeOrder({ phoneNumber: first.typed })
    await placeOrder({ phoneNumber: second.typed })
    expect(await getCustomer(third.id)).toMatchObject({
      orderCount: 5,
      otherNumbers: [first.phoneNumber, second.phoneNumber],
    })
    await expectCorrectTotals()
  })
})

describe('merging customers is rejected', () => {
  it('for a customer with themselves', async () => {
    const { id } = await createCustomer('Alone')
    const response = await merge(id, id)
    expect([response.statusCode, response.json().code]).toEqual([400, 'same_customer'])
  })

  it('for customers that do not exist or were merged', async () => {
    const { id } = await createCustomer('There')
    const merged = await createCustomer('Merged')
    await merge(merged.id, id)
    for (const missing of [999_999, merged.id]) {
      expect((await merge(missing, id)).statusCode).toBe(404)
      expect((await merge(id, missing)).statusCode).toBe(404)
    }
    expect((await getCustomer(merged.id)) as unknown).toMatchObject({ code: 'not_found' })
    await expectCorrectTotals()
  })
})

describe('concurrent requests', () => {
  it('to merge two customers into each other leave one with the orders of both', async () => {
    const [one, other] = [await createCustomer('One', 2), await createCustomer('Other', 3)]
    const responses = await Promise.all([merge(one.id, other.id), merge(other.id, one.id)])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
    const remaining = responses.find(({ statusCode }) => statusCode === 200)?.json<Customer>()
    expect((await getCustomer(remaining?.id ?? 0)).orderCount).toBe(5)
    await expectCorrectTotals()
  })

  it('to merge in a chain and a ring, place and cancel orders leave all totals correct', async () => {
    for (let round = 0; round < 4; round++) {
      const people = await Promise.all([1, 2, 3, 4].map((i) => createCustomer(`Round ${round}`, i)))
      const [a = 0, b = 0, c = 0, d = 0] = people.map(({ id }) => id)
      const ordersOfRound = await server.connection.db
        .select({ id: orders.id })
        .from(orders)
        .where(eq(orders.customerName, `Round ${round}`))
      const responses = await Promise.all([
        merge(a, b),
        ...people.map(({ typed }) => server.call('POST', '/api/orders', takeaway(server, { phoneNumber: typed }))),
        merge(b, c),
        ...ordersOfRound
          .slice(0, 4)
          .map(({ id }) => server.asOwner('PATCH', `/api/orders/${id}`, { status: 'cancelled' })),
        merge(c, a),
        merge(d, a),
        ...people.map(({ typed }) => server.call('POST', '/api/orders', takeaway(server, { phoneNumber: typed }))),
      ])
      for (const { statusCode, body } of responses) expect([200, 201, 404], body).toContain(statusCode)
      expect(responses.filter(({ statusCode }) => statusCode === 201).length).toBe(8)
      await expectCorrectTotals()
    }
  })
})
