import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { inTransaction } from '#server/db/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { untilLockWaits } from '#server/testing/database.ts'
import type { Order, PlacedOrder, Summary } from '#shared/contracts/orders.ts'
import { LIST_TRUNCATED, OPEN_ON_BOARD, ORDERS_PER_PAGE } from '#shared/domain/orders/order.ts'
import { BUSINESS_DAY_START, businessDayStart } from '#shared/domain/time/business-day.ts'

import { foldTotals } from './summary-repo.ts'

const server = testServer()
const place = async (more = {}) =>
  (await server.call('POST', '/api/orders', takeaway(server, more))).json<PlacedOrder>()
const setStatus = (id: number, status: string) => server.asOwner('PATCH', `/api/orders/${id}`, { status })
const list = async (query = '') => (await server.asOwner('GET', `/api/orders${query}`)).json<Order[]>()
const summary = async () => (await server.asOwner('GET', '/api/summary')).json<Summary>()

it('the summary counts all orders, has an average of 0 without orders, and counts VIPs from their sixth order on', async () => {
  const open = { pending: 0, preparing: 0, ready: 0, delivered: 0 }
  expect(await summary()).toEqual({
    totalOrders: 0,
    totalCustomers: 0,
    averageOrderValue: 0,
    vipCustomers: 0,
    open,
    today: { orders: 0, sales: 0, taken: null },
  })
  const placed = []
  for (let i = 0; i < 5; i++) placed.push(await place({ phoneNumber: '0711 222 333' }))
  await place({ phoneNumber: '0722 333 444', items: [{ menuItemId: server.pizza, quantity: 1 }], total: 4200 })
  expect(await summary()).toEqual({
    totalOrders: 6,
    totalCustomers: 2,
    averageOrderValue: Math.round((5 * 5700 + 4200) / 6),
    vipCustomers: 0,
    open: { ...open, pending: 6 },
    today: { orders: 6, sales: 5 * 5700 + 4200, taken: null },
  })
  const sixth = await place({ phoneNumber: '0711 222 333' })
  expect((await summary()).vipCustomers).toBe(1)
  await setStatus(sixth.id, 'cancelled')
  expect(await summary()).toMatchObject({ vipCustomers: 0, open: { ...open, pending: 6 } })
  await setStatus(sixth.id, 'pending')
  await setStatus(sixth.id, 'delivered')
  expect(await summary()).toMatchObject({
    totalOrders: 7,
    vipCustomers: 1,
    open: { ...open, pending: 6, delivered: 1 },
  })
})

describe('the summary’s figures of today', () => {
  const today = async () => (await summary()).today
  const placeAt = async (at: Date, more = {}) => {
    server.clock.set(at)
    return place(more)
  }
  const setStart = (start: string) => server.asOwner('PATCH', '/api/settings', { businessDayStart: start })
  afterEach(async () => {
    server.clock.set(undefined)
    await setStart(BUSINESS_DAY_START)
  })

  it.each(['04:00', '04:30', '23:59', '00:15'])('are those of the business day that begins at %s', async (start) => {
    await setStart(start)
    const dayStart = businessDayStart(new Date(), start, 'Europe/Bucharest').getTime()
    const middle = new Date(dayStart + 12 * 60 * 60_000)
    const later = async () => {
      server.clock.set(middle)
      return today()
    }
    const before = await later()
    const plus = (orders: number, sales: number) => ({
      ...before,
      orders: before.orders + orders,
      sales: before.sales + sales,
    })
    await placeAt(new Date(dayStart - 1))
    expect(await later()).toEqual(before)
    const { total } = await placeAt(new Date(dayStart))
    const other = await placeAt(new Date(dayStart + 59 * 60_000))
    const test = await server.asOwner('POST', '/api/orders', takeaway(server, { test: true, tableId: server.table }))
    expect(test.json()).toMatchObject({ id: expect.anything() })
    const { id } = test.json<PlacedOrder>()
    expect(await later()).toEqual(plus(2, 2 * total))
    expect((await setStatus(id, 'cancelled')).json()).toMatchObject({ id, test: true })
    expect(await later()).toEqual(plus(2, 2 * total))
    await setStatus(other.id, 'cancelled')
    expect(await later()).toEqual(plus(1, total))
    await setStatus(other.id, 'pending')
    const [line] = other.items
    await server.asOwner('PATCH', `/api/orders/${other.id}/items/${line?.id}`, { quantity: 1 })
    expect(await later()).toEqual(plus(2, 2 * total - (line?.price ?? 0)))
  })

  it('are of the new business day once its start is changed', async () => {
    const noon = new Date(businessDayStart(new Date(), '12:00', 'Europe/Bucharest'))
    const { total } = await placeAt(new Date(noon.getTime() - 60_000))
    await placeAt(noon)
    const before = await today()
    await setStart('12:00')
    expect((await today()).sales).toBeGreaterThanOrEqual(total)
    expect((await today()).orders).toBeLessThan(before.orders)
  })
})

