import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import { type People, signInPeople } from '#server/testing/users.ts'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'

const server = testServer()
let people: People
const NOW = new Date('2026-11-21T18:00:00.000Z')
const at = (ms: number) => server.clock.set(new Date(NOW.getTime() + ms))
const MINUTE_MS = 60_000
beforeAll(async () => {
  people = await signInPeople(server)
})
beforeEach(() => at(0))

const call = (person: keyof People, method: 'POST' | 'PATCH', path: string, body: object) =>
  server.call(method, `/api/orders/${path}`, body, { headers: { cookie: people[person] } })
const tick = (id: number, itemId: number, done: unknown = true, person: keyof People = 'kitchen') =>
  call(person, 'POST', `${id}/items/${itemId}/done`, { done })
const setStatus = async (id: number, status: string) =>
  (await call('owner', 'PATCH', String(id), { status })).json<Order>()
const setQuantity = (id: number, itemId: number, quantity: number) =>
  call('floor', 'PATCH', `${id}/items/${itemId}`, { quantity })
const codeOf = (response: { statusCode: number; json(): { code?: string } }) => [
  response.statusCode,
  response.json().code,
]
const stateOf = ({ status, items }: Order) => [status, ...items.map(({ doneAt }) => doneAt !== null)]
const history = async (id: number) => {
  const query = 'select status, username from order_status_changes where order_id = $1 order by id offset 1'
  return (await server.connection.db.$client.query(query, [id])).rows
}

/** Places an order of soup and pizza. */
async function place(): Promise<{ id: number; soup: number; pizza: number; placed: PlacedOrder }> {
  const items = [server.soup, server.pizza].map((menuItemId) => ({ menuItemId, quantity: 1 }))
  const response = await server.call('POST', '/api/orders', takeaway(server, { items, total: 2850 + 4200 }))
  const placed = response.json<PlacedOrder>()
  return { id: placed.id, soup: placed.items[0]?.id ?? 0, pizza: placed.items[1]?.id ?? 0, placed }
}

describe('marking a line as done', () => {
  it('makes a pending order preparing with the first line, and ready with the last, under the cook’s name', async () => {
    const { id, soup, pizza } = await place()
    const first = await tick(id, soup)
    expect([first.statusCode, stateOf(first.json())]).toEqual([200, ['preparing', true, false]])
    expect(first.json().items[0].doneAt).toBe(NOW.toISOString())
    expect(stateOf((await tick(id, pizza, true, 'floor')).json())).toEqual(['ready', true, true])
    expect(await history(id)).toEqual([
      { status: 'preparing', username: 'kitchen' },
      { status: 'ready', username: 'floor' },
    ])
  })

  it('changes nothing if it is done already, and keeps its moment', async () => {
    const { id, soup } = await place()
    const first = (await tick(id, soup)).json<Order>()
    at(MINUTE_MS)
    const again = (await tick(id, soup)).json<Order>()
    expect(again).toEqual(first)
  })

  it('raises the version, and makes a copy outdated only where the status changes', async () => {
    const { id, soup, pizza } = await place()
    const pending = (await tick(id, soup)).json<Order>()
    const { version } = (await tick(id, soup, false)).json<Order>()
    expect(version).toBe(pending.version + 1)
    const headers = { cookie: server.owner, 'if-match': String(pending.version) }
    const change = () => server.call('PATCH', `/api/orders/${id}`, { tableId: server.table }, { headers })
    expect((await change()).statusCode).toBe(200)
    await tick(id, soup)
    await tick(id, pizza)
    expect(codeOf(await change())).toEqual([409, 'order_changed'])
  })

  it('by two cooks at once leaves an order ready, whichever lines they mark', async () => {
    const { id, soup, pizza } = await place()
    const responses = await Promise.all([tick(id, soup), tick(id, pizza), tick(id, soup, true, 'both')])
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(stateOf((await tick(id, soup)).json())).toEqual(['ready', true, true])
    expect((await history(id)).map(({ status }) => status)).toEqual(['preparing', 'ready'])
  })

  it('is not in the response to the guest’s order', async () => {
    const { placed } = await place()
    expect(placed.items.map((line) => 'doneAt' in line)).toEqual([false, false])
  })
})

