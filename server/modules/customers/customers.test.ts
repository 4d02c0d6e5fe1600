import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import type { Customer, CustomerWithOrders } from '#shared/contracts/customers.ts'
import type { OrderRequest, PlacedOrder, Summary } from '#shared/contracts/orders.ts'

const server = testServer()
const asOwner = () => ({ headers: { cookie: server.owner } })
const NOW = new Date('2026-06-20T12:00:00Z')

const place = async (more: Partial<OrderRequest> = {}) =>
  (await server.call('POST', '/api/orders', takeaway(server, more))).json<PlacedOrder>()
const move = (id: number, status: string) => server.call('PATCH', `/api/orders/${id}`, { status }, asOwner())
const list = async (query = '') =>
  (await server.call('GET', `/api/customers${query}`, undefined, asOwner())).json<Customer[]>()
const names = async (query: string) => (await list(query)).map(({ name }) => name)
const open = (id: number) => server.call('GET', `/api/customers/${id}`, undefined, asOwner())
const change = (id: number, body: unknown) => server.call('PATCH', `/api/customers/${id}`, body, asOwner())
const summary = async () => (await server.call('GET', '/api/summary', undefined, asOwner())).json<Summary>()

/** A customer of their own for a test: who ordered so often, the first time so many days ago. */
let last = 0
async function customer(name: string, orders = 1, days = 0, more: Partial<OrderRequest> = {}) {
  last += 1
  const phoneNumber = `07230${String(last).padStart(5, '0')}`
  const placed: PlacedOrder[] = []
  for (let i = 0; i < orders; i++) {
    server.clock.set(new Date(NOW.getTime() - (days - i) * 24 * 60 * 60 * 1000))
    placed.push(await place({ customerName: name, phoneNumber, ...more }))
  }
  server.clock.set(NOW)
  const [found] = await list(`?q=${phoneNumber}`)
  if (!found) throw new Error('an order has made no customer')
  return { customer: found, phoneNumber, placed }
}

