import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { orders, settings, whatsappMessages, whatsappQueue } from '#server/db/schema/index.ts'
import type { WhatsappAccount } from '#server/platform/whatsapp/account.ts'
import { whatsappApi } from '#server/platform/whatsapp/api.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { recordingLog } from '#server/testing/log.ts'
import { openWhatsapp, type TestWhatsapp, type WhatsappMishap } from '#server/testing/whatsapp.ts'
import type { OrderRequest, PlacedOrder } from '#shared/contracts/orders.ts'
import type { Whatsapp } from '#shared/contracts/whatsapp.ts'
import { adoptAccount } from './standing.ts'
import { forgetMessages, tellOwner } from './tell.ts'

// Without an account this server sends nothing by itself: the tests say when a sender looks.
const server = testServer()
let service: TestWhatsapp
beforeAll(async () => {
  service = await openWhatsapp()
  service.now = () => server.clock.now().getTime()
})
afterAll(() => service.close())

const NOW = new Date('2026-11-21T18:00:00.000Z')
const NUMBER = '40712000111'
const { log, logged } = recordingLog()
const closing = new AbortController().signal
const LIMITS = { send: 300, ask: 300 }
const PATIENT = { send: 10_000, ask: 300 }
const MINUTE_MS = 60_000

const db = () => server.connection.db
const asOwner = () => ({ headers: { cookie: server.owner } })
const pass = (ms: number) => server.clock.set(new Date(server.clock.now().getTime() + ms))
const order = async (more: Partial<OrderRequest> = {}) =>
  (await server.call('POST', '/api/orders', takeaway(server, more))).json<PlacedOrder>()
const state = async () => (await server.call('GET', '/api/whatsapp', undefined, asOwner())).json<Whatsapp>()
const change = (body: object) => server.call('PATCH', '/api/settings', body, asOwner())
const askTest = () => server.call('POST', '/api/whatsapp/test', undefined, asOwner())
const told = () => service.taken.map(({ template, parameters }) => [template, ...parameters])
/** What a sender does when it looks; another account than the service's where a test says so. */
const look = (account: WhatsappAccount = service.account, limits = LIMITS) =>
  tellOwner({
    db: server.connection.live,
    clock: server.clock,
    log,
    account,
    api: whatsappApi(account, limits),
    closing,
  })
/** Looks as often as there is something to be sent, each time when it is. @returns the moments */
async function lookOn(most = 20): Promise<number[]> {
  const moments: number[] = []
  for (let next = await look(); next && moments.length < most; next = await look()) {
    server.clock.set(next)
    moments.push(next.getTime() - NOW.getTime())
  }
  return moments
}
function fails(...mishaps: (WhatsappMishap | undefined)[]): void {
  service.mishap = () => mishaps.shift()
}

beforeEach(async () => {
  server.clock.set(NOW)
  Object.assign(service, { taken: [], calls: [], mishap: () => undefined, paceMs: 6_000 })
  await db().delete(whatsappMessages)
  await db()
    .update(whatsappQueue)
    .set({
      ...{ configured: false, account: null, stoppedBy: null, lastAt: null, nextAt: null },
      ...{ failures: 0, strangeAnswers: 0, leasedUntil: null },
    })
  await db().update(settings).set({ ownerPhoneNumber: NUMBER, whatsappNotificationsEnabled: true })
  await adoptAccount(db(), service.account, NOW)
})

