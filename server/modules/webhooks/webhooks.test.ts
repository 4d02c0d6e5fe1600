import dns from 'node:dns/promises'
import type { ServerResponse } from 'node:http'
import { type SQL, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { takeaway, testServer } from '#server/testing/app.ts'
import { TestReceiver } from '#server/testing/receiver.ts'
import type { BeforeService } from '#shared/contracts/before-service.ts'
import { daySchema } from '#shared/contracts/days.ts'
import type { JournalEntry } from '#shared/contracts/journal.ts'
import { orderSchema, type PlacedOrder } from '#shared/contracts/orders.ts'
import { paymentSchema } from '#shared/contracts/payments.ts'
import type { Program } from '#shared/contracts/programs.ts'
import { IMPERSONAL_FIELDS, WEBHOOK_EVENTS, type Webhook, type WebhookDelivery } from '#shared/contracts/webhooks.ts'
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
    await waitFor(() => expect(receiver.types.toSorted()).toEqual(expected.toSorted()))
    const ofOrder = (one: number) => receiver.events.filter(({ data }) => data.id === one).map(({ type }) => type)
    expect(ofOrder(id).toSorted()).toEqual(['order.changed', 'order.completed', 'order.created'])
    expect(ofOrder(other.id).toSorted()).toEqual(['order.cancelled', 'order.created'])
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
    await waitFor(() => expect(receiver.events).toHaveLength(4))
    const [paid, back] = receiver.ofType('payment.recorded').toSorted((a, b) => a.data.id - b.data.id)
    const [closed] = receiver.ofType('day.closed')
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
    await waitFor(() => expect(receiver.types.toSorted()).toEqual(['day.closed', 'payment.recorded']))
    expect(JSON.stringify(receiver.events)).not.toMatch(/Ana|boss|"(user|by|reason|note)"/)
    expect(receiver.ofType('payment.recorded')[0]?.data).toMatchObject({
      amount: 5700,
      orders: [{ orderId: id, amount: 5700 }],
    })
    await server.asOwner('PATCH', '/api/settings', { payments: false })
  })

  it('of the menu stands for all its changes that nobody has heard of', async () => {
    const { receiver, webhook } = await listen({ events: ['menu.changed'] })
    const toggle = (isActive: boolean) => server.asOwner('POST', `/api/menu/${server.soup}/toggle`, { isActive })
    receiver.answer = (reply) => reply.writeHead(500).end()
    await toggle(false)
    await waitFor(async () => expect((await list())[0]?.failingSince).not.toBeNull())
    // An address that fails is sent one event at a time: while it holds this one, it hears of no other.
    const held: { end(): void }[] = []
    receiver.answer = (reply) => held.push(reply)
    await at(Date.now() + 10 * SECOND_MS)
    await waitFor(() => expect(held).toHaveLength(1))
    for (const isActive of [true, false, true]) await toggle(isActive)
    expect((await deliveriesOf(webhook)).map(({ type }) => type)).toEqual(['menu.changed', 'menu.changed'])
    receiver.answer = (reply) => reply.end()
    held[0]?.end()
    await at(Date.now() + 60 * SECOND_MS)
    await waitFor(async () => expect((await deliveriesOf(webhook)).every(({ endedAt }) => endedAt)).toBe(true))
    const lists = receiver.events.map(({ data }) => data.some(({ id }: { id: number }) => id === server.soup))
    expect([lists[0], lists.at(-1)]).toEqual([false, true])
  })

  it('of the menu does not come for what guests cannot see, nor for a change that changes nothing', async () => {
    await listen({ events: ['menu.changed'] })
    const eventsOf = async (change: SQL) => {
      await db().execute(sql`delete from webhook_deliveries`)
      const work = db().transaction(async (tx) => {
        await tx.execute(change)
        const { rows } = await tx.execute(sql`select from webhook_deliveries`)
        throw new Error(`${rows.length} events`)
      })
      return work.catch(({ message }: Error) => message)
    }
    const soup = sql`id = ${server.soup}`
    const hidden = (table: string) => sql.raw(`update ${table} set is_active = false`)
    expect(await eventsOf(sql`update menu_items set price = price + 1 where ${soup}`)).toBe('1 events')
    expect(await eventsOf(sql`update menu_items set price = price + 1`)).toBe('1 events')
    expect(await eventsOf(sql`update menu_items set is_active = false where ${soup}`)).toBe('1 events')
    expect(await eventsOf(sql`update menu_items set price = price, updated_at = now()`)).toBe('0 events')
    expect(await eventsOf(sql`update menu_items set price = 1 where false`)).toBe('0 events')
    expect(await eventsOf(sql`update menu_categories set station_id = 7, vat_rate = 9`)).toBe('0 events')
    for (const table of ['menu_items', 'menu_categories']) {
      await db().execute(hidden(table))
      expect(await eventsOf(sql`update menu_items set price = price + 1`)).toBe('0 events')
      expect(await eventsOf(sql`delete from menu_items where ${soup}`)).toBe('0 events')
      expect(await eventsOf(sql.raw(`update ${table} set is_active = true`))).toBe('1 events')
      await db().execute(sql.raw(`update ${table} set is_active = true`))
    }
  })

  it('of the menu looks for one that waits by an index, within orders too', async () => {
    const { webhook } = await listen({ events: ['menu.changed'] })
    await db().execute(sql`insert into webhook_deliveries (webhook_id, type, next_attempt_at)
      select ${webhook.id}, 'order.changed', '2126-01-01' from generate_series(1, 20000)`)
    await db().execute(sql`analyze webhook_deliveries`)
    const { rows } = await db().execute<{ source: string }>(
      sql`select prosrc as source from pg_proc where proname = 'add_menu_event'`,
    )
    const [search = ''] = /SELECT webhook_id[^;]*?SKIP LOCKED/.exec(rows[0]?.source ?? '') ?? []
    const plan = await db().execute<{ 'QUERY PLAN': string }>(sql.raw(`explain ${search}`))
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('webhook_deliveries_menu')
  })

  it('of a changed order tells an address with personal data of an erasure, also one that only hears of new orders', async () => {
    const [open, plain] = [await listen({ personal: true, events: ['order.created'] }), await listen()]
    const days = await listen({ personal: true, events: ['day.closed'] })
    const input = takeaway(server, { phoneNumber: '0722 111 333' })
    const { id } = (await server.call('POST', '/api/orders', input)).json<PlacedOrder>()
    await server.asOwner('PATCH', `/api/orders/${id}`, { status: 'completed' })
    await waitFor(() => expect([open, plain].map(({ receiver }) => receiver.events.length)).toEqual([1, 2]))
    const order = (await server.asOwner('GET', `/api/orders/${id}`)).json()
    const { rows } = await db().execute<{ id: string }>(sql`select customer_id as id from orders where id = ${id}`)
    expect((await server.asOwner('DELETE', `/api/customers/${rows[0]?.id}`)).statusCode).toBe(204)
    await waitFor(() => expect(open.receiver.types).toContain('order.changed'))
    const erased = open.receiver.ofType('order.changed').find(({ data }) => data.id === id)
    expect(erased?.data).toMatchObject({ id, customerName: '', phoneNumber: '', email: null })
    expect(erased?.data.version).toBeGreaterThan(order.version)
    for (const { webhook } of [plain, days])
      expect((await deliveriesOf(webhook)).filter(({ type }) => type === 'order.changed')).toEqual([])
  })

  it('of the menu is not sent before the change that it covers is there', async () => {
    const { receiver, webhook } = await listen({ events: ['menu.changed'] })
    const [written, committing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await db().execute(sql`insert into webhook_deliveries (webhook_id, type) values (${webhook.id}, 'menu.changed')`)
    const slow = db().transaction(async (tx) => {
      await tx.execute(sql`update menu_items set position = position + 1 where id = ${server.soup}`)
      written.resolve()
      await committing.promise
    })
    await written.promise
    await post(`/api/webhooks/${webhook.id}/test`, {})
    await waitFor(() => expect(receiver.types).toEqual(['test']))
    committing.resolve()
    await slow
    await waitFor(() => expect(receiver.types).toEqual(['test', 'menu.changed']))
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

/** A delivery as it is stored. */
const stored = async () => {
  const { rows } = await db().execute<{ attempts: number; wait: string | null; due: string | null; sending: boolean }>(
    sql`select attempts, is_sending as sending, round(extract(epoch from next_attempt_at - attempted_at)) as wait,
      next_attempt_at as due from webhook_deliveries order by id`,
  )
  return rows
}
/** Waits until so many attempts of the only delivery have ended. */
const ended = (attempts: number) =>
  waitFor(async () => expect(await stored()).toMatchObject([{ attempts, sending: false }]))
const refuse = (reply: ServerResponse) => reply.writeHead(500).end()

describe('an event that is refused', () => {
  it('is tried again after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h with the same id, and then given up', async () => {
    const { receiver, webhook } = await listen({ events: ['order.created'] })
    receiver.answer = refuse
    await placed()
    const waits = [5, 300, 1_800, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 3_600)]
    for (const [i, wait] of waits.entries()) {
      await ended(i + 1)
      const [{ wait: stores, due } = {}] = await stored()
      expect(Number(stores)).toBe(wait)
      // Others are taken meanwhile.
      await db().execute(sql`update webhooks set failing_since = null`)
      await at(new Date(due ?? 0).getTime() - SECOND_MS)
      await at(new Date(due ?? 0).getTime())
    }
    await ended(10)
    expect(await deliveriesOf(webhook)).toMatchObject([{ responseCode: 500, endedAt: expect.any(String) }])
    expect(new Set(receiver.headers.map((headers) => headers['webhook-id'])).size).toBe(1)
    expect(receiver.events).toHaveLength(10)
    expect(await list()).toMatchObject([{ isActive: true }])
  })

  it.each([
    ['120', 120],
    ['86400', 3_600],
    ['1', 5],
    ['soon', 5],
    ['-7', 5],
  ])('waits for its Retry-After %s up to an hour: %i s', async (value, wait) => {
    const { receiver } = await listen({ events: ['order.created'] })
    receiver.answer = (reply) => reply.writeHead(429, { 'retry-after': value }).end()
    await placed()
    await ended(1)
    expect(Number((await stored())[0]?.wait)).toBe(wait)
  })

  it('stops no other one, and its address is in order once it takes another', async () => {
    const { receiver, webhook } = await listen({ events: ['order.created'] })
    // Nothing is due again.
    server.clock.set(new Date())
    receiver.answer = (reply) => {
      const [poison] = receiver.events
      return receiver.events.at(-1)?.data.id === poison?.data.id ? refuse(reply) : reply.end()
    }
    await placed()
    await waitFor(async () => expect((await list())[0]?.failingSince).not.toBeNull())
    const others = [await placed(), await placed()]
    await waitFor(() => expect(receiver.events.slice(1).map(({ data }) => data.id)).toEqual(others.map(({ id }) => id)))
    await waitFor(async () => expect((await list())[0]).toMatchObject({ failingSince: null, isActive: true }))
    const states = async () =>
      (await deliveriesOf(webhook)).map(({ endedAt, responseCode }) => [endedAt !== null, responseCode])
    await waitFor(async () =>
      expect(await states()).toEqual([
        [true, 200],
        [true, 200],
        [false, 500],
      ]),
    )
  })

  it('is due at once after the clock was set back', async () => {
    const { receiver } = await listen({ events: ['order.created'] })
    receiver.answer = refuse
    server.clock.set(new Date(Date.now() + 27 * 24 * HOUR_MS))
    await placed()
    await ended(1)
    receiver.answer = (reply) => reply.end()
    await at(Date.now())
    await waitFor(async () => expect((await list())[0]?.failingSince).toBeNull())
    expect(receiver.events).toHaveLength(2)
  })

  it('blames no address, and stops no other one, if its data cannot be read', async () => {
    const { receiver, webhook } = await listen({ events: ['order.created'] })
    await db().execute(
      sql`insert into webhook_deliveries (webhook_id, type, subject_id) values (${webhook.id}, 'day.closed', 999)`,
    )
    await at(Date.now())
    await ended(1)
    expect(await list()).toMatchObject([{ failingSince: null, isActive: true }])
    await placed()
    await waitFor(() => expect(receiver.types).toEqual(['order.created']))
    expect((await deliveriesOf(webhook)).at(-1)).toMatchObject({ type: 'day.closed', attempts: 1, endedAt: null })
  })
})

describe('an address that fails', () => {
  it.each(['410', '3 days'])(
    'is turned off after %s, red before service, until an owner turns it on',
    async (reason) => {
      const { receiver, webhook } = await listen({ events: ['order.created', 'order.changed'] })
      const check = async () =>
        (await server.asOwner('GET', '/api/before-service'))
          .json<BeforeService>()
          .checks.find(({ name }) => name === 'webhooks')
      expect(await check()).toMatchObject({ state: 'ok', group: 'system' })
      receiver.answer = refuse
      const { id } = await placed()
      await waitFor(async () => expect((await list())[0]?.failingSince).not.toBeNull())
      expect(await check()).toMatchObject({
        state: 'wrong',
        text: expect.stringContaining(`127.0.0.1:${receiver.port}`),
      })
      await at(Date.now() + 71 * HOUR_MS)
      await ended(2)
      expect(await list()).toMatchObject([{ isActive: true }])
      if (reason === '410') receiver.answer = (reply) => reply.writeHead(410).end()
      await at(Date.now() + (reason === '410' ? 71.5 : 73) * HOUR_MS)
      await change(id, 1)
      await waitFor(async () => expect((await list())[0]).toMatchObject({ isActive: false }))
      expect(await check()).toMatchObject({ state: 'wrong' })
      expect((await deliveriesOf(webhook)).every(({ endedAt }) => endedAt !== null)).toBe(true)
      receiver.answer = (reply) => reply.end()
      const path = `/api/webhooks/${webhook.id}`
      expect((await server.asOwner('PATCH', path, { isActive: true })).json()).toMatchObject({ failingSince: null })
      await change(id, 1)
      await waitFor(() => expect(receiver.types.at(-1)).toBe('order.changed'))
      expect(await check()).toMatchObject({ state: 'ok' })
    },
  )

  it('is sent one event at a time, and four at once when it is in order', async () => {
    const { receiver } = await listen()
    let [isOver, atOnce, most] = [false, 0, 0]
    const waiting: ServerResponse[] = []
    receiver.answer = (reply) => {
      if (isOver) return reply.end()
      atOnce++
      most = Math.max(most, atOnce)
      waiting.push(reply)
    }
    const { id } = await placed()
    await change(id, 11)
    await waitFor(() => expect(waiting).toHaveLength(4))
    for (const reply of waiting.splice(0)) refuse(reply)
    atOnce = most = 0
    for (let i = 0; i < 4; i++) {
      await waitFor(() => expect(waiting).toHaveLength(1))
      for (const reply of waiting.splice(0)) {
        atOnce--
        refuse(reply)
      }
    }
    expect(most).toBe(1)
    isOver = true
    for (const reply of waiting) reply.end()
    await at(Date.now() + HOUR_MS)
    await waitFor(async () => expect((await list())[0]?.failingSince).toBeNull())
  })

  it('has 1,000 events once it is back, each once', async () => {
    const { receiver, webhook } = await listen()
    const { id } = await placed()
    await waitFor(() => expect(receiver.events).toHaveLength(1))
    await db().execute(sql`insert into webhook_deliveries (webhook_id, type, subject_id, attempts, attempted_at, next_attempt_at)
      select ${webhook.id}, 'order.changed', ${id}, 1, now(), now() + interval '5 minutes' from generate_series(1, 1000)`)
    await db().execute(sql`update webhooks set failing_since = now()`)
    await at(Date.now() + HOUR_MS)
    await waitFor(() => expect(receiver.events).toHaveLength(1_001))
    expect(new Set(receiver.headers.map((headers) => headers['webhook-id'])).size).toBe(1_001)
    await waitFor(async () => expect((await list())[0]?.failingSince).toBeNull())
    await waitFor(async () => expect((await deliveriesOf(webhook)).every(({ endedAt }) => endedAt !== null)).toBe(true))
  }, 60_000)

  it('delays no other one while it hangs, and has its other events', async () => {
    const [hanging, other] = [await listen(), await listen()]
    hanging.receiver.answer = (reply) => hanging.receiver.events.length > 1 && reply.end()
    const { id } = await placed()
    await waitFor(() => expect(hanging.receiver.events).toHaveLength(1))
    await change(id, 20)
    await at(Date.now())
    await waitFor(() => expect([hanging, other].map(({ receiver }) => receiver.events.length)).toEqual([21, 21]))
  })

  it('is not slowed down by orders that come all the time', async () => {
    const { receiver } = await listen({ events: ['order.changed'] })
    const { id } = await placed()
    for (let i = 0; i < 12; i++) {
      await change(id, 5)
      await db().execute(sql`select pg_notify('masa', ${`{"topic":"order","id":${id}}`})`)
    }
    await waitFor(() => expect(receiver.events).toHaveLength(60))
  })
})

describe('an address that was turned off', () => {
  it('is sent nothing that was written meanwhile, not even once it is on again', async () => {
    const { receiver, webhook } = await listen()
    const path = `/api/webhooks/${webhook.id}`
    const { id } = await placed()
    await waitFor(() => expect(receiver.events).toHaveLength(1))
    await db().transaction(async (tx) => {
      await tx.execute(sql`update orders set changed_version = changed_version + 1 where id = ${id}`)
      expect((await server.asOwner('PATCH', path, { isActive: false })).statusCode).toBe(200)
    })
    expect((await deliveriesOf(webhook))[0]).toMatchObject({ type: 'order.changed', endedAt: null })
    const other = await listen({ events: ['order.changed'] })
    await change(id, 1)
    await at(Date.now())
    await waitFor(() => expect(other.receiver.events).toHaveLength(1))
    await server.asOwner('PATCH', path, { isActive: true })
    await change(id, 1)
    await waitFor(() => expect(receiver.types).toEqual(['order.created', 'order.changed']))
  })

  it('is sent no test, and no event again', async () => {
    const { receiver, webhook } = await listen()
    const path = `/api/webhooks/${webhook.id}`
    await post(`${path}/test`, {})
    await waitFor(async () => expect((await deliveriesOf(webhook))[0]?.endedAt).toBeTruthy())
    await server.asOwner('PATCH', path, { isActive: false })
    const [delivery] = await deliveriesOf(webhook)
    for (const [again, body] of [
      [`${path}/test`, {}],
      [`${path}/deliveries/${delivery?.id}`, { again: true }],
    ] as const) {
      const response = await post(again, body)
      expect([response.statusCode, response.json().code]).toEqual([409, 'webhook_off'])
    }
    expect(receiver.types).toEqual(['test'])
  })
})

describe('a new secret', () => {
  it('is shown once, and signs beside the old one for 24 hours', async () => {
    const { receiver, webhook } = await listen()
    const path = `/api/webhooks/${webhook.id}`
    const response = await post(`${path}/secret`, {}, 'key')
    const { secret } = response.json<{ secret: string }>()
    expect(secret).toMatch(/^whsec_/)
    expect(secret).not.toBe(webhook.secret)
    const start = Date.now()
    const signedBy = async (moment: number) => {
      const seen = receiver.headers.length
      server.clock.set(new Date(moment))
      await post(`${path}/test`, {})
      await waitFor(() => expect(receiver.events).toHaveLength(seen + 1))
      return String(receiver.headers.at(-1)?.['webhook-signature']).split(' ').length
    }
    // The receiver still has the old secret.
    expect([await signedBy(start), await signedBy(start + 23 * HOUR_MS), await signedBy(start - 2 * HOUR_MS)]).toEqual([
      2, 2, 2,
    ])
    receiver.secret = secret
    expect([await signedBy(start), await signedBy(start + 25 * HOUR_MS)]).toEqual([2, 1])
    expect(JSON.stringify(await list())).not.toMatch(/whsec_|[sS]ecret/)
    const stored = await db().execute(sql`select response from idempotency_keys where response ~ 'whsec_'`)
    expect(stored.rows).toEqual([])
    expect((await post('/api/webhooks/999/secret', {})).statusCode).toBe(404)
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
    const stored = await db().execute(sql`select response from idempotency_keys where response ~ 'whsec_'`)
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
    ['http://[64:ff9b::169.254.169.254]/', 'url'],
    ['http://[2002:7f00:1::]/', 'url'],
    ['http://user:word@192.0.2.1/', 'url'],
    ['http:/user:word@192.0.2.1/', 'url'],
    ['http:\\\\user:word@192.0.2.1/', 'url'],
  ])('have no address like %s', async (url, path) => {
    const response = await post('/api/webhooks', { url, events: ['day.closed'] })
    expect([response.statusCode, response.json().issues[0].path]).toEqual([400, path])
  })

  it.each([
    ['HTTP://PROGRAM.Example:80/A?b=C#d', 'http://program.example/A?b=C'],
    ['https://2130706433:8443', 'https://127.0.0.1:8443/'],
    ['https://program.example:443/%7Emasa/../x', 'https://program.example/x'],
  ])('store %s as it is called, %s', async (url, called) => {
    vi.spyOn(dns, 'lookup').mockResolvedValue([{ address: '127.0.0.1', family: 4 }] as never)
    const added = (await post('/api/webhooks', { url, events: ['day.closed'] })).json<Webhook>()
    const path = `/api/webhooks/${added.id}`
    await server.asOwner('PATCH', path, { url: 'https://192.0.2.1' })
    const changed = (await server.asOwner('PATCH', path, { url })).json<Webhook>()
    vi.restoreAllMocks()
    expect([added.url, changed.url, (await list())[0]?.url]).toEqual([called, called, called])
  })

  it('are in the journal by their hosts and whether they are sent personal data, without a path that may be a secret', async () => {
    const url = 'https://192.0.2.1/secret-path?key=1'
    const { id } = (await post('/api/webhooks', { url, events: ['day.closed'] })).json<Program>()
    await server.asOwner('PATCH', `/api/webhooks/${id}`, { personal: true })
    await server.asOwner('PATCH', `/api/webhooks/${id}`, { personal: false })
    await post(`/api/webhooks/${id}/secret`, {})
    await server.asOwner('DELETE', `/api/webhooks/${id}`)
    const { entries } = (await server.asOwner('GET', '/api/journal?limit=5')).json<{ entries: JournalEntry[] }>()
    expect(entries.map(({ kind, details }) => [kind, details])).toEqual([
      ['webhook_removed', { program: '192.0.2.1' }],
      ['webhook_secret', { program: '192.0.2.1' }],
      ['webhook_changed', { program: '192.0.2.1' }],
      ['webhook_changed', { program: '192.0.2.1', personal: true }],
      ['webhook_added', { program: '192.0.2.1' }],
    ])
  })
})

describe('an event without personal data', () => {
  it('has no field but those that are listed: a new one is left out until it is', () => {
    const left: Record<string, string[]> = {}
    for (const [name, schema] of Object.entries({ orderSchema, paymentSchema, daySchema }))
      left[name] = fieldsOf(schema)
        .filter((field) => !IMPERSONAL_FIELDS.includes(field))
        .toSorted()
    expect(left).toEqual({
      orderSchema: ['customerName', 'email', 'guestName', 'notes', 'phoneNumber', 'user'],
      paymentSchema: ['guestName', 'reason', 'user'],
      daySchema: ['by', 'note', 'reason', 'user'],
    })
  })
})

/** The names of all fields of a schema, also of nested ones. */
function fieldsOf(schema: z.core.$ZodType): string[] {
  const text = JSON.stringify(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }), (_, value) =>
    value?.properties ? { ...value, names: Object.keys(value.properties) } : value,
  )
  return [
    ...new Set(
      [...text.matchAll(/"names":(\[[^\]]*\])/g)].flatMap(([, names]) => JSON.parse(names ?? '[]') as string[]),
    ),
  ]
}
