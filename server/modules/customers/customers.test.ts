import { describe, expect, it } from 'vitest'
import type { Customer, CustomerWithOrders } from '#shared/contracts/customers.ts'
import type { Summary } from '#shared/contracts/orders.ts'
import { customersFixture } from './fixtures/customers.ts'

const { asOwner, change, createCustomer, getCustomer, names, placeOrder, server, setStatus } = customersFixture()

const summary = async () => (await server.call('GET', '/api/summary', undefined, asOwner())).json<Summary>()

describe('a customer', () => {
  it('is returned with all stored and derived fields', async () => {
    const { customer } = await createCustomer('Ioana Țepeș', 2, 60, { email: 'ioana@example.com' })
    expect(customer).toEqual({
      id: customer.id,
      name: 'Ioana Țepeș',
      phoneNumber: '40723000001',
      otherNumbers: [],
      email: 'ioana@example.com',
      notes: null,
      tags: [],
      preferences: {},
      orderCount: 2,
      totalSpent: 11_400,
      averageOrderValue: 5700,
      visitFrequency: 1,
      firstOrder: '2026-04-21T12:00:00.000Z',
      lastOrder: '2026-04-22T12:00:00.000Z',
      lastVisit: '2026-04-22T12:00:00.000Z',
      loyaltyTier: 'bronze',
      segment: 'returning',
    })
  })

  it('is returned by id with the newest 50 orders, including cancelled ones', async () => {
    const { customer, placed } = await createCustomer('Fifty One', 51)
    await setStatus(placed[50]?.id ?? 0, 'cancelled')
    const { orders, ...rest } = (await getCustomer(customer.id)).json<CustomerWithOrders>()
    expect(rest).toMatchObject({ id: customer.id, orderCount: 50, segment: 'vip', loyaltyTier: 'platinum' })
    expect(orders.map(({ id }) => id)).toEqual(
      placed
        .map(({ id }) => id)
        .reverse()
        .slice(0, 50),
    )
    expect(orders[0]).toMatchObject({ status: 'cancelled', items: [{ name: 'Bean soup', quantity: 2 }] })
  })

  it.each([
    ['/api/customers/999999', 404],
    ['/api/customers/99999999999999', 404],
    ['/api/customers/abc', 400],
    ['/api/customers/-1', 400],
  ])('is not returned at %s, which responds with %i', async (url, status) => {
    expect((await server.call('GET', url, undefined, asOwner())).statusCode).toBe(status)
  })
})

describe('cancelling an order and reopening it', () => {
  it('updates the customer’s order count, sum, segment and tier, and the number of VIPs', async () => {
    const { vipCustomers: before } = await summary()
    const { customer, placed } = await createCustomer('Vlad VIP', 6)
    const figures = async () => {
      const { orderCount, totalSpent, segment, loyaltyTier } = (await getCustomer(customer.id)).json<Customer>()
      return [orderCount, totalSpent, segment, loyaltyTier, (await summary()).vipCustomers - before]
    }
    expect(await figures()).toEqual([6, 34_200, 'vip', 'silver', 1])
    await setStatus(placed[0]?.id ?? 0, 'cancelled')
    expect(await figures()).toEqual([5, 28_500, 'loyal', 'bronze', 0])
    await setStatus(placed[0]?.id ?? 0, 'pending')
    expect(await figures()).toEqual([6, 34_200, 'vip', 'silver', 1])
    for (const { id } of placed) await setStatus(id, 'cancelled')
    expect(await figures()).toEqual([0, 0, null, 'bronze', 0])
    expect((await getCustomer(customer.id)).json<Customer>()).toMatchObject({
      averageOrderValue: 0,
      visitFrequency: 0,
      firstOrder: null,
      lastOrder: null,
    })
    await setStatus(placed[3]?.id ?? 0, 'completed')
    expect(await figures()).toEqual([1, 5700, 'new', 'bronze', 0])
  })
})

