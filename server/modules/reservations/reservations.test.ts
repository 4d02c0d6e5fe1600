import { sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { idempotencyKeys } from '#server/db/schema/index.ts'
import { secondInstance } from '#server/testing/app.ts'
import { at, BOOK_NOW, bookFixture, HOURS } from '#server/testing/book.ts'

const fixture = bookFixture()
const { server, asGuest, guestMade, house, houseMade, rules, setSettings, tableIds, times, why } = fixture
const second = secondInstance(server)
const orderAt = (tableId = 0) =>
  server.call('POST', '/api/orders', {
    ...{ items: [{ menuItemId: server.soup, quantity: 1 }], total: 2850, diningOption: 'dine-in' },
    ...{ customerName: 'Masa', phoneNumber: '0000000000', tableId },
  })

describe('a guest', () => {
  it('gets the smallest table with enough seats, of equals the one with the lowest number, and reads no table', async () => {
    const one = await guestMade({ party: 1, notes: ' By the window ' })
    expect(one).toMatchObject({ party: 1, status: 'confirmed', until: at('19:00'), notes: 'By the window', version: 1 })
    for (const hidden of ['tableIds', 'source', 'seenAt', 'problem']) expect(one).not.toHaveProperty(hidden)
    const tables = await tableIds()
    expect(await fixture.read(one.id)).toMatchObject({ tableIds: [tables.get(9)], source: 'guest', seenAt: null })
    const two = await guestMade({ party: 1, tableIds: [], until: at('23:00') })
    expect(await fixture.read(two.id)).toMatchObject({ tableIds: [tables.get(5)], until: at('19:00') })
  })

  it('is offered the nearest times once all tables are taken, those of the same day first', async () => {
    await guestMade()
    await guestMade()
    expect(await why(asGuest())).toEqual([409, 'slot_gone', [at('14:30'), at('15:00'), at('19:00')]])
    expect(await why(asGuest({ at: at('18:30') }))).toEqual([409, 'slot_gone', [at('19:00'), at('19:30'), at('20:00')]])
    expect(await times('?party=2')).toMatchObject({ maxParty: 4, asks: null })
    const full = (await times('?party=2')).times.filter((time: { full: boolean }) => time.full)
    expect(full.map((time: { at: string }) => time.at)).toEqual(
      ['15:30', '16:00', '16:30', '17:00', '17:30', '18:00', '18:30'].map((time) => at(time)),
    )
  })

  it.each<[string, object, unknown[]]>([
    ['no multiple', { at: at('17:15') }, [400, 'invalid_input', 'at']],
    ['no moment', { at: 'tonight' }, [400, 'invalid_input', 'at']],
    ['past', { at: at('11:00') }, [409, 'slot_gone', [at('13:30'), at('14:00'), at('14:30')]]],
    ['too early', { at: at('13:00') }, [409, 'slot_gone', [at('13:30'), at('14:00'), at('14:30')]]],
    ['after the last seating', { at: at('20:30') }, [409, 'slot_gone', [at('19:00'), at('19:30'), at('20:00')]]],
    ['too far', { at: '2027-06-01T17:00:00.000Z' }, [409, 'slot_gone', expect.any(Array)]],
    ['for nobody', { party: 0 }, [400, 'invalid_input', 'party']],
    ['for more than the largest table', { party: 5 }, [400, 'party_too_large']],
    ['for 51', { party: 51 }, [400, 'party_too_large']],
    ['for 1,000', { party: 1000 }, [400, 'invalid_input', 'party']],
    ['without a number', { phoneNumber: '' }, [400, 'invalid_input', 'phoneNumber']],
    ['with a number that is none', { phoneNumber: '0712 34 56 7' }, [400, 'invalid_input', 'phoneNumber']],
    [
      'with a German number without its country',
      { phoneNumber: '0151 23456789' },
      [400, 'invalid_input', 'phoneNumber'],
    ],
    [
      'with a foreign number without + or 00',
      { phoneNumber: '33 744 12 34 56' },
      [400, 'invalid_input', 'phoneNumber'],
    ],
    ['with 300 characters of name', { name: 'a'.repeat(300) }, [400, 'invalid_input', 'name']],
    ['without a name', { name: ' ' }, [400, 'invalid_input', 'name']],
  ])('gets no reservation that is %s', async (_, more, expected) => {
    expect(await why(asGuest(more))).toEqual(expected)
  })

  it.each([
    ['07 44 12 34 56', '40744123456'],
    ['40 744 123 456', '40744123456'],
    ['+33 7 44 12 34 56', '33744123456'],
    ['0049 (0) 151 23456789', '4915123456789'],
  ])('is called back at %s as its country has it', async (phoneNumber, stored) => {
    expect((await guestMade({ phoneNumber })).phoneNumber).toBe(stored)
  })

  it('reads that a number of another country begins with + or 00', async () => {
    for (const [language, words] of [
      ['en', /\+ or 00/],
      ['ro', /\+ sau 00/],
    ] as const) {
      const headers = { 'accept-language': language }
      expect((await asGuest({ phoneNumber: '0151 23456789' }, { headers })).json().message).toMatch(words)
    }
  })

  it('may have an emoji in the name', async () => {
    expect((await guestMade({ name: 'Ana 🎉' })).name).toBe('Ana 🎉')
  })

  it('cannot reserve while it is off, and the house cannot while none are taken', async () => {
    await rules({ online: false })
    expect(await why(asGuest())).toEqual([409, 'reservations_off'])
    expect(await times()).toEqual({ maxParty: 0, asks: null, days: [], times: [] })
    expect((await server.call('GET', '/api/hours')).json().reservations).toBe(false)
    await houseMade()
    await rules({ on: false, online: false })
    expect(await why(house())).toEqual([409, 'reservations_off'])
  })

  it('asks the house from a size of party on, and where no table has the seats', async () => {
    await rules({ asksFrom: 8, maxParty: 12 })
    for (const party of [5, 8]) {
      const asked = await guestMade({ party })
      expect(await fixture.read(asked.id)).toMatchObject({ status: 'asked', tableIds: [] })
    }
    expect(await why(asGuest({ party: 13 }))).toEqual([400, 'party_too_large'])
    expect(await times('?party=5')).toMatchObject({ maxParty: 12, asks: 8 })
    expect((await times('?party=5')).times.some((time: { full: boolean }) => time.full)).toBe(false)
  })

  it('has at most three to come of one number, and five of one address; cancelled ones count for ten minutes', async () => {
    const days = [24, 25, 26, 27, 28, 29]
    const sameNumber = (day: number) => asGuest({ at: at('17:00', day), phoneNumber: '+40 712 000 001' })
    const first = await fixture.made(sameNumber(24))
    for (const day of [25, 26]) expect((await sameNumber(day)).statusCode).toBe(201)
    expect(await why(sameNumber(27))).toEqual([429, 'too_many_requests'])
    expect((await server.call('DELETE', first.mine)).statusCode).toBe(204)
    expect((await sameNumber(27)).statusCode).toBe(429)
    server.clock.set(new Date(at('12:13')))
    expect((await sameNumber(27)).statusCode).toBe(201)
    const statuses = []
    for (const day of days)
      statuses.push((await asGuest({ at: at('18:00', day) }, { remoteAddress: '10.9.9.9' })).statusCode)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  })

  it('shares the limit of an address with the household: 5 of a /64, 20 of a /56', async () => {
    await rules({ daysAhead: 30 })
    const from = (network: number, day: number) =>
      asGuest({ at: at('17:00', day), party: 1 }, { remoteAddress: `2001:db8:0:${network.toString(16)}::1` })
    for (let i = 0; i < 5; i++) expect((await from(1, 24 + i)).statusCode).toBe(201)
    expect((await from(1, 30)).statusCode).toBe(429)
    expect((await from(2, 30)).statusCode).toBe(201)
  })

  it('sends it once with a key, and gets the link again', async () => {
    const key = { headers: { 'idempotency-key': 'one' }, remoteAddress: '10.3.0.1' }
    const body = { at: at('17:00'), party: 2, name: 'Ana Pop', phoneNumber: '0712 345 678' }
    const send = () => server.call('POST', '/api/reservations', body, key)
    const [first, again] = [await send(), await send()]
    expect([first.statusCode, again.statusCode]).toEqual([201, 201])
    expect(again.body).toBe(first.body)
    expect(await server.connection.db.$count(idempotencyKeys)).toBeGreaterThan(0)
    expect((await server.asOwner('GET', '/api/reservations')).json()).toHaveLength(1)
  })

  it('gets one answer to several requests with one key that come at once, also for the last table', async () => {
    const key = { headers: { 'idempotency-key': 'at once' }, remoteAddress: '10.3.0.2' }
    const body = { at: at('17:00'), party: 4, name: 'Ana Pop', phoneNumber: '0712 345 678' }
    const sent = await Promise.all(
      [server, second, server, second].map(({ call }) => call('POST', '/api/reservations', body, key)),
    )
    expect(sent.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
    expect(new Set(sent.map((response) => response.body)).size).toBe(1)
  })

  it('finds no table where others sit, for the usual stay since they came, and at least for the next hour', async () => {
    const tables = await tableIds()
    for (const number of [5, 9])
      await server.asOwner('PATCH', `/api/tables/${tables.get(number)}/status`, { status: 'occupied' })
    await rules({ leadMinutes: 0 })
    expect(await why(asGuest({ at: at('12:30') }))).toEqual([409, 'slot_gone', [at('13:30'), at('14:00'), at('14:30')]])
    server.clock.set(new Date(BOOK_NOW.getTime() + 1_000))
    await orderAt(tables.get(5))
    await server.asOwner('PATCH', `/api/tables/${tables.get(9)}/status`, { status: 'reserved' })
    expect((await times('?party=3')).times.slice(0, 4)).toEqual([
      ...['12:30', '13:00', '13:30', '14:00'].map((time) => ({ at: at(time), full: true })),
    ])
    // The house may name a table where others still sit.
    expect((await house({ at: at('13:00'), tableIds: [tables.get(9)] })).statusCode).toBe(201)
    const { db } = server.connection
    await db.execute('delete from order_status_changes')
    await db.execute("update orders set status = 'completed', table_id = null")
  })
})

it('strangers who order at all tables fill no time, until the house has seen an order, or it is proven', async () => {
  const tables = await tableIds()
  await rules({ leadMinutes: 0 })
  const isFull = async () => (await times('?party=1')).times[0].full
  const orders: number[] = []
  for (const number of [5, 9]) orders.push((await orderAt(tables.get(number))).json().id)
  expect(await fixture.statusOf(9)).toBe('occupied')
  expect(await isFull()).toBe(false)
  const { db } = server.connection
  for (const known of ['seen_at = now()', 'is_proven = true', 'changed_version = 2', 'paid = 100']) {
    await db.execute(sql.raw(`update orders set ${known}`))
    await rules({ leadMinutes: 0, stayMinutes: 90 })
    await rules({ leadMinutes: 0 })
    expect([known, await isFull()]).toEqual([known, true])
    await db.execute('update orders set seen_at = null, is_proven = false, changed_version = 1, paid = 0')
  }
  // One that the house had occupied before counts as in use, whoever orders there.
  await server.asOwner('PATCH', `/api/orders/${orders[0]}`, { status: 'cancelled' })
  await server.asOwner('PATCH', `/api/tables/${tables.get(5)}/status`, { status: 'occupied' })
  await server.asOwner('PATCH', `/api/tables/${tables.get(9)}/status`, { status: 'reserved' })
  server.clock.set(new Date(BOOK_NOW.getTime() + 1_000))
  await orderAt(tables.get(5))
  expect(await isFull()).toBe(true)
  await db.execute('delete from order_status_changes')
  await db.execute("update orders set status = 'completed', table_id = null")
})

it('the nearest times, which take long to compute, are not computed under the lock', async () => {
  await guestMade()
  await guestMade()
  const sent: string[] = []
  const query = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...parameters: unknown[]) {
    const [config] = parameters as [string | { text?: string }]
    sent.push(typeof config === 'string' ? config : (config.text ?? ''))
    return (query as (...all: unknown[]) => unknown).apply(this, parameters)
  } as never)
  expect(await why(asGuest())).toEqual([409, 'slot_gone', [at('14:30'), at('15:00'), at('19:00')]])
  vi.restoreAllMocks()
  const locked = sent.slice(sent.findIndex((text) => text.includes("'reservations'")))
  const underLock = locked.slice(0, locked.indexOf('rollback'))
  expect(underLock.filter((text) => text.includes('from "tables"'))).toHaveLength(1)
})

