import { type SQL, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { takeaway } from '#server/testing/app.ts'
import { SECOND_MS, webhooksFixture } from '#server/testing/webhooks.ts'
import { daySchema } from '#shared/contracts/days.ts'
import { orderSchema, type PlacedOrder } from '#shared/contracts/orders.ts'
import { paymentSchema } from '#shared/contracts/payments.ts'
import { IMPERSONAL_FIELDS } from '#shared/contracts/webhooks.ts'

const { server, db, post, waitFor, listen, placed, list, deliveriesOf, at } = webhooksFixture()

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
    const [begun, committing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const change = () =>
      db().transaction(async (tx) => {
        await tx.execute(sql`update menu_items set position = position + 1 where id = ${server.soup}`)
        begun.resolve()
        await committing.promise
      })
    // While the address is locked, the sender takes nothing: the event waits as the change begins.
    const slow = await db().transaction(async (tx) => {
      await tx.execute(sql`select from webhooks where id = ${webhook.id} for no key update`)
      await db().execute(sql`insert into webhook_deliveries (webhook_id, type) values (${webhook.id}, 'menu.changed')`)
      const changing = change()
      await begun.promise
      return { changing }
    })
    try {
      await post(`/api/webhooks/${webhook.id}/test`, {})
      await waitFor(() => expect(receiver.types).toEqual(['test']))
    } finally {
      committing.resolve()
      await slow.changing
    }
    await waitFor(() => expect(receiver.types).toEqual(['test', 'menu.changed']))
    expect((await deliveriesOf(webhook)).map(({ type }) => type).toSorted()).toEqual(['menu.changed', 'test'])
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
