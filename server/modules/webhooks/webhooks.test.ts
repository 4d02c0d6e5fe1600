import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import { TestReceiver } from '#server/testing/receiver.ts'
import type { BeforeService } from '#shared/contracts/before-service.ts'
import type { JournalEntry } from '#shared/contracts/journal.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import type { Program } from '#shared/contracts/programs.ts'
import { WEBHOOK_EVENTS, type Webhook, type WebhookDelivery } from '#shared/contracts/webhooks.ts'
import { deleteOld } from './repo.ts'

const server = testServer({ webhooksOnLoopback: true })

/** Bounds a wait for something that never happens; it tests no speed. */
const WAIT_OPTIONS = { timeout: 30_000, interval: 20 }
const [SECOND_MS, HOUR_MS] = [1_000, 3_600_000]
const open: TestReceiver[] = []
const db = () => server.connection.db
const post = (path: string, body: unknown, key?: string) =>
  server.asOwner('POST', path, body, key ? { 'idempotency-key': key } : {})

afterEach(async () => {
  server.clock.set(undefined)
  await db().execute(sql`delete from webhooks`)
  await db().execute(sql`delete from webhook_deliveries`)
  await Promise.all(open.splice(0).map((receiver) => receiver.close()))
})

type Added = Webhook & { secret: string }
/** Adds an address at which a program listens. */
async function listen(more: object = {}) {
  const receiver = await new TestReceiver().open()
  open.push(receiver)
  const response = await post('/api/webhooks', { url: receiver.url, events: WEBHOOK_EVENTS, ...more })
  expect(response.statusCode).toBe(201)
  const webhook = response.json<Added>()
  receiver.secret = webhook.secret
  return { receiver, webhook }
}
const placed = async () => (await server.call('POST', '/api/orders', takeaway(server))).json<PlacedOrder>()
const list = async () => (await server.asOwner('GET', '/api/webhooks')).json<Webhook[]>()
const deliveriesOf = async ({ id }: Webhook) =>
  (await server.asOwner('GET', `/api/webhooks/${id}/deliveries`)).json<WebhookDelivery[]>()
const waitFor = <Result>(check: () => Result) => vi.waitFor(check, WAIT_OPTIONS)
/** Sets the clock, and wakes the sender. */
const at = async (moment: number) => {
  server.clock.set(new Date(moment))
  await db().execute(sql`select pg_notify('masa', '{"topic":"changed","id":"programs"}')`)
}
/** Changes an order so often, each time with a transaction of its own. */
const change = (id: number, times: number) =>
  db().execute(
    sql.raw(`do $$ begin for i in 1..${times} loop
      update orders set changed_version = changed_version + 1 where id = ${id}; commit; end loop; end $$`),
  )