/** Places an order whose id is so far above the others that they are summed. */
async function placeMuchLater() {
  const { db } = server.connection
  await db.execute(sql`select setval(pg_get_serial_sequence('orders', 'id'), (select max(id) + 1000 from orders))`)
  return place()
}

describe('the summary', () => {
  it('is the same before and after old orders are summed, also once a line of one is taken off', async () => {
    const { db } = server.connection
    const old = await place({ items: [{ menuItemId: server.soup, quantity: 2 }] })
    await server.asOwner('POST', '/api/orders', takeaway(server, { test: true, tableId: server.table }))
    await placeMuchLater()
    const before = await summary()
    await foldTotals(db)
    await foldTotals(db)
    const { rows } = await db.execute(
      sql`select orders_up_to >= ${old.id} as summed, orders::int, total::int from totals`,
    )
    expect(rows).toEqual([{ summed: true, orders: before.totalOrders - 1, total: expect.any(Number) }])
    expect(await summary()).toEqual(before)
    await server.asOwner('PATCH', `/api/orders/${old.id}/items/${old.items[0]?.id}`, { quantity: 1 })
    await place()
    const folded = await summary()
    await db.execute(sql`update totals set orders_up_to = 0, orders = 0, total = 0`)
    expect(await summary()).toEqual(folded)
    await foldTotals(db)
    expect(await summary()).toEqual(folded)
  })

  it('sums old orders also where an older one has a later date', async () => {
    const { db } = server.connection
    const { id } = await place()
    await db.execute(sql`update orders set created_at = now() + interval '1 year' where id = ${id}`)
    await placeMuchLater()
    await foldTotals(db)
    const { rows } = await db.execute(sql`select orders_up_to >= ${id} as summed from totals`)
    expect(rows).toEqual([{ summed: true }])
    await db.execute(sql`update orders set created_at = now() where id = ${id}`)
  })

  it('counts an order that takes a line off while the orders are summed', async () => {
    const { db } = server.connection
    const { id, items } = await place({ items: [{ menuItemId: server.soup, quantity: 2 }] })
    await placeMuchLater()
    await db.execute(sql`update totals set orders_up_to = 0, orders = 0, total = 0`)
    const lowered = { method: 'PATCH', url: `/api/orders/${id}/items/${items[0]?.id}` } as const
    const sent = await inTransaction(db, async (tx) => {
      await foldTotals(tx as never)
      const response = server.asOwner(lowered.method, lowered.url, { quantity: 1 })
      await untilLockWaits(server)
      return { response }
    })
    expect((await sent.response).statusCode).toBe(200)
    const { rows } = await db.execute(
      sql`select total = (select sum(orders.total) from orders where not is_test and id <= orders_up_to) as right from totals`,
    )
    expect(rows).toEqual([{ right: true }])
  })

  it('counts customers beyond those that are summed, and no longer those that are merged or erased', async () => {
    const { db } = server.connection
    const [first, second] = [await place({ phoneNumber: '0733 000 001' }), await place({ phoneNumber: '0733 000 002' })]
    const before = await summary()
    await db.execute(
      sql`update totals set customers_up_to = (select max(id) from customers), customers = ${before.totalCustomers}`,
    )
    expect(await summary()).toEqual(before)
    await place({ phoneNumber: '0733 000 003' })
    expect((await summary()).totalCustomers).toBe(before.totalCustomers + 1)
    const { rows } = await db.execute<{ id: number }>(
      sql`select customer_id::int as id from orders where id in (${first.id}, ${second.id}) order by id`,
    )
    await server.asOwner('POST', `/api/customers/${rows[0]?.id}/merge`, { intoId: rows[1]?.id })
    expect((await summary()).totalCustomers).toBe(before.totalCustomers)
  })
})

