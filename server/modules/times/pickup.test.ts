import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '#server/db/index.ts'
import { secondInstance, takeaway, testServer } from '#server/testing/app.ts'
import { untilLockWaits } from '#server/testing/database.ts'
import { type People, signInPeople } from '#server/testing/users.ts'
import type { Order } from '#shared/contracts/orders.ts'

const server = testServer()
const second = secondInstance(server)
let people: People
beforeAll(async () => {
  people = await signInPeople(server)
})

/** Tuesday, 18:03 in Bucharest; the restaurant is open until 23:00. */
const NOW = new Date('2026-11-24T16:03:00Z')
const HOURS = { weekly: [1, 2, 3, 4, 5].map((day) => ({ day, from: '17:00', to: '23:00' })), exceptions: [] }
const PICKUP = { on: true, leadMinutes: 20, slotMinutes: 30, daysAhead: 2, ordersPerSlot: 2 }
const at = (time: string, day = 24) => `2026-11-${day}T${time}:00.000Z`

const setSettings = (change: object) => server.asOwner('PATCH', '/api/settings', change)
let phones = 0
/** Each order comes from its own address, so that the limits of an address do not matter. */
const order = (more: object = {}, cookie = '', key?: string) =>
  server.call('POST', '/api/orders', takeaway(server, more), {
    remoteAddress: `10.1.${++phones >> 8}.${phones & 255}`,
    headers: { cookie, ...(key && { 'idempotency-key': key }) },
  })
const placed = async (more: object = {}, cookie = '', key?: string) => {
  const response = await order(more, cookie, key)
  expect([response.statusCode, response.json().message]).toEqual([201, undefined])
  return response.json<Order>()
}
const refused = async (more: object = {}, cookie = '', key?: string) => {
  const response = await order(more, cookie, key)
  const { code, nearest, issues } = response.json()
  return [response.statusCode, code, nearest ?? issues?.[0]?.path].filter((part) => part !== undefined)
}
const change = (id: number, body: object, cookie = server.owner) =>
  server.call('PATCH', `/api/orders/${id}`, body, { headers: { cookie } })
const slots = async (date = '') => (await server.call('GET', `/api/pickup${date && `?date=${date}`}`)).json()
/** Counts the orders that are picked up at a time. */
const taken = async (pickupAt: string) => {
  const { rows } = await server.connection.db.execute<{ taken: number }>(
    sql`select taken from pickup_slots where at = ${pickupAt}::timestamptz`,
  )
  return rows[0]?.taken ?? 0
}

beforeEach(async () => {
  server.clock.set(NOW)
  await server.connection.db.execute(sql`delete from pickup_slots`)
  await setSettings({ openingHours: HOURS, lastOrderMinutes: 0, pickup: PICKUP, ordersPaused: false })
})

