import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Customer } from '#shared/contracts/customers.ts'
import { customersFixture } from './fixtures/customers.ts'

const { asOwner, change, createCustomer, list, merge, names, placeOrder, server, setStatus } = customersFixture()

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
    const page = () => server.call('GET', `/api/customers?q=gone&after=${source.id}`, undefined, asOwner())
    expect((await page()).json<Customer[]>().map(({ id }) => id)).toEqual([target.id])
    await merge(source.id, target.id)
    expect([(await page()).statusCode, (await page()).json().code]).toEqual([404, 'not_found'])
    expect((await server.call('GET', '/api/customers?after=999999', undefined, asOwner())).statusCode).toBe(404)
  })

  it('is the same with an empty search as without one', async () => {
    const { rows } = await server.connection.db.execute<{ ids: number[] }>(sql`
      with many as (
        insert into customers (name, phone_number, created_at, updated_at)
        select 'Many', '4079900' || i, now(), now() from generate_series(1000, 1200) i returning id
      ) select array_agg(id::int) as ids from many`)
    expect((await list('?q=')).length).toBe((await list()).length)
    await server.connection.db.execute(sql`delete from customers where id = any(${`{${rows[0]?.ids}}`}::bigint[])`)
  })

  it.each([
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=x', 'limit'],
    ['sort=email', 'sort'],
    ['direction=up', 'direction'],
    ['after=-1', 'after'],
    [`q=${'x'.repeat(101)}`, 'q'],
  ])('is not returned for the invalid query ?%s', async (query, path) => {
    const response = await server.call('GET', `/api/customers?${query}`, undefined, asOwner())
    expect([response.statusCode, response.json().issues[0].path]).toEqual([400, path])
  })
})

describe('searching customers', () => {
  it.each([
    'ecaterina',
    'ECATERINA',
    'mătușă',
    'MATUSA',
    'Matusa',
    'tusa 4',
    'eca@Example',
    '0766 777 888',
    '0766777888',
    '+40 766 777 888',
    '0040766777888',
    '40766777888',
    '766-777',
  ])('finds a customer by %j', async (query) => {
    if ((await list('?q=ecaterina')).length === 0)
      await placeOrder({ customerName: 'Ecaterina Mătușă', phoneNumber: '0766 777 888', email: 'eca@example.com' })
    expect(await names(`?q=${encodeURIComponent(query)}`)).toEqual(['Ecaterina Mătușă'])
  })

  it('ignores all diacritical marks, and finds a name or email that a later order fills in', async () => {
    // U+1AB0 is a mark outside of the most common block.
    await placeOrder({ customerName: 'Mar\u1AB0ked', phoneNumber: '0766 777 999' })
    const marked = async (query: string) =>
      (await list(`?q=${encodeURIComponent(query)}`)).map(({ phoneNumber }) => phoneNumber)
    expect(await marked('marked')).toEqual(['40766777999'])
    await server.connection.db.execute(
      sql`update customers set name = '', search_text = ' 40766777999 ' where phone_number = '40766777999'`,
    )
    await placeOrder({ customerName: 'ȘTEFAN Mar\u1AB0ked', phoneNumber: '0766 777 999', email: 'Marked@Example.com' })
    for (const query of ['stefan marked 4076', '9 marked@ex']) expect(await marked(query)).toEqual(['40766777999'])
    await placeOrder({ customerName: 'Other', phoneNumber: '0766 777 999', email: 'other@example.com' })
    const [customer] = await list('?q=stefan marked')
    await change(customer?.id ?? 0, { email: null })
    expect(await marked('marked@ex')).toEqual([])
    expect(await marked('stefan marked')).toEqual(['40766777999'])
  })

  it.each(['%', '_', 'e_aterina', 'nobody at all', '0766 999'])('finds nobody by %j', async (query) => {
    expect(await names(`?q=${encodeURIComponent(query)}`)).toEqual([])
  })
})