describe('a new order', () => {
  it('is told with its number, its place and its total, in the language of the templates', async () => {
    const one = await order()
    expect(await state()).toEqual({ configured: true, state: 'ok', reason: null, lastAt: null, waiting: 1 })
    await look()
    expect(service.taken).toEqual([
      { to: NUMBER, template: 'masa_order', parameters: [String(one.id), 'La pachet', '57.00 LEI'], at: NOW.getTime() },
    ])
    expect(await state()).toMatchObject({ state: 'ok', lastAt: NOW.toISOString(), waiting: 0 })
    pass(6_000)
    const two = await order({ diningOption: 'dine-in', tableId: server.table })
    await look()
    pass(6_000)
    const three = await order({ diningOption: 'dine-in' })
    await look()
    expect(told().slice(1)).toEqual([
      ['masa_order', String(two.id), 'Masa 5', '57.00 LEI'],
      ['masa_order', String(three.id), 'La restaurant', '57.00 LEI'],
    ])
  })

  it('is told in English, in euro, by templates with a country', async () => {
    service.account.language = 'en_US'
    try {
      await adoptAccount(db(), service.account, NOW)
      await change({ currency: 'eur' })
      const { id } = await order({ diningOption: 'dine-in', tableId: server.table })
      await look()
      expect(told()).toEqual([['masa_order', String(id), 'Table 5', '€57.00']])
    } finally {
      service.account.language = 'ro'
      await change({ currency: 'lei' })
    }
  })

  it('says nothing of its guest, neither to the service nor to the log nor in the outbox', async () => {
    await order({ customerName: 'Ana Pop', phoneNumber: '0712 345 678', email: 'ana@example.com', notes: 'fara ceapa' })
    fails({ status: 500, code: 131_000 })
    const rows = JSON.stringify(await db().select().from(whatsappMessages))
    await lookOn()
    expect(service.taken).toHaveLength(1)
    for (const text of [JSON.stringify(service.taken), rows, logged()])
      expect(text).not.toMatch(/Ana|712345678|ana@|ceapa/)
    expect(logged()).toContain('500, code 131000')
    expect(logged()).not.toContain(service.account.token)
    expect(logged()).not.toContain(NUMBER)
  })

  it('is told as it is now, cancelled too: the owner may have to know', async () => {
    const { id } = await order()
    await db().update(orders).set({ status: 'cancelled' }).where(eq(orders.id, id))
    await look()
    expect(told()).toEqual([['masa_order', String(id), 'La pachet', '57.00 LEI']])
  })

  it.each([
    ['the switch is off', () => change({ whatsappNotificationsEnabled: false })],
    ['there is no number', () => db().update(settings).set({ ownerPhoneNumber: null })],
    ['there is no account', () => adoptAccount(db(), undefined, NOW)],
  ])('is not written down while %s', async (_, make) => {
    await make()
    await order()
    expect(await db().select().from(whatsappMessages)).toEqual([])
  })

  it('is not written down where it is refused', async () => {
    await order({ total: 1 })
    expect(await state()).toMatchObject({ waiting: 0 })
  })
})