describe('a customer', () => {
  it('is answered with all that is kept and all that follows from it', async () => {
    const { customer: known } = await customer('Ioana Țepeș', 2, 60, { email: 'ioana@example.com' })
    expect(known).toEqual({
      id: known.id,
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

  it('opens with the newest 50 orders, cancelled ones too', async () => {
    const { customer: known, placed } = await customer('Fifty One', 51)
    await move(placed[50]?.id ?? 0, 'cancelled')
    const { orders, ...rest } = (await open(known.id)).json<CustomerWithOrders>()
    expect(rest).toMatchObject({ id: known.id, orderCount: 50, segment: 'vip', loyaltyTier: 'platinum' })
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
  ])('%s answers %i', async (url, status) => {
    expect((await server.call('GET', url, undefined, asOwner())).statusCode).toBe(status)
  })
})

describe('cancelling and taking it back', () => {
  it('keeps count, sum, segment, tier and VIPs right', async () => {
    const { vipCustomers: before } = await summary()
    const { customer: known, placed } = await customer('Vlad VIP', 6)
    const standing = async () => {
      const { orderCount, totalSpent, segment, loyaltyTier } = (await open(known.id)).json<Customer>()
      return [orderCount, totalSpent, segment, loyaltyTier, (await summary()).vipCustomers - before]
    }
    expect(await standing()).toEqual([6, 34_200, 'vip', 'silver', 1])
    await move(placed[0]?.id ?? 0, 'cancelled')
    expect(await standing()).toEqual([5, 28_500, 'loyal', 'bronze', 0])
    await move(placed[0]?.id ?? 0, 'pending')
    expect(await standing()).toEqual([6, 34_200, 'vip', 'silver', 1])
    for (const { id } of placed) await move(id, 'cancelled')
    expect(await standing()).toEqual([0, 0, null, 'bronze', 0])
    expect((await open(known.id)).json<Customer>()).toMatchObject({
      averageOrderValue: 0,
      visitFrequency: 0,
      firstOrder: null,
      lastOrder: null,
    })
    await move(placed[3]?.id ?? 0, 'completed')
    expect(await standing()).toEqual([1, 5700, 'new', 'bronze', 0])
  })
})

describe('the list', () => {
  it('begins with who ordered last', async () => {
    await customer('Yesterday', 1, 1)
    await customer('Today', 1, 0)
    await customer('Last week', 1, 7)
    const order = await names('')
    expect(order.indexOf('Today')).toBeLessThan(order.indexOf('Yesterday'))
    expect(order.indexOf('Yesterday')).toBeLessThan(order.indexOf('Last week'))
  })

  it.each([
    ['sort=name', ['Ămanda Sort', 'Bogdan Sort', 'Șerban Sort', 'Zoe Sort']],
    ['sort=name&direction=desc', ['Zoe Sort', 'Șerban Sort', 'Bogdan Sort', 'Ămanda Sort']],
    ['sort=orderCount', ['Șerban Sort', 'Zoe Sort', 'Ămanda Sort', 'Bogdan Sort']],
    ['sort=orderCount&direction=asc', ['Bogdan Sort', 'Ămanda Sort', 'Zoe Sort', 'Șerban Sort']],
    ['sort=totalSpent', ['Bogdan Sort', 'Șerban Sort', 'Zoe Sort', 'Ămanda Sort']],
    ['sort=lastOrder&direction=asc', ['Bogdan Sort', 'Zoe Sort', 'Șerban Sort', 'Ămanda Sort']],
    ['', ['Ămanda Sort', 'Șerban Sort', 'Zoe Sort', 'Bogdan Sort']],
  ])('sorted by %s', async (query, expected) => {
    if ((await list('?q=sort')).length === 0) {
      await customer('Bogdan Sort', 1, 90, { items: [{ menuItemId: server.soup, quantity: 20 }], total: 57_000 })
      await customer('Șerban Sort', 4, 40)
      await customer('Zoe Sort', 3, 50)
      await customer('Ămanda Sort', 2, 20)
    }
    expect(await names(`?q=sort&${query}`)).toEqual(expected)
  })

  it.each(['lastOrder', 'name', 'orderCount', 'totalSpent'])(
    'sorted by %s, comes page by page with each customer once, equal ones too',
    async (sort) => {
      if ((await list('?q=paged')).length === 0) {
        for (const i of [1, 2, 3]) await customer('Paged Same', i, 10)
        for (const i of [1, 2]) await customer(`Paged ${i}`, 1, 10)
        const { placed } = await customer('Paged Nothing', 1)
        await move(placed[0]?.id ?? 0, 'cancelled')
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

  it('goes on after a customer only: who was merged or erased meanwhile has no place in it', async () => {
    const { customer: goes } = await customer('Gone One', 1, 30)
    const { customer: into } = await customer('Gone Two', 1, 31)
    const page = () => server.call('GET', `/api/customers?q=gone&after=${goes.id}`, undefined, asOwner())
    expect((await page()).json<Customer[]>().map(({ id }) => id)).toEqual([into.id])
    await server.call('POST', `/api/customers/${goes.id}/merge`, { intoId: into.id }, asOwner())
    expect([(await page()).statusCode, (await page()).json().code]).toEqual([404, 'not_found'])
    expect((await server.call('GET', '/api/customers?after=999999', undefined, asOwner())).statusCode).toBe(404)
  })

  it('is searched for nothing as if nothing was asked', async () => {
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
  ])('refuses ?%s', async (query, path) => {
    const answer = await server.call('GET', `/api/customers?${query}`, undefined, asOwner())
    expect([answer.statusCode, answer.json().issues[0].path]).toEqual([400, path])
  })
})

describe('the search', () => {
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
  ])('finds by %j', async (typed) => {
    if ((await list('?q=ecaterina')).length === 0)
      await place({ customerName: 'Ecaterina Mătușă', phoneNumber: '0766 777 888', email: 'eca@example.com' })
    expect(await names(`?q=${encodeURIComponent(typed)}`)).toEqual(['Ecaterina Mătușă'])
  })

  it('folds every mark as the query is folded, and what was empty is found once it is filled', async () => {
    // U+1AB0 is a mark outside of the most common block.
    await place({ customerName: 'Mar\u1AB0ked', phoneNumber: '0766 777 999' })
    const marked = async (typed: string) =>
      (await list(`?q=${encodeURIComponent(typed)}`)).map(({ phoneNumber }) => phoneNumber)
    expect(await marked('marked')).toEqual(['40766777999'])
    await server.connection.db.execute(
      sql`update customers set name = '', search_text = ' 40766777999 ' where phone_number = '40766777999'`,
    )
    await place({ customerName: 'ȘTEFAN Mar\u1AB0ked', phoneNumber: '0766 777 999', email: 'Marked@Example.com' })
    for (const typed of ['stefan marked 4076', '9 marked@ex']) expect(await marked(typed)).toEqual(['40766777999'])
    await place({ customerName: 'Other', phoneNumber: '0766 777 999', email: 'other@example.com' })
    const [known] = await list('?q=stefan marked')
    await change(known?.id ?? 0, { email: null })
    expect(await marked('marked@ex')).toEqual([])
    expect(await marked('stefan marked')).toEqual(['40766777999'])
  })

  it.each(['%', '_', 'e_aterina', 'nobody at all', '0766 999'])('finds nobody by %j', async (typed) => {
    expect(await names(`?q=${encodeURIComponent(typed)}`)).toEqual([])
  })
})

describe('changing a customer', () => {
  it('sets what is sent, and leaves the rest', async () => {
    const { customer: known, phoneNumber } = await customer('Ana', 1, 0, { email: 'ana@example.com' })
    expect((await change(known.id, { notes: ' Likes the window ' })).json()).toEqual({
      ...known,
      notes: 'Likes the window',
    })
    expect((await change(known.id, { name: 'Ana Pop' })).json()).toMatchObject({
      name: 'Ana Pop',
      email: 'ana@example.com',
      notes: 'Likes the window',
    })
    expect((await change(known.id, { email: '', notes: null })).json()).toMatchObject({ email: null, notes: null })
    expect((await change(known.id, {})).json()).toMatchObject({ name: 'Ana Pop' })
    expect(await names('?q=ana pop')).toEqual(['Ana Pop'])
    await place({ customerName: 'Another', phoneNumber, email: 'new@example.com' })
    expect((await open(known.id)).json()).toMatchObject({ name: 'Ana Pop', email: 'new@example.com', orderCount: 2 })
  })

  it.each([
    [{ name: 'A' }, 'name', 'Name must be at least 2 characters'],
    [{ name: null }, 'name', undefined],
    [{ email: 'nonsense' }, 'email', 'Please enter a valid email address'],
    [{ notes: 'x'.repeat(2001) }, 'notes', undefined],
    [{ name: 'a\u0000b' }, 'name', undefined],
  ])('refuses %j', async (body, path, message) => {
    const { customer: known } = await customer('Refused')
    const answer = await change(known.id, body)
    expect([answer.statusCode, answer.json().issues[0].path]).toEqual([400, path])
    if (message) expect(answer.json().issues[0].message).toBe(message)
  })

  it('answers 404 for nobody', async () => {
    expect((await change(999_999, { name: 'Nobody' })).statusCode).toBe(404)
  })
})

describe('the export', () => {
  const download = (id: number, query = '') =>
    server.call('GET', `/api/customers/${id}/export${query}`, undefined, asOwner())

  it('is a file with all of the person, as JSON', async () => {
    const { customer: known, placed } = await customer('Exported', 51, 0, { notes: 'to go' })
    const answer = await download(known.id)
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="customer-${known.id}.json"`)
    const { orders, events, ...person } = answer.json()
    expect(person).toEqual(known)
    expect(events).toEqual([])
    expect(orders.length).toBe(51)
    expect(orders.at(-1)).toMatchObject({
      id: placed[0]?.id,
      customerName: 'Exported',
      notes: 'to go',
      total: 5700,
      items: [{ name: 'Bean soup', quantity: 2 }],
    })
    expect(answer.body).not.toMatch(/token|erasure|search|prints/i)
  })

  it('is a text to read, in the language of who asks', async () => {
    const { customer: known, placed } = await customer('Citit', 1, 0, {
      items: [{ menuItemId: server.soup, quantity: 2, notes: 'no bread' }],
      email: 'citit@example.com',
    })
    await change(known.id, { notes: 'Two children' })
    const english = await download(known.id, '?as=text')
    expect(english.headers).toMatchObject({
      'content-disposition': `attachment; filename="customer-${known.id}.txt"`,
      'content-type': 'text/plain; charset=utf-8',
    })
    expect(english.body).toContain('Phone: +40 723 000')
    expect(english.body).toContain('Notes: Two children')
    expect(english.body).toContain('Total spent: 57.00 LEI')
    expect(english.body).toContain(
      [
        `Order #${placed[0]?.id} · 2026-06-20 15:00 · Pending · Takeaway`,
        'Name: Citit',
        `Phone: +40 723 000 ${known.phoneNumber.slice(-3)}`,
        'Email: citit@example.com',
        '  2 × Bean soup, no bread: 57.00 LEI',
        'Total: 57.00 LEI',
      ].join('\n'),
    )
    const romanian = await download(known.id, '?as=text&lang=ro')
    expect(romanian.body).toContain('Total cheltuit: 57.00 LEI')
    expect(romanian.body).toContain('  2 × Ciorbă de fasole, no bread: 57.00 LEI')
  })

  it('has the catering events of each of their numbers, as they were', async () => {
    const { customer: known } = await customer('Host')
    const { customer: other } = await customer('Hostess')
    const newEvent = async (customerPhone: string) => {
      const body = {
        customerName: 'Gazda',
        customerEmail: 'gazda@example.com',
        customerPhone,
        eventDate: '2027-01-10',
        numberOfGuests: 30,
        discount: 10,
        notes: 'Fără alune',
        items: [{ menuItemId: server.soup, quantity: 2, priceAtTimeOfEvent: 2850 }],
      }
      return (await server.call('POST', '/api/events', body, asOwner())).json<{ id: number; createdAt: string }>()
    }
    const [first, second] = [await newEvent(known.phoneNumber), await newEvent(other.phoneNumber)]
    await server.call('POST', `/api/customers/${other.id}/merge`, { intoId: known.id }, asOwner())
    const { events } = (await download(known.id)).json()
    expect(events.map(({ id }: { id: number }) => id)).toEqual([second.id, first.id])
    expect(events[1]).toEqual({
      ...{ id: first.id, customerName: 'Gazda', customerEmail: 'gazda@example.com', customerPhone: known.phoneNumber },
      ...{ eventDate: '2027-01-10', numberOfGuests: 30, discount: 10, notes: 'Fără alune', language: 'en' },
      ...{ status: 'draft', currency: 'lei', total: 5700, totalAfterDiscount: 5130 },
      ...{ validUntil: expect.any(String), createdAt: first.createdAt },
      items: [{ quantity: 2, name: 'Bean soup', nameRo: 'Ciorbă de fasole', priceAtTimeOfEvent: 2850 }],
    })
    const text = async (lang: string) => (await download(known.id, `?as=text&lang=${lang}`)).body
    for (const line of ['Date of the event: 2027-01-10', 'Guests: 30', 'After a discount of 10%: 51.30 LEI']) {
      expect(await text('en')).toContain(`${line}\n`)
    }
    expect(await text('en')).toMatch(new RegExp(`Catering event #${first.id} · .* · draft\nDate`))
    expect(await text('ro')).toContain(
      '  2 × Ciorbă de fasole: 57.00 LEI\nTotal: 57.00 LEI\nDupă reducerea de 10%: 51.30',
    )
  })

  it('answers 404 for nobody', async () => {
    expect((await download(999_999)).statusCode).toBe(404)
  })
})
