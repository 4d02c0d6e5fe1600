import type { ServerResponse } from 'node:http'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { HOUR_MS, refuse, SECOND_MS, webhooksFixture } from '#server/testing/webhooks.ts'
import type { BeforeService } from '#shared/contracts/before-service.ts'

const { server, db, post, waitFor, stored, listen, placed, list, deliveriesOf, at, change, ended } = webhooksFixture()

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

  it('is replaced at once by another one, also while an attempt at it is under way', async () => {
    const now = Date.now()
    await at(now)
    const { receiver, webhook } = await listen()
    const { receiver: other, webhook: unused } = await listen({ isActive: false })
    await server.asOwner('DELETE', `/api/webhooks/${unused.id}`)
    other.secret = webhook.secret
    const held: ServerResponse[] = []
    receiver.answer = (reply) => void held.push(reply)
    await placed()
    await waitFor(() => expect(held).toHaveLength(1))
    // The sender looks once a second: the attempt at the former address fails before that.
    await at(now)
    await server.asOwner('PATCH', `/api/webhooks/${webhook.id}`, { url: other.url })
    if (held[0]) refuse(held[0])
    await waitFor(() => expect(other.types).toEqual(['order.created']))
  })

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