describe('a rush', () => {
  it('of 30 orders in a minute is a few messages, never two within 6 s, and every order is counted', async () => {
    for (let n = 0; n < 30; n++) {
      await order()
      await look()
      pass(2_000)
    }
    await lookOn()
    const counts = told().map(([template, first]) => (template === 'masa_order' ? 1 : Number(first?.split(' ')[0])))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30)
    expect(counts.length).toBeGreaterThan(2)
    expect(counts.length).toBeLessThanOrEqual(12)
    const gaps = service.taken.slice(1).map(({ at }, i) => at - (service.taken[i]?.at ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(6_000)
    expect(service.calls.every((call) => call === 'POST')).toBe(true)
  })

  it.each([
    [1, '1 comandă nouă'],
    [2, '2 comenzi noi'],
    [20, '20 de comenzi noi'],
  ])('that waited too long is told by its count: %i', async (count, words) => {
    for (let n = 0; n < count; n++) await order()
    pass(15 * MINUTE_MS)
    await look()
    expect(told()).toEqual([['masa_orders', words]])
  })
})

describe('a message that fails', () => {
  it.each([
    ['the pair rate', { status: 400, code: 131_056 }],
    ['its own rate', { status: 400, code: 130_429 }],
    ['a fault of the service', { status: 500, code: 131_016 }],
    ['a status alone', { status: 429 }],
  ] as const)('by %s is sent again later, once', async (_, mishap) => {
    const { id } = await order()
    fails(mishap, undefined, mishap, undefined)
    expect(await lookOn()).toEqual([6_000, 18_000])
    expect(told()).toEqual([['masa_order', String(id), 'La pachet', '57.00 LEI']])
    expect(await state()).toMatchObject({ state: 'ok', waiting: 0 })
  })

  it('waits as long as the service asks', async () => {
    await order()
    fails({ status: 429, retryAfter: '45' })
    expect(await lookOn()).toEqual([45_000])
    expect(told()).toHaveLength(1)
  })

  it('is sent again where its outcome is not known, and once more only', async () => {
    const { id } = await order()
    fails('lost')
    await lookOn()
    expect(told()).toEqual(Array(2).fill(['masa_order', String(id), 'La pachet', '57.00 LEI']))
    await order()
    fails('lost', undefined, 'lost', undefined, 'lost')
    pass(6_000)
    await lookOn()
    expect(told()).toHaveLength(4)
    expect(await state()).toMatchObject({ state: 'ok', waiting: 0 })
    expect(logged()).toContain('the owner may not have been told of everything')
  })

  it('does not use up its second try while the service answers nothing at all', async () => {
    const { id } = await order()
    service.mishap = () => 'silent'
    expect((await lookOn(10)).at(-1)).toBeGreaterThan(25 * MINUTE_MS)
    expect(service.calls).toEqual(['POST silent', ...Array(10).fill('GET silent')])
    await order()
    service.mishap = () => undefined
    await lookOn()
    expect([id, ...told()]).toEqual([id, ['masa_orders', '2 comenzi noi']])
  })

  it('is not lost while nobody listens', async () => {
    const nobody = await openWhatsapp()
    await nobody.close()
    const away = { ...service.account, apiUrl: nobody.account.apiUrl }
    await adoptAccount(db(), away, NOW)
    await order()
    for (let n = 0; n < 5; n++) server.clock.set((await look(away)) ?? NOW)
    expect(await state()).toMatchObject({ state: 'ok', waiting: 1 })
    await adoptAccount(db(), service.account, server.clock.now())
    await lookOn()
    expect(told()).toHaveLength(1)
  })

  it('counts with others that came meanwhile', async () => {
    await order()
    fails({ status: 400, code: 131_056 })
    await look()
    await order()
    await lookOn()
    expect(told()).toEqual([['masa_orders', '2 comenzi noi']])
  })

  it('leaves the next ones to themselves: what came while it was under way is not counted as told', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await order()
    fails({ until: promise })
    const looking = look(service.account, PATIENT)
    await expect.poll(() => service.taken.length).toBe(1)
    const { id } = await order()
    resolve()
    await looking
    await lookOn()
    expect(told()[1]).toEqual(['masa_order', String(id), 'La pachet', '57.00 LEI'])
    expect(told()).toHaveLength(2)
  })
})