describe('the times of a takeaway order', () => {
  it('are none while pickup is off', async () => {
    await setSettings({ pickup: { ...PICKUP, on: false } })
    expect(await slots()).toEqual({ asap: null, days: [], slots: [] })
    expect(await placed()).toMatchObject({ pickupAt: null, asap: false, startAt: NOW.toISOString() })
    expect(await refused({ pickupAt: at('17:00') })).toEqual([400, 'pickup_off'])
  })

  it('are offered by date, with those that are full', async () => {
    await placed({ pickupAt: at('17:00') })
    await placed({ pickupAt: at('17:00') })
    const today = await slots()
    expect(today).toMatchObject({ asap: { at: at('16:30') }, days: ['2026-11-24', '2026-11-25', '2026-11-26'] })
    expect(today.slots.slice(0, 3)).toEqual([
      { at: at('16:30'), full: false },
      { at: at('17:00'), full: true },
      { at: at('17:30'), full: false },
    ])
    expect(today.slots.at(-1)).toEqual({ at: at('21:00'), full: false })
    expect((await slots('2026-11-26')).slots[0]).toEqual({ at: at('15:00', 26), full: false })
    expect((await slots('2026-12-26')).slots).toEqual([])
    expect((await server.call('GET', '/api/pickup?date=tomorrow')).statusCode).toBe(400)
  })

  it('are written once, and again after a change, by whatever instance it is made', async () => {
    const read = async () => {
      const { statusCode, headers } = await server.call('GET', '/api/pickup', undefined, {
        headers: { 'accept-encoding': 'br' },
      })
      return { statusCode, etag: headers.etag, encoding: headers['content-encoding'] }
    }
    const before = await read()
    expect(before).toEqual({ statusCode: 200, etag: expect.stringMatching(/^".+-br"$/), encoding: 'br' })
    expect(await read()).toEqual(before)
    // The database is not read: not even a locked table delays the response, for any date.
    await slots('2026-11-25')
    await inTransaction(server.connection.db, async (tx) => {
      await tx.execute(sql`lock table settings, pickup_slots in access exclusive mode`)
      expect(await read()).toEqual(before)
      expect((await slots('2026-11-25')).slots.length).toBeGreaterThan(0)
    })
    for (let i = 0; i < 2; i++) {
      const response = await second.call('POST', '/api/orders', takeaway(server, { pickupAt: at('17:00') }))
      expect(response.statusCode).toBe(201)
    }
    await vi.waitFor(async () => expect((await slots()).slots[1]).toEqual({ at: at('17:00'), full: true }))
    server.clock.set(new Date(at('16:11')))
    expect((await slots()).slots[0]).toEqual({ at: at('17:00'), full: true })
  })

  it('are offered again in the moment that a pause ends', async () => {
    const end = new Date(NOW.getTime() + 10_000)
    await setSettings({ ordersPaused: true, ordersPausedUntil: end.toISOString() })
    expect((await slots()).asap).toBeNull()
    server.clock.set(end)
    expect((await slots()).asap).toEqual({ at: at('16:30') })
  })

  it('are the first with room for an order that comes as soon as possible', async () => {
    const first = await placed()
    expect(first).toMatchObject({ pickupAt: at('16:30'), asap: true, startAt: at('16:10') })
    await placed()
    expect(await placed()).toMatchObject({ pickupAt: at('17:00'), asap: true, startAt: at('16:40') })
    // The slot whose place was given back is the first with room again.
    await change(first.id, { status: 'cancelled' })
    expect(await placed({}, '', 'again')).toMatchObject({ pickupAt: at('16:30') })
  })

  it('start when the order is placed if less than the lead is left', async () => {
    server.clock.set(new Date(at('16:09')))
    expect(await placed()).toMatchObject({ pickupAt: at('16:30'), startAt: at('16:10') })
    server.clock.set(new Date(at('16:10')))
    expect(await placed({}, '', 'k')).toMatchObject({ pickupAt: at('16:30'), startAt: at('16:10') })
  })

  it.each<[string, object, unknown[]]>([
    ['full', { pickupAt: at('17:00') }, [409, 'slot_gone', [at('16:30'), at('17:30'), at('18:00')]]],
    ['past', { pickupAt: at('15:30') }, [409, 'slot_gone', [at('16:30'), at('17:30'), at('18:00')]]],
    ['sooner than the lead', { pickupAt: at('16:00') }, [409, 'slot_gone', [at('16:30'), at('17:30'), at('18:00')]]],
    ['while it is closed', { pickupAt: at('22:00') }, [409, 'slot_gone', [at('20:00'), at('20:30'), at('21:00')]]],
    ['no whole multiple', { pickupAt: at('17:15') }, [400, 'invalid_input', 'pickupAt']],
    ['with seconds', { pickupAt: '2026-11-24T17:00:01.000Z' }, [400, 'invalid_input', 'pickupAt']],
    ['in the next century', { pickupAt: '2126-11-24T17:00:00.000Z' }, [400, 'invalid_input', 'pickupAt']],
    ['at a table', { pickupAt: at('17:30'), tableId: 0, diningOption: 'dine-in' }, [400, 'invalid_input', 'pickupAt']],
    ['no moment', { pickupAt: 'tonight' }, [400, 'invalid_input', 'pickupAt']],
  ])('are refused if they are %s', async (_, more, expected) => {
    await placed({ pickupAt: at('17:00') })
    await placed({ pickupAt: at('17:00') })
    const sent = 'tableId' in more ? { ...more, tableId: server.table } : more
    expect(await refused(sent)).toEqual(expected)
  })

  it('are those of both runs of the hour that comes twice in October', async () => {
    server.clock.set(new Date('2026-10-24T20:00:00Z'))
    await setSettings({ openingHours: null })
    const both = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']
    const offered = (await slots('2026-10-25')).slots.map((slot: { at: string }) => slot.at)
    for (const pickupAt of both) {
      expect(offered).toContain(pickupAt)
      expect(await placed({ pickupAt })).toMatchObject({ pickupAt })
    }
  })

  it('can be chosen while the restaurant is closed, and as soon as possible cannot', async () => {
    server.clock.set(new Date(at('08:00')))
    expect(await slots()).toMatchObject({
      asap: null,
      slots: expect.arrayContaining([{ at: at('15:00'), full: false }]),
    })
    expect(await refused()).toEqual([409, 'closed'])
    expect(await placed({ pickupAt: at('15:00') })).toMatchObject({ startAt: at('14:40'), asap: false })
    await vi.waitFor(async () =>
      expect((await server.call('GET', '/api/hours')).json()).toMatchObject({ pickup: { on: true, asap: false } }),
    )
  })

  it('are told apart: all full, and none left', async () => {
    await setSettings({ pickup: { ...PICKUP, daysAhead: 0, ordersPerSlot: 1 } })
    server.clock.set(new Date(at('20:10')))
    await placed({ pickupAt: at('20:30') })
    await placed({ pickupAt: at('21:00') })
    const full = await order()
    expect([full.json().code, full.json().nearest, full.json().message]).toEqual([
      'slot_gone',
      [],
      'No pickup time is free any more',
    ])
    server.clock.set(new Date(at('20:50')))
    const none = await order()
    expect([none.json().code, none.json().opensAt, none.json().message]).toEqual([
      'closed',
      null,
      'The kitchen takes no more orders today',
    ])
    expect((await server.call('GET', '/api/hours')).json().pickup).toEqual({ on: false, asap: false })
  })

  it('are judged by a timed pause, and a pause without an end refuses all', async () => {
    await setSettings({ ordersPaused: true, ordersPausedUntil: at('18:00') })
    expect((await slots()).slots[0]).toEqual({ at: at('18:00'), full: false })
    expect((await slots()).asap).toBeNull()
    expect(await refused({ pickupAt: at('17:30') })).toEqual([409, 'orders_paused'])
    expect(await refused()).toEqual([409, 'orders_paused'])
    await placed({ pickupAt: at('18:00') })
    await setSettings({ ordersPaused: true, ordersPausedUntil: null })
    expect(await refused({ pickupAt: at('18:30') })).toEqual([409, 'orders_paused'])
  })

  it('are judged by the hours of its dishes, and by what is sold out today, at that time', async () => {
    const soup = (body: object) => server.asOwner('PATCH', `/api/menu/${server.soup}`, body)
    await soup({ servedHours: [{ day: 3, from: '17:00', to: '23:00' }] })
    expect(await refused({ pickupAt: at('17:30') })).toEqual([409, 'item_unavailable'])
    await placed({ pickupAt: at('16:00', 25) })
    await soup({ servedHours: null })
    await server.asOwner('POST', `/api/menu/${server.soup}/sold-out`, { soldOut: true })
    expect(await refused({ pickupAt: at('17:30') }, '', 'a')).toEqual([409, 'item_unavailable'])
    await placed({ pickupAt: at('16:00', 25) }, '', 'b')
    // The data that was read for tomorrow does not apply to now.
    expect(await refused({}, '', 'c')).toEqual([409, 'item_unavailable'])
    await server.asOwner('POST', `/api/menu/${server.soup}/sold-out`, { soldOut: false })
  })

  it('bind neither owners nor the floor, who take room', async () => {
    for (let i = 0; i < 3; i++) await placed({ pickupAt: at('17:00') }, people.floor)
    expect(await taken(at('17:00'))).toBe(3)
    expect(await refused({ pickupAt: at('17:00') })).toEqual([
      409,
      'slot_gone',
      [at('16:30'), at('17:30'), at('18:00')],
    ])
    server.clock.set(new Date(at('22:00')))
    expect(await placed({}, server.owner)).toMatchObject({ pickupAt: at('22:30'), asap: true })
  })
})