describe('changing a customer', () => {
  it('sets the sent fields and keeps the others', async () => {
    const { customer, phoneNumber } = await createCustomer('Ana', 1, 0, { email: 'ana@example.com' })
    expect((await change(customer.id, { notes: ' Likes the window ' })).json()).toEqual({
      ...customer,
      notes: 'Likes the window',
    })
    expect((await change(customer.id, { name: 'Ana Pop' })).json()).toMatchObject({
      name: 'Ana Pop',
      email: 'ana@example.com',
      notes: 'Likes the window',
    })
    expect((await change(customer.id, { email: '', notes: null })).json()).toMatchObject({ email: null, notes: null })
    expect((await change(customer.id, {})).json()).toMatchObject({ name: 'Ana Pop' })
    expect(await names('?q=ana pop')).toEqual(['Ana Pop'])
    await placeOrder({ customerName: 'Another', phoneNumber, email: 'new@example.com' })
    expect((await getCustomer(customer.id)).json()).toMatchObject({
      name: 'Ana Pop',
      email: 'new@example.com',
      orderCount: 2,
    })
  })

  it.each([
    [{ name: 'A' }, 'name', 'Name must be at least 2 characters'],
    [{ name: null }, 'name', undefined],
    [{ email: 'nonsense' }, 'email', 'Please enter a valid email address'],
    [{ notes: 'x'.repeat(2001) }, 'notes', undefined],
    [{ name: 'a\u0000b' }, 'name', undefined],
  ])('rejects %j', async (body, path, message) => {
    const { customer } = await createCustomer('Rejected')
    const response = await change(customer.id, body)
    expect([response.statusCode, response.json().issues[0].path]).toEqual([400, path])
    if (message) expect(response.json().issues[0].message).toBe(message)
  })

  it('returns 404 for an unknown customer', async () => {
    expect((await change(999_999, { name: 'Nobody' })).statusCode).toBe(404)
  })
})

describe('the tags of a customer', () => {
  it('are replaced as a whole, cleaned, and without repetitions', async () => {
    const { customer } = await createCustomer('Tagged')
    const tags = async (sent: string[]) => (await change(customer.id, { tags: sent })).json<Customer>().tags
    expect(await tags([' client vechi ', 'La geam', 'la  geam', 'LA GEAM'])).toEqual([
      'client vechi',
      'La geam',
      'la  geam',
    ])
    expect((await getCustomer(customer.id)).json().tags).toEqual(['client vechi', 'La geam', 'la  geam'])
    expect((await change(customer.id, { notes: 'x' })).json().tags).toHaveLength(3)
    expect(await tags([])).toEqual([])
  })

  it('are found by the search, and no longer once they are removed', async () => {
    const { customer } = await createCustomer('Found by tag')
    await change(customer.id, { tags: ['Ședințe săptămânale'] })
    expect(await names('?q=sedinte')).toEqual(['Found by tag'])
    await placeOrder({ customerName: 'Found by tag', phoneNumber: customer.phoneNumber, email: 'tag@example.com' })
    expect(await names('?q=sedinte')).toEqual(['Found by tag'])
    await change(customer.id, { tags: [] })
    expect(await names('?q=sedinte')).toEqual([])
  })

  it.each([
    [{ tags: 'vip' }],
    [{ tags: [''] }],
    [{ tags: ['  '] }],
    [{ tags: ['x'.repeat(31)] }],
    [{ tags: [1] }],
    [{ tags: null }],
    [{ tags: Array.from({ length: 21 }, (_, i) => `tag ${i}`) }],
  ])('are rejected as %j', async (body) => {
    const { customer } = await createCustomer('Untagged')
    const response = await change(customer.id, body)
    expect([response.statusCode, response.json().issues[0].path]).toEqual([400, expect.stringMatching(/^tags/)])
    expect((await getCustomer(customer.id)).json().tags).toEqual([])
  })
})