describe('a queue that is stopped', () => {
  const stopBy = async (mishap: WhatsappMishap) => {
    await order()
    fails(mishap)
    await look()
    service.mishap = () => undefined
  }

  it.each([
    ['token', { status: 401, code: 190 }],
    ['template', { status: 404, code: 132_001 }],
    ['recipient', { status: 400, code: 131_030 }],
    ['account', { status: 403, code: 131_031 }],
  ] as const)('by its %s says so, keeps what waits, and sends nothing', async (reason, mishap) => {
    await stopBy(mishap)
    expect(await state()).toMatchObject({ state: 'stopped', reason, waiting: 1 })
    await order()
    pass(MINUTE_MS)
    expect(await look()).toBe(undefined)
    expect(told()).toEqual([])
    expect(await state()).toMatchObject({ state: 'stopped', reason, waiting: 2 })
  })

  it('is stopped by five strange answers in a row, not by four', async () => {
    for (let n = 1; n <= 5; n++) {
      await order()
      fails(...(n === 1 ? [] : [undefined]), { status: 400, code: 999 })
      await look()
      expect(await state()).toMatchObject(n < 5 ? { state: 'ok' } : { state: 'stopped', reason: 'refused' })
      pass(11 * MINUTE_MS)
    }
    expect(await state()).toMatchObject({ waiting: 5 })
  })

  it('is stopped by the pages of some other server', async () => {
    for (let n = 1; n <= 3; n++) {
      await order()
      service.mishap = (method) => (method === 'POST' ? 'foreign' : undefined)
      await lookOn()
    }
    expect(await state()).toMatchObject({ state: 'stopped', reason: 'refused' })
  })

  it('goes on with another account: one message with the count', async () => {
    await order()
    await order()
    const old = { ...service.account, token: 'EAAold' }
    await adoptAccount(db(), old, NOW)
    await look(old)
    expect(await state()).toMatchObject({ state: 'stopped', reason: 'token', waiting: 2 })
    // The same account again changes nothing.
    await adoptAccount(db(), old, server.clock.now())
    expect(await state()).toMatchObject({ state: 'stopped' })
    await adoptAccount(db(), service.account, server.clock.now())
    expect(await state()).toMatchObject({ state: 'ok', reason: null, waiting: 2 })
    // An instance that still has the old account sends nothing more.
    pass(MINUTE_MS)
    expect(await look(old)).toBe(undefined)
    expect(service.calls).toEqual(['POST 190'])
    await lookOn()
    expect(told()).toEqual([['masa_orders', '2 comenzi noi']])
  })

  it('goes on with another number, at once after the spacing', async () => {
    await stopBy({ status: 400, code: 131_026 })
    await change({ ownerPhoneNumber: NUMBER })
    expect(await state()).toMatchObject({ state: 'stopped' })
    await change({ ownerPhoneNumber: '40712000222' })
    expect(await state()).toMatchObject({ state: 'ok', waiting: 1 })
    expect(await lookOn()).toEqual([6_000])
    expect(service.taken).toMatchObject([{ to: '40712000222', template: 'masa_order' }])
  })

  it('goes on when it is switched on again, without what waited', async () => {
    await stopBy({ status: 401, code: 190 })
    await change({ whatsappNotificationsEnabled: false })
    expect(await state()).toMatchObject({ state: 'stopped', waiting: 0 })
    await change({ whatsappNotificationsEnabled: true })
    expect(await state()).toMatchObject({ state: 'ok', waiting: 0 })
    await lookOn()
    expect(told()).toEqual([])
  })

  it('goes on when a test is accepted: first the test alone, then the count', async () => {
    await stopBy({ status: 401, code: 190 })
    await order()
    const answer = await askTest()
    expect([answer.statusCode, answer.json()]).toMatchObject([202, { state: 'stopped', reason: 'token', waiting: 3 }])
    await lookOn()
    expect(told()).toEqual([
      ['masa_order', '0', 'Mesaj de probă', '0.00 LEI'],
      ['masa_orders', '2 comenzi noi'],
    ])
    expect(await state()).toMatchObject({ state: 'ok', waiting: 0 })
  })

  it('stays stopped when the test is refused, and the test is over', async () => {
    await stopBy({ status: 401, code: 190 })
    await askTest()
    fails({ status: 404, code: 132_001 })
    await lookOn()
    expect(await state()).toMatchObject({ state: 'stopped', reason: 'template', waiting: 1 })
    expect(service.calls).toEqual(['POST 190', 'POST 132001'])
  })
})