it('the list for the Orders tab has every open order and the newest 200 others, newest first; paging returns the rest', async () => {
  const { db } = server.connection
  await db.execute(sql`delete from orders`)
  const oldest = await place()
  const { rows } = await db.execute<{ id: number }>(sql`
    with placed as (
      insert into orders (customer_name, phone_number, total, currency, status, token_hash, search_text, created_at, updated_at)
      select 'Old', '0000000000', 0, 'lei', 'completed', '', '', now(), now() from generate_series(1, 205) returning id
    ), lines as (
      insert into order_items (order_id, menu_item_id, quantity, name, name_ro, price)
      select id, ${server.soup}, 1, 'Bean soup', 'Ciorbă de fasole', 2850 from placed
    ) select id::int from placed order by id`)
  const closed = rows.map(({ id }) => id)
  const board = await list()
  expect(board.filter(({ status }) => status === 'pending').map(({ id }) => id)).toEqual([oldest.id])
  expect(board).toHaveLength(201)
  expect(board.map(({ id }) => id)).toEqual(board.map(({ id }) => id).sort((a, b) => b - a))
  expect(board.slice(0, 200).map(({ id }) => id)).toEqual(closed.slice(5).reverse())

  const headers = { cookie: server.owner, 'accept-encoding': 'gzip, br' }
  const packed = await server.call('GET', '/api/orders', undefined, { headers })
  expect([packed.headers['content-encoding'], packed.headers.vary]).toEqual(['gzip', 'Accept-Encoding'])
  expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual(board)
  const short = await server.call('GET', `/api/orders/${oldest.id}`, undefined, { headers })
  expect([short.headers['content-encoding'], short.json().id]).toEqual([undefined, oldest.id])

  const first = await list('?status=completed&limit=120')
  const second = await list(`?status=completed&limit=120&before=${first.at(-1)?.id}`)
  expect([...first, ...second].map(({ id }) => id)).toEqual([...closed].reverse())
  expect(second.every(({ items }) => items.length === 1)).toBe(true)
})

it('the orders to be cooked begin with the one that waits longest, one for later where its time is', async () => {
  const { db } = server.connection
  await db.execute(sql`delete from orders`)
  const ids: number[] = []
  for (let i = 0; i < 6; i++) ids.push((await place()).id)
  const [late, first, begun, ready, cancelled, last] = ids as [number, number, number, number, number, number]
  await db.execute(sql`update orders set start_at = now() + interval '1 hour' where id = ${late}`)
  await setStatus(begun, 'preparing')
  await setStatus(ready, 'ready')
  await setStatus(cancelled, 'cancelled')
  expect((await list('?toCook=oldest')).map(({ id }) => id)).toEqual([first, begun, last, late])
  const [oldest, ...others] = await list('?toCook=oldest&limit=1')
  expect([oldest?.id, oldest?.items.length, others]).toEqual([first, 1, []])
  expect((await server.asOwner('GET', '/api/orders?toCook=newest')).statusCode).toBe(400)
})