it('a house whose forty tables are all in use answers at once', async () => {
  const numbers = Array.from({ length: 40 }, (_, i) => 100 + i)
  await server.asOwner('POST', '/api/tables/several', { numbers, capacity: 4 })
  const { db } = server.connection
  await db.execute("update tables set status = 'occupied'")
  const begin = performance.now()
  expect((await guestMade()).status).toBe('confirmed')
  // Looking at each day since 1970 took seconds.
  expect(performance.now() - begin).toBeLessThan(1_500)
  await db.execute('delete from tables where number >= 100')
})

describe('the times', () => {
  it('are read from memory until something changes, on whatever instance', async () => {
    const before = await times('?party=2')
    expect(before.times.find((time: { at: string }) => time.at === at('17:00'))).toEqual({
      at: at('17:00'),
      full: false,
    })
    for (let i = 0; i < 2; i++)
      await second.call('POST', '/api/reservations', {
        ...{ at: at('17:00'), party: 2, name: 'Ana Pop', phoneNumber: `0712 345 67${i}` },
      })
    await expect
      .poll(async () => (await times('?party=2')).times.find((time: { at: string }) => time.at === at('17:00')))
      .toEqual({ at: at('17:00'), full: true })
    expect((await times('?date=2026-11-25')).times[0]).toEqual({ at: at('10:00', 25), full: false })
    expect((await times('?date=2026-12-31')).times).toEqual([])
    expect((await server.call('GET', '/api/reservations/times?date=tomorrow')).statusCode).toBe(400)
    expect(await why(server.call('GET', '/api/reservations/times?party=9'))).toEqual([400, 'party_too_large'])
  })

  it('past midnight belong to the evening, whose date they have', async () => {
    const weekly = HOURS.weekly.map(({ day }) => ({ day, from: '20:00', to: '02:00' }))
    await setSettings({ openingHours: { weekly, exceptions: [] } })
    const evening = (await times('?date=2026-11-24')).times.map((time: { at: string }) => time.at)
    expect([evening[0], evening.at(-1)]).toEqual([at('18:00'), at('23:00')])
    expect((await guestMade({ at: at('22:30') })).until).toBe(at('00:30', 25))
    await guestMade({ at: at('22:30'), party: 4 })
    // The nearest are those of the same evening.
    const nearest = ['19:30', '20:00', '20:30'].map((time) => at(time))
    expect(await why(asGuest({ at: at('22:30') }))).toEqual([409, 'slot_gone', nearest])
  })

  const MARCH = ['28T00:30', '28T01:00', '28T01:30', '28T02:00'].map((time) => `2027-03-${time}:00.000Z`)
  const OCTOBER = [
    '24T23:30',
    ...['00:00', '00:30', '01:00', '01:30', '02:00', '02:30', '03:00'].map((time) => `25T${time}`),
  ]
  it.each([
    ['without the hour that is skipped in March', '2027-03-28', MARCH],
    [
      'with both runs of the hour that comes twice in October',
      '2026-10-25',
      OCTOBER.map((time) => `2026-10-${time}:00.000Z`),
    ],
  ])('are those of the clock: %s', async (_, date, expected) => {
    const weekly = HOURS.weekly.map(({ day }) => ({ day, from: '02:30', to: '06:00' }))
    await setSettings({ openingHours: { weekly, exceptions: [] } })
    server.clock.set(new Date(Date.parse(`${date}T12:00:00Z`) - 24 * 60 * 60_000))
    expect((await times(`?date=${date}&party=2`)).times.map((time: { at: string }) => time.at)).toEqual(expected)
    const made = await guestMade({ at: expected[1] })
    expect(Date.parse(made.until) - Date.parse(made.at)).toBe(2 * 60 * 60_000)
  })
})

it('fifty requests at once for the last table, on two instances, get it once, day after day', async () => {
  for (const [day, count] of [24, 25, 26, 27, 28, 29].map((day) => [day, day === 24 ? 50 : 12] as const)) {
    await guestMade({ party: 3, at: at('17:00', day) })
    const requests = Array.from({ length: count }, (_, i) => {
      const phoneNumber = `0713 ${day}${1000 + i}`
      const body = { at: at('17:00', day), party: 2, name: 'Ana Pop', phoneNumber }
      const { call } = i % 2 === 0 ? server : second
      return call('POST', '/api/reservations', body, { remoteAddress: `10.4.${day}.${i}` })
    })
    const statuses = (await Promise.all(requests)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(count - 1)
  }
})