/** The number of slots that are tried; a thousand passed as well. */
const TIMES = 15

describe('taking a slot', () => {
  it('is given back by cancelling, and taken by reopening even if the slot is full', async () => {
    const first = await placed({ pickupAt: at('17:00') })
    await placed({ pickupAt: at('17:00') })
    await change(first.id, { status: 'cancelled' })
    expect(await taken(at('17:00'))).toBe(1)
    await placed({ pickupAt: at('17:00') })
    await change(first.id, { status: 'pending' })
    expect(await taken(at('17:00'))).toBe(3)
  })

  it('is given back by seating, after which the order is due', async () => {
    const { id } = await placed({ pickupAt: at('17:00') })
    const seated = (await change(id, { tableId: server.table })).json<Order>()
    expect(seated).toMatchObject({ pickupAt: null, asap: false, startAt: NOW.toISOString(), diningOption: 'dine-in' })
    expect(await taken(at('17:00'))).toBe(0)
    await change(id, { status: 'completed' })
  })

  it('moves when staff change the time, also into a full slot, and not for the kitchen', async () => {
    await placed({ pickupAt: at('17:30') })
    await placed({ pickupAt: at('17:30') })
    const { id } = await placed()
    const moved = await change(id, { pickupAt: at('17:30') }, people.floor)
    expect(moved.json()).toMatchObject({ pickupAt: at('17:30'), asap: false, startAt: at('17:10'), status: 'pending' })
    expect([await taken(at('16:30')), await taken(at('17:30'))]).toEqual([0, 3])
    expect((await change(id, { pickupAt: at('18:00') }, people.kitchen)).statusCode).toBe(403)
    expect((await change(id, { pickupAt: at('15:00') })).json().code).toBe('slot_gone')
    expect((await change(id, { pickupAt: at('18:10') })).statusCode).toBe(400)
    await change(id, { status: 'completed' })
    expect((await change(id, { pickupAt: at('18:00') })).json().code).toBe('order_closed')
  })

  it('is had by one of two that want the last one, each time', async () => {
    await setSettings({ openingHours: null, pickup: { ...PICKUP, slotMinutes: 5, daysAhead: 5, ordersPerSlot: 1 } })
    const times = await Promise.all((await slots()).days.map((date: string) => slots(date)))
    const wanted = times.flatMap((day) => day.slots.map((slot: { at: string }) => slot.at)).slice(0, TIMES)
    expect(wanted).toHaveLength(TIMES)
    for (const [i, pickupAt] of wanted.entries()) {
      const both = await Promise.all(['a', 'b'].map((phone) => order({ pickupAt }, '', `${phone}-${i}`)))
      expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
      expect(await taken(pickupAt)).toBe(1)
    }
  })
})

