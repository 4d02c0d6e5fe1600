import { describe, expect, it } from 'vitest'
import { customersFixture } from '#server/testing/customers.ts'
import type { Customer, CustomerWithOrders } from '#shared/contracts/customers.ts'

const { change, createCustomer, getCustomer, list, merge, names, placeOrder, server, setStatus } = customersFixture()

describe('the list of customers', () => {
  it('begins with the customer who ordered last', async () => {
    await createCustomer('Yesterday', 1, 1)
    await createCustomer('Today', 1, 0)
    await createCustomer('Last week', 1, 7)
    const listed = await names('')
    expect(listed.indexOf('Today')).toBeLessThan(listed.indexOf('Yesterday'))
    expect(listed.indexOf('Yesterday')).toBeLessThan(listed.indexOf('Last week'))
  })

  it.each([
    ['sort=name', ['Ămanda Sort', 'Bogdan Sort', 'Șerban Sort', 'Zoe Sort']],
    ['sort=name&direction=desc', ['Zoe Sort', 'Șerban Sort', 'Bogdan Sort', 'Ămanda Sort']],
    ['sort=orderCount', ['Șerban Sort', 'Zoe Sort', 'Ămanda Sort', 'Bogdan Sort']],
    ['sort=orderCount&direction=asc', ['Bogdan Sort', 'Ămanda Sort', 'Zoe Sort', 'Șerban Sort']],
    ['sort=totalSpent', ['Bogdan Sort', 'Șerban Sort', 'Zoe Sort', 'Ămanda Sort']],
    ['sort=lastOrder&direction=asc', ['Bogdan Sort', 'Zoe Sort', 'Șerban Sort', 'Ămanda Sort']],
    ['', ['Ămanda Sort', 'Șerban Sort', 'Zoe Sort', 'Bogdan Sort']],
  ])('is sorted by the query %j', async (query, expected) => {
    if ((await list('?q=sort')).length === 0) {
      await createCustomer('Bogdan Sort', 1, 90, { items: [{ menuItemId: server.soup, quantity: 20 }], total: 57_000 })
      await createCustomer('Șerban Sort', 4, 40)
      await createCustomer('Zoe Sort', 3, 50)
      await createCustomer('Ămanda Sort', 2, 20)
    }
    expect(await names(`?q=sort&${query}`)).toEqual(expected)
  })

  it.each(['lastOrder', 'name', 'orderCount', 'totalSpent'])(
    'contains each customer once over all pages if it is sorted by %s, also with equal values',
    async (sort) => {
      if ((await list('?q=paged')).length === 0) {
        for (const i of [1, 2, 3]) await createCustomer('Paged Same', i, 10)
        for (const i of [1, 2]) await createCustomer(`Paged ${i}`, 1, 10)
        const { placed } = await createCustomer('Paged Nothing', 1)
        await setStatus(placed[0]?.id ?? 0, 'cancelled')
      }
      for (const direction of ['asc', 'desc']) {
        const whole = (await list(`?q=paged&sort=${sort}&direction=${direction}`)).map(({ id }) => id)
        expect(whole.length).toBe(6)
        const paged: number[] = []
        for (let page = [0]; page.length > 0; ) {
          const after = paged.length > 0 ? `&after=${paged.at(-1)}` : ''
          page = (await list(`?q=paged&sort=${sort}&direction=${direction}&limit=2${after}`)).map(({ id }) => id)
          paged.push(...page)
        }
        expect(paged).toEqual(whole)
      }
    },
  )

  it('returns 404 for a page after a customer who was merged or does not exist', async () => {
    const { customer: source } = await createCustomer('Gone One', 1, 30)
    const { customer: target } = await createCustomer('Gone Two', 1, 31)
    const page = () => server.asOwner('GET', `/api/customers?q=gone&after=${source.id}`)
    expect((await page()).json<Customer[]>().map(({ id }) => id)).toEqual([target.id])
    await merge(source.id, target.id)
    expect([(await page()).statusCode, (await page()).json().code]).toEqual([404, 'not_found'])
    expect((await server.asOwner('GET', '/api/customers?after=999999')).statusCode).toBe(404)
  })
})

describe('searching customers', () => {
  it.each(['ecaterina', 'MATUSA', 'tusa 4', 'eca@Example', '0766 777 888', '0040766777888'])(
    'finds a customer by %j',
    async (query) => {
      if ((await list('?q=ecaterina')).length === 0)
        await placeOrder({ customerName: 'Ecaterina Mătușă', phoneNumber: '0766 777 888', email: 'eca@example.com' })
      expect(await names(`?q=${encodeURIComponent(query)}`)).toEqual(['Ecaterina Mătușă'])
    },
  )

  it.each(['%', '_', 'e_aterina', 'nobody at all', '0766 999'])('finds nobody by %j', async (query) => {
    expect(await names(`?q=${encodeURIComponent(query)}`)).toEqual([])
  })
})

describe('a customer', () => {
  it('is returned with all stored and derived fields', async () => {
    const { customer } = await createCustomer('Ioana Țepeș', 2, 60, { email: 'ioana@example.com' })
    expect(customer).toEqual({
      id: customer.id,
      name: 'Ioana Țepeș',
      phoneNumber: expect.stringMatching(/^40723\d{6}$/),
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
})

describe('the tags of a customer', () => {
  it('are replaced as a whole, cleaned, and without repetitions', async () => {
    const { customer } = await createCustomer('Tagged')
    const tags = async (sent: string[]) => (await change(customer.id, { tags: sent })).json<Customer>().tags
    const kept = ['client vechi', 'La geam']
    expect(await tags([' client vechi ', 'La geam', 'la  geam', 'LA GEAM'])).toEqual(kept)
    expect((await getCustomer(customer.id)).json().tags).toEqual(kept)
    expect((await change(customer.id, { notes: 'x' })).json().tags).toEqual(kept)
    expect(await tags([])).toEqual([])
  })

  it('are found by the search, and no longer once they are removed', async () => {
    const { customer } = await createCustomer('Found by tag')
    await change(customer.id, { tags: ['Ședințe săptămânale'] })
    expect(await names('?q=sedinte')).toEqual(['Found by tag'])
    await placeOrder({ customerName: 'Found by tag', phoneNumber: customer.phoneNumber, email: 'tag@example.com' })
    expect(await names('?q=tag@example')).toEqual(['Found by tag'])
    expect(await names('?q=sedinte')).toEqual(['Found by tag'])
    await change(customer.id, { tags: [] })
    expect(await names('?q=sedinte')).toEqual([])
  })
})