it('the list for the Orders tab has only the newest open orders if there are too many', async () => {
  const { db } = server.connection
  const ended = await place()
  await db.execute(sql`delete from orders where id <> ${ended.id}`)
  await setStatus(ended.id, 'cancelled')
  // The statuses alternate, so that the limit cuts across all four.
  await db.execute(sql`
    insert into orders (customer_name, phone_number, total, currency, status, token_hash, search_text, created_at, updated_at)
    select 'Old', '0000000000', 0, 'lei', (array['pending', 'preparing', 'ready', 'delivered'])[1 + n % 4], '', 'old', now(), now()
    from generate_series(1, ${OPEN_ON_BOARD + 40}) n`)
  const board = await list()
  const isOpen = ({ status }: Order) => !['completed', 'cancelled'].includes(status)
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from orders where search_text = 'old' order by id desc limit ${OPEN_ON_BOARD}`,
  )
  expect(board.filter(isOpen).map(({ id }) => id)).toEqual(rows.map(({ id }) => Number(id)))
  expect(board).toHaveLength(OPEN_ON_BOARD + 1)
  const { open } = await summary()
  expect(Object.values(open).reduce((sum, orders) => sum + orders)).toBe(OPEN_ON_BOARD + 40)
  await db.execute(sql`delete from orders where search_text = 'old'`)
})

it('a page that has the list gets what is new, newer or gone since, wherever a list would end; null if that is too much', async () => {
  const { db } = server.connection
  await db.execute(sql`delete from orders`)
  const changesSince = async (known: readonly Order[]) => {
    const versions = known.map(({ id, version }) => [id, version])
    return (await server.asOwner('POST', '/api/orders/changed', { known: versions })).json<{
      orders: Order[]
      gone: number[]
    } | null>()
  }
  const [oldest, kept, ready, gone] = [await place(), await place(), await place(), await place()]
  await setStatus(oldest.id, 'completed')
  const known = await list()
  expect(await changesSince(known)).toEqual({ orders: [], gone: [] })
  await db.execute(sql`
    insert into orders (customer_name, phone_number, total, currency, status, token_hash, search_text, created_at, updated_at)
    select 'Ended', '0000000000', 0, 'lei', 'completed', '', '', now(), now() from generate_series(1, ${ORDERS_PER_PAGE}::int)`)
  const meanwhile = await list()
  expect(meanwhile.map(({ id }) => id)).not.toContain(oldest.id)
  await setStatus(ready.id, 'ready')
  await setStatus(oldest.id, 'cancelled')
  await db.execute(sql`delete from orders where id = ${gone.id}`)
  const late = await place()
  const page = [...meanwhile, ...known.filter(({ id }) => id === oldest.id)]
  const changes = await changesSince(page)
  expect(changes?.orders.sort((a, b) => a.id - b.id)).toEqual([
    expect.objectContaining({ id: oldest.id, status: 'cancelled', version: 3 }),
    expect.objectContaining({ id: ready.id, status: 'ready', items: [expect.objectContaining({ quantity: 2 })] }),
    expect.objectContaining({ id: late.id, status: 'pending' }),
  ])
  expect(changes?.gone).toEqual([gone.id])
  expect(meanwhile.map(({ id }) => id)).toContain(kept.id)
  expect(await changesSince(known)).toBeNull()
  await db.execute(sql`delete from orders`)
})

it('a list of large orders is cut at 1 MB, open orders first, and has a header for that; paging returns the rest without gaps', async () => {
  const { db } = server.connection
  await db.execute(sql`delete from orders`)
  // This is the largest order that is accepted: a hundred lines with the longest notes allowed.
  await db.execute(sql`
    with placed as (
      insert into orders (customer_name, phone_number, total, currency, status, token_hash, search_text, created_at, updated_at)
      select 'Large', '0000000000', 0, 'lei', case when n % 3 = 0 then 'completed' else 'pending' end, '', 'large', now(), now()
      from generate_series(1, 90) n returning id
    )
    insert into order_items (order_id, menu_item_id, quantity, name, name_ro, price, notes)
    select id, ${server.soup}, 1, 'Bean soup "of the house"', 'Ciorbă de fasole', 2850, repeat('語', 20)
    from placed, generate_series(1, 100)`)
  const fetchPage = async (query = '') => {
    const response = await server.asOwner('GET', `/api/orders${query}`)
    const [orders, bytes] = [response.json<Order[]>(), Buffer.byteLength(response.body)]
    return { orders, bytes, isTruncated: response.headers[LIST_TRUNCATED] === '1', ids: orders.map(({ id }) => id) }
  }
  const { rows } = await db.execute<{ id: string; status: string }>(sql`select id, status from orders order by id desc`)
  const idsOf = (status: string) => rows.filter((row) => row.status === status).map(({ id }) => Number(id))
  const board = await fetchPage()
  expect([board.isTruncated, board.bytes < 1_000_000, board.bytes > 900_000]).toEqual([true, true, true])
  expect(board.ids).toEqual(idsOf('pending').slice(0, board.ids.length))
  expect(board.orders.every(({ items }) => items.length === 100)).toBe(true)
  const pendingIds = [...board.ids]
  for (let isTruncated = true; isTruncated; ) {
    const page = await fetchPage(`?status=pending&before=${pendingIds.at(-1)}`)
    expect(page.bytes).toBeLessThan(1_000_000)
    pendingIds.push(...page.ids)
    isTruncated = page.isTruncated
  }
  expect(pendingIds).toEqual(idsOf('pending'))
  // With few open orders, the list has all of them, although they are the oldest, and as many others as fit.
  await db.execute(sql`update orders set status = 'completed' where id > (select min(id) + 5 from orders)`)
  const fewOpen = await fetchPage()
  expect([fewOpen.isTruncated, fewOpen.bytes < 1_000_000, fewOpen.ids.slice(-4)]).toEqual([
    true,
    true,
    idsOf('pending').slice(-4),
  ])
  expect(fewOpen.ids.slice(0, -4)).toEqual(rows.slice(0, fewOpen.ids.length - 4).map(({ id }) => Number(id)))
  await db.execute(sql`delete from orders where id < (select max(id) - 5 from orders)`)
  const whole = await fetchPage()
  expect([whole.isTruncated, whole.ids.length]).toEqual([false, 6])
  // An order that exceeds the limit alone is sent nevertheless, as the only one of its page.
  await db.execute(sql`update order_items set notes = repeat('語', 5000) where order_id = ${whole.ids[0]}`)
  expect(await fetchPage()).toMatchObject({ isTruncated: true, ids: whole.ids.slice(0, 1) })
  expect(await fetchPage(`?before=${whole.ids[0]}`)).toMatchObject({ isTruncated: false, ids: whole.ids.slice(1) })
  await db.execute(sql`delete from orders`)
})

it('the search finds a phone number in any notation', async () => {
  const { id } = await place({ phoneNumber: '0799 888 777', customerName: 'Written Somehow' })
  // An unparsable number is stored as typed.
  const unparsed = await place({ phoneNumber: '0799-888 77', customerName: 'Misspelt' })
  const ids = async (q: string) => (await list(`?q=${encodeURIComponent(q)}`)).map(({ id }) => id)
  for (const q of ['0799 888 777', '+40 799 888 777', '0040799888777', '40799888777', '(0799) 888-777', '888 777'])
    expect([q, await ids(q)]).toEqual([q, [id]])
  for (const q of ['0799 888 77', '799 888', '+40799888', '0799.888', '0799'])
    expect([q, await ids(q)]).toEqual([q, [unparsed.id, id]])
  for (const q of ['0799 888 778', '+41 799 888', '7 9']) expect([q, await ids(q)]).toEqual([q, []])
})

it('the search finds orders by number, name, phone and table, ignoring case and diacritics', async () => {
  const takeawayOrder = await place({ customerName: 'Ștefan Țurcanu', phoneNumber: '0731 220 618' })
  const tableOrder = await place({ tableId: server.table, customerName: 'Masa 5', phoneNumber: '0000000000' })
  const ids = async (q: string) => (await list(`?q=${encodeURIComponent(q)}`)).map(({ id }) => id)
  for (const q of ['stefan tur', 'Țu', 'ȘT'])
    expect([q, await ids(q)]).toEqual([q, expect.arrayContaining([takeawayOrder.id])])
  expect(await ids('40731220')).toEqual([takeawayOrder.id])
  expect(await ids('masa 5')).toEqual([tableOrder.id])
  expect(await ids(`#${takeawayOrder.id}`)).toContain(takeawayOrder.id)
  expect(await ids('100%')).toEqual([])
  const named = await place({ customerName: 'Anne-Marie O’Neill Weiß', phoneNumber: '0731 220 619' })
  for (const q of ["o'neill", 'oneill', 'anne marie', 'annemarie', 'o’neill weiss'])
    expect([q, await ids(q)]).toEqual([q, [named.id]])
  expect(await ids("'; drop table orders; --")).toEqual([])
})

it('the orders of one customer are paged, newest first, and include lines with quantity 0', async () => {
  const phoneNumber = '0747 111 222'
  const items = [server.soup, server.pizza].map((menuItemId) => ({ menuItemId, quantity: 1 }))
  const placed: PlacedOrder[] = []
  for (let i = 0; i < 3; i++) {
    placed.push(await place({ phoneNumber, items, total: 7050 }))
    await place()
  }
  const [first, second, third] = placed.map(({ id }) => id)
  const [{ id: customer } = { id: 0 }] = (await server.asOwner('GET', '/api/customers?q=0747111222')).json()
  await server.asOwner('PATCH', `/api/orders/${third}/items/${placed[2]?.items[0]?.id}`, { quantity: 0 })
  const own = await list(`?customerId=${customer}`)
  expect(own.map(({ id }) => id)).toEqual([third, second, first])
  expect(own[0]?.items.map(({ quantity }) => quantity)).toEqual([0, 1])
  const page = await list(`?customerId=${customer}&before=${third}&limit=1`)
  expect(page.map(({ id }) => id)).toEqual([second])
  expect(await list(`?customerId=${customer}&status=cancelled`)).toEqual([])
})