describe('a change of an order', () => {
  const LOCKS: Record<string, SQL> = {
    customers: sql`select from customers for no key update nowait`,
    tables: sql`select from tables for update nowait`,
    portions: sql`select from dish_portions for update nowait`,
    slots: sql`select 1 / pg_try_advisory_xact_lock(hashtextextended('pickup', 0))::int`,
  }

  it.each([
    ['slots', 'customers', 'a new time and a cancellation', { pickupAt: at('18:00'), status: 'cancelled' }],
    ['slots', 'customers', 'a cancellation', { status: 'cancelled' }],
    ['slots', 'customers', 'a seat and a cancellation', { tableId: 0, status: 'cancelled' }],
    ['portions', 'slots', 'an earlier time and a cancellation', { pickupAt: at('16:30'), status: 'cancelled' }],
    ['tables', 'slots', 'a new time and a seat', { pickupAt: at('18:00'), tableId: 0 }],
  ])('locks the %s before the %s: %s', async (held, free, _, body) => {
    await server.asOwner('POST', `/api/menu/${server.soup}/portions`, { left: 50 })
    await placed({ pickupAt: at('18:00') })
    const { id } = await placed({ pickupAt: at('17:00') })
    const sent = { ...body, ...('tableId' in body && { tableId: server.table }) }
    let changing: ReturnType<typeof change> | undefined
    await inTransaction(server.connection.db, async (tx) => {
      await tx.execute(LOCKS[held] ?? '')
      changing = change(id, sent)
      await untilLockWaits(server)
      await tx.execute(LOCKS[free] ?? '')
    })
    expect((await changing)?.statusCode).toBe(200)
    expect([await taken(at('17:00')), await taken(at('18:00'))]).toEqual([0, 1])
    await change(id, { status: 'completed' })
    await server.asOwner('POST', `/api/menu/${server.soup}/portions`, { left: null })
  })
})

describe('an order with a time', () => {
  const claim = (id: number, body: object = {}) => server.asOwner('POST', `/api/orders/${id}/print-claim`, body)

  it('is seen again once its start has come', async () => {
    const { id } = await placed({ pickupAt: at('17:00') })
    const see = async () => (await server.asOwner('POST', `/api/orders/${id}/seen`)).json<Order>().seenAt
    expect(await see()).toBe(NOW.toISOString())
    server.clock.set(new Date(at('16:39')))
    expect(await see()).toBe(NOW.toISOString())
    server.clock.set(new Date(at('16:41')))
    expect(await see()).toBe(at('16:41'))
    server.clock.set(new Date(at('16:42')))
    expect(await see()).toBe(at('16:41'))
  })

  it('has its ticket claimed by a device at its start, by name before, or once it is started', async () => {
    const later = await placed({ pickupAt: at('17:00') })
    expect((await claim(later.id)).json().code).toBe('nothing_to_print')
    expect((await claim(later.id, { ticketId: 1 })).statusCode).toBe(200)
    const started = await placed({ pickupAt: at('17:00') })
    expect((await change(started.id, { status: 'preparing' })).json()).toMatchObject({ startAt: NOW.toISOString() })
    expect((await claim(started.id)).statusCode).toBe(200)
    const due = await placed({ pickupAt: at('17:30') })
    server.clock.set(new Date(at('17:10')))
    expect((await claim(due.id)).statusCode).toBe(200)
  })

  it('is completed with older ones from its start on', async () => {
    const { id } = await placed({ pickupAt: at('16:00', 25) })
    server.clock.set(new Date(at('08:00', 25)))
    const older = await server.asOwner('POST', '/api/orders/complete-older', { before: at('02:00', 25) })
    expect(older.statusCode).toBe(200)
    expect((await server.asOwner('GET', '/api/orders')).json<Order[]>().find((one) => one.id === id)?.status).toBe(
      'pending',
    )
  })
})