describe('a test', () => {
  it('is refused without an account and without a number', async () => {
    await db().update(settings).set({ ownerPhoneNumber: null })
    expect((await askTest()).json()).toMatchObject({ code: 'whatsapp_no_number' })
    await adoptAccount(db(), undefined, NOW)
    const answer = await askTest()
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'whatsapp_not_configured'])
    expect(await state()).toEqual({ configured: false, state: 'ok', reason: null, lastAt: null, waiting: 0 })
  })

  it('is one, however often it is asked for, also at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, askTest))
    expect(answers.map((answer) => [answer.statusCode, answer.json().waiting])).toEqual(Array(5).fill([202, 1]))
    await lookOn()
    expect(told()).toHaveLength(1)
  })

  it('goes before the orders, waits for no pause, and goes while the switch is off', async () => {
    await order()
    service.mishap = () => ({ status: 429, retryAfter: '3000' })
    await look()
    service.mishap = () => undefined
    await askTest()
    expect(await lookOn()).toEqual([6_000, 12_000])
    expect(told().map(([template]) => template)).toEqual(['masa_order', 'masa_order'])
    expect(told()[0]?.[2]).toBe('Mesaj de probă')
    await change({ whatsappNotificationsEnabled: false })
    await askTest()
    await lookOn()
    expect(told()).toHaveLength(3)
  })

  it('that is asked for while a message is under way waits for no pause that comes of it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await order()
    await db().update(whatsappQueue).set({ failures: 8 })
    service.mishap = (method) => (method === 'GET' ? undefined : { until: promise })
    const looking = look()
    await expect.poll(() => service.taken.length).toBe(1)
    await askTest()
    // The answer comes too late, after many failures.
    expect(await looking).toEqual(new Date(NOW.getTime() + 6_000))
    resolve()
    service.mishap = () => undefined
    await lookOn()
    expect(told()[1]?.[2]).toBe('Mesaj de probă')
  })

  it('that is refused for an unknown reason is over, and shows', async () => {
    await askTest()
    fails({ status: 400, code: 100 })
    await look()
    expect(await state()).toMatchObject({ state: 'stopped', reason: 'refused', waiting: 0 })
  })

  it('that could not be sent for 15 minutes is forgotten', async () => {
    await askTest()
    fails({ status: 429 })
    await look()
    pass(15 * MINUTE_MS + 1)
    await lookOn()
    expect(told()).toEqual([])
    expect(await state()).toMatchObject({ waiting: 0 })
  })
})

describe('what is in the outbox', () => {
  it('goes when the owner has the switch off or another sender took it, and not before', async () => {
    await order()
    await change({ restaurantName: 'La Conac' })
    expect(await state()).toMatchObject({ waiting: 1 })
    await db().update(settings).set({ whatsappNotificationsEnabled: false })
    await look()
    expect(await state()).toMatchObject({ waiting: 0 })
    expect(told()).toEqual([])
  })

  it('is forgotten after a day: told or not', async () => {
    await order()
    await look()
    await order()
    pass(24 * 60 * MINUTE_MS)
    await forgetMessages(db(), server.clock.now())
    expect(await db().select().from(whatsappMessages)).toHaveLength(2)
    pass(1)
    await forgetMessages(db(), server.clock.now())
    expect(await db().select().from(whatsappMessages)).toEqual([])
  })

  it('is nobody else’s while it is being sent; after a crash it may be sent again, once', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await order()
    fails({ until: promise })
    // Its outcome is never written: the answer comes when another has taken over.
    const crashed = look(service.account, PATIENT)
    await expect.poll(() => service.taken.length).toBe(1)
    expect(await look()).toEqual(new Date(NOW.getTime() + 20_000))
    pass(20_000)
    await look()
    const written = await db().select().from(whatsappQueue)
    expect(written).toMatchObject([{ lastAt: server.clock.now(), leasedUntil: null }])
    pass(1_000)
    resolve()
    await crashed
    expect(await db().select().from(whatsappQueue)).toEqual(written)
    expect(told()).toHaveLength(2)
    expect(await state()).toMatchObject({ waiting: 0 })
  })

  it('is given up after a second crash', async () => {
    await order()
    await db().update(whatsappMessages).set({ tries: 2 })
    await lookOn()
    expect(told()).toEqual([])
    expect(await state()).toMatchObject({ waiting: 0 })
  })

  it('has its outcome written down even if the database fails for a while', async () => {
    await db().execute(sql`create sequence written`)
    await db().execute(sql`create function refuse() returns trigger language plpgsql as
      $$ begin if nextval('written') between 2 and 4 then raise 'not now'; end if; return new; end $$`)
    await db().execute(
      sql`create trigger refuse before update on whatsapp_queue for each row execute function refuse()`,
    )
    try {
      await order()
      await lookOn()
      expect(told()).toHaveLength(1)
      expect(await state()).toMatchObject({ state: 'ok', waiting: 0 })
    } finally {
      await db().execute(sql`drop trigger refuse on whatsapp_queue`)
    }
  })
})