describe('an event', () => {
  it('is signed, has the order as its GET answers it, and nothing about who ordered', async () => {
    const { receiver } = await listen()
    const { id } = await placed()
    await waitFor(() => expect(receiver.types).toEqual(['order.created']))
    const order = (await server.asOwner('GET', `/api/orders/${id}`)).json()
    const { customerName: _, phoneNumber: __, email: ___, notes: ____, ...rest } = order
    const items = order.items.map(({ notes: _, guestName: __, ...line }: Record<string, unknown>) => line)
    expect(receiver.events[0]?.data).toEqual({ ...rest, items })
    expect(JSON.stringify(receiver.events)).not.toMatch(/Ana|0712|40712/)
    expect(receiver.headers[0]).toMatchObject({
      'content-type': 'application/json',
      host: `127.0.0.1:${receiver.port}`,
    })
  })

  it('has personal data too where the owner ticked that', async () => {
    const { receiver } = await listen({ personal: true })
    const { id } = await placed()
    await waitFor(() => expect(receiver.events).toHaveLength(1))
    expect(receiver.events[0]?.data).toEqual((await server.asOwner('GET', `/api/orders/${id}`)).json())
  })

  it('comes for each change of an order, but not for its marks', async () => {
    const { receiver } = await listen()
    const { id } = await placed()
    const other = await placed()
    await server.asOwner('POST', `/api/orders/${id}/seen`)
    await server.asOwner('PATCH', `/api/orders/${id}`, { status: 'preparing' })
    await server.asOwner('POST', `/api/orders/${id}/prints`, { kind: 'receipt' })
    await server.asOwner('PATCH', `/api/orders/${id}`, { status: 'completed' })
    await server.asOwner('PATCH', `/api/orders/${other.id}`, { status: 'cancelled' })
    const expected = ['order.created', 'order.created', 'order.changed', 'order.completed', 'order.cancelled']
    await waitFor(() => expect(receiver.types).toEqual(expected))
    expect(receiver.events.map(({ data }) => data.id)).toEqual([id, other.id, id, id, other.id])
  })

  it('comes for no test of the owner, and for nothing that was rolled back', async () => {
    const { receiver, webhook } = await listen()
    await server.asOwner('POST', '/api/orders', takeaway(server, { test: true }))
    const { id } = await placed()
    const failing = db().transaction(async (tx) => {
      await tx.execute(sql`update orders set status = 'completed', changed_version = 2 where id = ${id}`)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await waitFor(() => expect(receiver.types).toEqual(['order.created']))
    await waitFor(async () => expect((await deliveriesOf(webhook)).map(({ type }) => type)).toEqual(['order.created']))
  })

  it('comes for payments, what is taken back of them, and the day, each as its GET answers it', async () => {
    const { receiver } = await listen({ personal: true })
    await server.asOwner('PATCH', '/api/settings', { payments: true })
    const { id } = await placed()
    const input = { orders: [id], due: 5700, amount: 5700, method: 1 }
    const payment = (await post('/api/payments', input, 'pay')).json<{ id: number }>()
    await post(`/api/payments/${payment.id}/reverse`, { amount: 700, method: 1, reason: 'cold' }, 'reverse')
    await post('/api/till', { kind: 'in', amount: 100, reason: 'change' }, 'till')
    const { lastEntry } = (await server.asOwner('GET', '/api/days/open')).json()
    const day = await post('/api/days/close', { counted: 5100, left: 0, seen: lastEntry, note: 'calm' }, 'close')
    await waitFor(() =>
      expect(receiver.types).toEqual(['order.created', 'payment.recorded', 'payment.recorded', 'day.closed']),
    )
    const [, paid, back, closed] = receiver.events
    const payments = (await server.asOwner('GET', `/api/payments?orderId=${id}`)).json<Record<string, unknown>[]>()
    // The payment had nothing taken back when it was sent, or already had.
    expect([paid?.data, back?.data]).toMatchObject(payments.map(({ left: _, ...rest }) => rest))
    expect(closed?.data).toEqual(day.json())
  })

  it('says nothing about people in payments and days without the tick', async () => {
    const { receiver } = await listen({ events: ['payment.recorded', 'day.closed'] })
    const { id } = await placed()
    const payer = { guestName: 'Ana', reason: 'birthday of Ana' }
    await post('/api/payments', { orders: [id], due: 5700, amount: 5700, method: 1, ...payer }, 'pay2')
    const { lastEntry } = (await server.asOwner('GET', '/api/days/open')).json()
    await post('/api/days/close', { counted: 0, left: 0, seen: lastEntry, note: 'Ana was here' }, 'close2')
    await waitFor(() => expect(receiver.types).toEqual(['payment.recorded', 'day.closed']))
    expect(JSON.stringify(receiver.events)).not.toMatch(/Ana|boss|"(user|by|reason|note)"/)
    expect(receiver.events[0]?.data).toMatchObject({ amount: 5700, orders: [{ orderId: id, amount: 5700 }] })
    await server.asOwner('PATCH', '/api/settings', { payments: false })
  })

  it('of the menu stands for all its changes that nobody has heard of', async () => {
    const { receiver, webhook } = await listen({ events: ['menu.changed'] })
    const toggle = (isActive: boolean) => server.asOwner('POST', `/api/menu/${server.soup}/toggle`, { isActive })
    receiver.answer = (reply) => reply.writeHead(500).end()
    const asked = Date.now()
    await toggle(false)
    await waitFor(() => expect(receiver.types).toEqual(['menu.changed']))
    for (const isActive of [true, false, true]) await toggle(isActive)
    expect((await deliveriesOf(webhook)).map(({ type }) => type)).toEqual(['menu.changed', 'menu.changed'])
    receiver.answer = (reply) => reply.end()
    await at(asked + 60 * SECOND_MS)
    await waitFor(async () => expect((await deliveriesOf(webhook)).every(({ endedAt }) => endedAt)).toBe(true))
    const lists = receiver.events.map(({ data }) => data.some(({ id }: { id: number }) => id === server.soup))
    expect(lists).toEqual([false, true, true])
  })

  it('of the menu is not sent before the change that it covers is there', async () => {
    const { receiver, webhook } = await listen({ events: ['menu.changed'] })
    const committing = Promise.withResolvers<void>()
    await db().execute(sql`insert into webhook_deliveries (webhook_id, type) values (${webhook.id}, 'menu.changed')`)
    const slow = db().transaction(async (tx) => {
      await tx.execute(sql`update menu_items set position = position where id = ${server.soup}`)
      await at(Date.now())
      await committing.promise
    })
    const isBlocked = sql`select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'webhook_deliveries'`
    try {
      await waitFor(async () => expect((await db().execute(isBlocked)).rows).toHaveLength(1))
      expect(receiver.events).toEqual([])
    } finally {
      committing.resolve()
      await slow
    }
    await waitFor(() => expect(receiver.events).toHaveLength(1))
    expect(await deliveriesOf(webhook)).toHaveLength(1)
  })

  it('goes to each address that wants it, and to no other', async () => {
    const [orders, days] = [await listen({ events: ['order.created'] }), await listen({ events: ['day.closed'] })]
    const off = await listen()
    await server.asOwner('PATCH', `/api/webhooks/${off.webhook.id}`, { isActive: false })
    await placed()
    await waitFor(() => expect(orders.receiver.types).toEqual(['order.created']))
    expect([days.receiver.types, off.receiver.types]).toEqual([[], []])
    expect([await deliveriesOf(days.webhook), await deliveriesOf(off.webhook)]).toEqual([[], []])
  })
})

describe('an address that fails', () => {
  it('is tried again after 5 s, 30 s, 2 min, 10 min, 1 h and then hourly, with the same id', async () => {
    const { receiver, webhook } = await listen({ events: ['order.created'] })
    receiver.answer = (reply) => reply.writeHead(500).end()
    await placed()
    let moment = Date.now() + SECOND_MS
    for (const [i, seconds] of [5, 30, 120, 600, 3600, 3600, 3600].entries()) {
      await waitFor(async () => expect((await deliveriesOf(webhook))[0]).toMatchObject({ responseCode: 500 }))
      await waitFor(async () => expect((await list())[0]?.failingSince).not.toBeNull())
      expect(receiver.events).toHaveLength(i + 1)
      const { rows } = await db().execute<{ at: Date }>(sql`select next_attempt_at as at from webhook_deliveries`)
      const due = new Date(rows[0]?.at ?? 0).getTime()
      expect(Math.abs(due - moment - (seconds - 1) * SECOND_MS)).toBeLessThan(20 * SECOND_MS)
      moment = due + SECOND_MS
      await db().execute(sql`update webhook_deliveries set response_code = null`)
      await at(moment)
      await waitFor(() => expect(receiver.events).toHaveLength(i + 2))
    }
    expect(new Set(receiver.headers.map((headers) => headers['webhook-id'])).size).toBe(1)
  })

  it('is given up after three days, red before service, until an owner turns it on', async () => {
    const { receiver, webhook } = await listen({ events: ['order.created', 'order.changed'] })
    const check = async () =>
      (await server.asOwner('GET', '/api/before-service'))
        .json<BeforeService>()
        .checks.find(({ name }) => name === 'webhooks')
    expect(await check()).toMatchObject({ state: 'ok', group: 'system' })
    receiver.answer = (reply) => reply.writeHead(500).end()
    const { id } = await placed()
    await change(id, 3)
    await waitFor(async () => expect((await list())[0]?.failingSince).not.toBeNull())
    expect(await check()).toMatchObject({ state: 'wrong', text: expect.stringContaining(`127.0.0.1:${receiver.port}`) })
    await at(Date.now() + 73 * HOUR_MS)
    await waitFor(async () => expect((await list())[0]).toMatchObject({ isActive: false }))
    expect(await check()).toMatchObject({ state: 'wrong' })
    expect((await deliveriesOf(webhook)).every(({ endedAt }) => endedAt !== null)).toBe(true)
    receiver.answer = (reply) => reply.end()
    const path = `/api/webhooks/${webhook.id}`
    expect((await server.asOwner('PATCH', path, { isActive: true })).json()).toMatchObject({ failingSince: null })
    await change(id, 1)
    await waitFor(() => expect(receiver.types.at(-1)).toBe('order.changed'))
    expect(await check()).toMatchObject({ state: 'ok' })
  })

  it('has 1,000 events in their order once it is back', async () => {
    const { receiver, webhook } = await listen()
    receiver.answer = (reply) => reply.writeHead(503).end()
    const { id } = await placed()
    await change(id, 999)
    await waitFor(async () => expect((await list())[0]?.failingSince).not.toBeNull())
    receiver.events.length = 0
    receiver.headers.length = 0
    receiver.answer = (reply) => reply.end()
    await at(Date.now() + HOUR_MS)
    await waitFor(() => expect(receiver.events).toHaveLength(1_000))
    expect(receiver.types).toEqual(['order.created', ...Array.from({ length: 999 }, () => 'order.changed')])
    const ids = receiver.headers.map((headers) => Number(String(headers['webhook-id']).split('_')[1]))
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(new Set(ids).size).toBe(1_000)
    await waitFor(async () => expect((await list())[0]?.failingSince).toBeNull())
    expect(await deliveriesOf(webhook)).toHaveLength(100)
  }, 60_000)

  it('delays no other one while it hangs', async () => {
    const [hanging, other] = [await listen(), await listen()]
    hanging.receiver.answer = () => {}
    const { id } = await placed()
    await waitFor(() => expect(hanging.receiver.events).toHaveLength(1))
    await change(id, 5)
    await at(Date.now())
    await waitFor(() => expect(other.receiver.events).toHaveLength(6))
    expect(hanging.receiver.events).toHaveLength(1)
  })
})

describe('deliveries', () => {
  it('are listed with their outcome, and sent again with the same id', async () => {
    const { receiver, webhook } = await listen()
    const path = `/api/webhooks/${webhook.id}`
    expect((await post(`${path}/test`, {})).statusCode).toBe(204)
    await waitFor(() => expect(receiver.types).toEqual(['test']))
    await waitFor(async () => expect((await deliveriesOf(webhook))[0]?.endedAt).toBeTruthy())
    const [delivery] = await deliveriesOf(webhook)
    expect(delivery).toMatchObject({ type: 'test', attempts: 1, responseCode: 204 })
    const again = await post(`${path}/deliveries/${delivery?.id}`, { again: true })
    expect(again.statusCode).toBe(204)
    await waitFor(() => expect(receiver.types).toEqual(['test', 'test']))
    expect(receiver.headers[0]?.['webhook-id']).toBe(receiver.headers[1]?.['webhook-id'])
    const other = await listen()
    const elsewhere = `/api/webhooks/${other.webhook.id}/deliveries/${delivery?.id}`
    expect((await post(elsewhere, { again: true })).statusCode).toBe(404)
  })

  it('end with an address that is turned off, and go with one that is removed', async () => {
    const { receiver, webhook } = await listen()
    receiver.answer = (reply) => reply.writeHead(500).end()
    const { id } = await placed()
    await waitFor(async () => expect((await list())[0]?.failingSince).not.toBeNull())
    await change(id, 2)
    const path = `/api/webhooks/${webhook.id}`
    await server.asOwner('PATCH', path, { isActive: false })
    expect((await deliveriesOf(webhook)).map(({ endedAt }) => endedAt !== null)).toEqual([true, true, true])
    expect((await server.asOwner('DELETE', path)).statusCode).toBe(204)
    expect((await server.asOwner('GET', `${path}/deliveries`)).statusCode).toBe(404)
    const left = await deleteOld(db(), { ended: 100, waiting: 100 }, 100)
    expect(left).toBe(3)
  })

  it('are kept, the newest of each address: so many that have ended, and so many that wait', async () => {
    const { webhook } = await listen()
    for (const endedAt of ['2026-01-01', null])
      await db().execute(sql`insert into webhook_deliveries (webhook_id, type, next_attempt_at, ended_at)
        select ${webhook.id}, 'test', '2126-01-01', ${endedAt}::timestamptz from generate_series(1, 7)`)
    expect([
      await deleteOld(db(), { ended: 2, waiting: 5 }, 4),
      await deleteOld(db(), { ended: 2, waiting: 5 }, 9),
    ]).toEqual([4, 3])
    const left = await deliveriesOf(webhook)
    expect(left.map(({ endedAt }) => endedAt === null)).toEqual([true, true, true, true, true, false, false])
  })
})

describe('webhooks', () => {
  it('are at most eight, also if several are added at once, each with a secret that is shown once', async () => {
    const add = (i: number) =>
      post('/api/webhooks', { url: `https://192.0.2.${i + 1}`, events: ['day.closed'] }, 'same')
    const responses = await Promise.all(Array.from({ length: 11 }, (_, i) => add(i)))
    const added = responses.filter(({ statusCode }) => statusCode === 201).map((one) => one.json<Added>())
    expect(new Set(added.map(({ secret }) => secret)).size).toBe(8)
    expect((await add(12)).json()).toMatchObject({ code: 'too_many_webhooks' })
    expect(JSON.stringify(await list())).not.toContain('whsec_')
    const stored = await db().execute(sql`select answer from idempotency_keys where answer ~ 'whsec_'`)
    expect(stored.rows).toEqual([])
  })

  it.each([
    ['ftp://program.example', 'url'],
    ['program.example', 'url'],
    ['javascript:alert(1)', 'url'],
    ['http://169.254.169.254/latest/meta-data', 'url'],
    ['http://[fe80::1]/', 'url'],
    ['http://100.100.100.200/', 'url'],
    ['http://0.0.0.0:3000/', 'url'],
    ['http://no-such-name.invalid/', 'url'],
  ])('have no address like %s', async (url, path) => {
    const response = await post('/api/webhooks', { url, events: ['day.closed'] })
    expect([response.statusCode, response.json().issues[0].path]).toEqual([400, path])
  })

  it('are in the journal by their hosts, without a path that may be a secret', async () => {
    const url = 'https://192.0.2.1/secret-path?key=1'
    const { id } = (await post('/api/webhooks', { url, events: ['day.closed'] })).json<Program>()
    await server.asOwner('PATCH', `/api/webhooks/${id}`, { events: ['menu.changed'] })
    await server.asOwner('DELETE', `/api/webhooks/${id}`)
    const { entries } = (await server.asOwner('GET', '/api/journal?limit=3')).json<{ entries: JournalEntry[] }>()
    expect(entries.map(({ kind, details }) => [kind, details])).toEqual(
      ['removed', 'changed', 'added'].map((what) => [`webhook_${what}`, { program: '192.0.2.1' }]),
    )
  })
})