describe('taking a line back', () => {
  it('makes a ready order preparing, and leaves the other lines done', async () => {
    const { id, soup, pizza } = await place()
    await tick(id, soup)
    await tick(id, pizza)
    at(30 * MINUTE_MS)
    expect(stateOf((await tick(id, soup, false)).json())).toEqual(['preparing', false, true])
    expect(stateOf((await tick(id, pizza, false)).json())).toEqual(['preparing', false, false])
  })

  it('is refused more than half an hour later', async () => {
    const { id, soup } = await place()
    await tick(id, soup)
    at(30 * MINUTE_MS + 1)
    expect(codeOf(await tick(id, soup, false))).toEqual([409, 'too_late'])
  })
})

describe('a line cannot be marked', () => {
  it.each(['delivered', 'completed', 'cancelled'])(
    'of an order that is %s, also with the same value',
    async (status) => {
      const { id, soup, pizza } = await place()
      await tick(id, soup)
      await setStatus(id, status)
      for (const [line, done] of [
        [soup, true],
        [soup, false],
        [pizza, true],
        [pizza, false],
      ] as const) {
        const response = await tick(id, line, done)
        expect(codeOf(response)).toEqual([409, 'order_closed'])
        expect(response.json().message).toBe('This order was delivered, completed or cancelled')
      }
    },
  )

  it('if it was taken off', async () => {
    const { id, soup } = await place()
    await setQuantity(id, soup, 0)
    for (const done of [true, false]) {
      const response = await tick(id, soup, done)
      expect(codeOf(response)).toEqual([409, 'last_line'])
      // The usual message about the last line would tell a cook to cancel the order.
      expect(response.json().message).toBe('This dish was taken off the order')
    }
  })

  it('if it is not of this order, or there is no such order', async () => {
    const [{ id, soup }, other] = [await place(), await place()]
    const responses = [await tick(other.id, soup), await tick(id, 999_999), await tick(999_999, soup)]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  })
})

describe('lines follow their order', () => {
  it('taking off the last line that is not done makes the order ready', async () => {
    const { id, soup, pizza } = await place()
    await tick(id, soup)
    const lowered = (await setQuantity(id, pizza, 0)).json<Order>()
    expect([stateOf(lowered), lowered.total]).toEqual([['ready', true, false], 2850])
    expect(await history(id)).toMatchObject([{ status: 'preparing' }, { status: 'ready', username: 'floor' }])
  })

  it('taking off a line of an order that nobody has begun leaves it pending', async () => {
    const { id, pizza } = await place()
    expect((await setQuantity(id, pizza, 0)).json()).toMatchObject({ status: 'pending' })
  })

  it.each(['ready', 'delivered', 'completed'])(
    'all are done when it is set to %s, with the moment of each',
    async (status) => {
      const { id, soup } = await place()
      await tick(id, soup)
      at(MINUTE_MS)
      const { items } = await setStatus(id, status)
      expect(items.map(({ doneAt }) => doneAt)).toEqual([
        NOW.toISOString(),
        new Date(NOW.getTime() + MINUTE_MS).toISOString(),
      ])
    },
  )

  it.each([
    ['ready', 'preparing'],
    ['preparing', 'pending'],
    ['delivered', 'pending'],
    ['completed', 'preparing'],
  ])('none is done when it goes back from %s to %s', async (from, to) => {
    const { id, soup } = await place()
    await tick(id, soup)
    await setStatus(id, from)
    expect(stateOf(await setStatus(id, to))).toEqual([to, false, false])
  })

  it('they stay as they are when it is cancelled, and are cooked anew when it is reopened', async () => {
    const { id, soup } = await place()
    await tick(id, soup)
    expect(stateOf(await setStatus(id, 'cancelled'))).toEqual(['cancelled', true, false])
    expect(stateOf(await setStatus(id, 'preparing'))).toEqual(['preparing', false, false])
  })

  it('all are done when the orders of earlier days are completed', async () => {
    const { id, soup } = await place()
    await setQuantity(id, soup, 0)
    at(3 * 24 * 60 * MINUTE_MS)
    const before = new Date(NOW.getTime() + 24 * 60 * MINUTE_MS).toISOString()
    await call('owner', 'POST', 'complete-older', { before })
    const { headers } = { headers: { cookie: server.owner } }
    const [order] = (await server.call('GET', '/api/orders?status=completed&limit=1', undefined, { headers })).json()
    expect([order.id, ...stateOf(order)]).toEqual([id, 'completed', false, true])
  })
})
