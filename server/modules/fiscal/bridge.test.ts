import { promisify } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { inLocked, onlyOf } from '#server/db/index.ts'
import { printers } from '#server/db/schema/index.ts'
import { CARD, EVENING, MINUTE, SOUP } from '#server/testing/paying.ts'
import { listenUrl } from '#server/testing/phone.ts'
import { PRINTED, PROFILE, REFUSED, receiptsFixture } from '#server/testing/receipts.ts'
import type { Printer } from '#shared/contracts/printers.ts'
import { createBridge } from './bridge.ts'

const fixture = receiptsFixture()
const { server, device, call, place, paid, reverse, refusal } = fixture
const { list, receiptsOf, statesOf, asBridge, next, answer, decide, z } = fixture

const pass = (ms: number) => server.clock.set(new Date(server.clock.now().getTime() + ms))
const SECOND = 1000

/** An order that was paid, with the id of its receipt. */
async function receipt(more: object = {}) {
  const { id: order } = await place()
  const payment = await paid({ orders: [order], due: 2 * SOUP, amount: 2 * SOUP, method: CARD, ...more })
  return { order, payment, id: (await receiptsOf(order))[0]?.id ?? 0 }
}
const oneOf = async (order: number) => (await receiptsOf(order))[0]
/** An order whose receipt was handed over. */
async function handed(more: object = {}) {
  const made = await receipt(more)
  return { ...made, name: (await next())?.name ?? '' }
}

describe('the bridge', () => {
  it('prints no tax number where the device cannot, and Masa goes on saying so', async () => {
    const set = (profile: object) => server.asOwner('PATCH', `/api/printers/${device.id}`, { profile })
    await set({ ...PROFILE, withTaxNumber: false })
    const { order, name } = await handed({ taxNumber: '12345674' })
    await set(PROFILE)
    await answer(name, PRINTED)
    expect(await oneOf(order)).toMatchObject({ state: 'printed', info: 'without_tax_number', taxNumber: '12345674' })
  })

  it('gets one at a time, the oldest first, each once', async () => {
    const [first, second] = [await receipt(), await receipt()]
    const one = await next()
    expect(one?.name).toMatch(/^[\w-]{36}$/)
    expect(one?.text).toMatch(/^S\^[^^]+\^2850\^2000\^buc\^2\^1\r\nP\^2\^5700\r\n$/)
    expect(await next()).toBeUndefined()
    expect(await answer(one?.name ?? '', PRINTED)).toBe(204)
    expect(await oneOf(first.order)).toMatchObject({ state: 'printed', number: '123' })
    expect((await next())?.name).not.toBe(one?.name)
    expect(await statesOf(second.order)).toEqual(['handed'])
    const numbers = (await call('floor', 'GET', '/fiscal/numbers')).json<{ orderIds: number[]; number: string }[]>()
    expect(numbers.filter(({ orderIds }) => orderIds.some((id) => id >= first.order))).toEqual([
      { orderIds: [first.order], number: '123' },
    ])
  })

  it('is handed each receipt once, however many ask at the same time', async () => {
    await receipt()
    await receipt()
    const responses = await Promise.all(Array.from({ length: 6 }, () => asBridge('next')))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 204, 204, 204, 204, 204])
  })

  it.each<[string, string[], object]>([
    ['that it printed, twice', [PRINTED, PRINTED], { state: 'printed', number: '123', lateAnswer: null }],
    ['that it did not', [REFUSED], { state: 'refused', code: '-111018', info: 'no paper' }],
    ['nothing', [''], { state: 'unclear', number: null }],
    ['half, then all', ['BONO', PRINTED], { state: 'printed', number: '123' }],
    ['nothing, then that it did not', ['', REFUSED], { state: 'refused', code: '-111018' }],
    ['that it printed, then nothing', [PRINTED, ''], { state: 'printed', number: '123' }],
    ['that it did not, then that it did', [REFUSED, PRINTED], { state: 'printed', number: '123', info: null }],
    ['what cannot be stored', ['BONOK=0\r\nERRINFO=a\0b\ud800'], { state: 'refused', info: 'a b\ufffd' }],
  ])('passes on that the driver says %s', async (_, answers, expected) => {
    const { order, name } = await handed()
    for (const text of answers) expect(await answer(name, text)).toBe(204)
    expect(await receiptsOf(order)).toMatchObject([expected])
  })

  it('is told which name and token are unknown, and what is too long', async () => {
    const { name } = await handed()
    const token = `${device.token.slice(0, -1)}_`
    expect((await asBridge('next', {}, token)).statusCode).toBe(404)
    expect((await asBridge('answer', { name, text: PRINTED }, token)).statusCode).toBe(404)
    expect(await answer('another', PRINTED)).toBe(404)
    expect(await answer('no name', PRINTED)).toBe(400)
    expect(await answer(name, 'ă'.repeat(2000))).toBe(204)
    expect(await answer(name, 'x'.repeat(2001))).toBe(400)
    expect((await asBridge('answer', { name })).statusCode).toBe(400)
    const poll = await server.call('POST', `/api/printing/${device.token}`, {})
    expect(poll.statusCode).toBe(404)
    const star = (await server.asOwner('POST', '/api/printers', { kind: 'star', name: 'Bar' })).json<Printer>()
    const ofStar = (await server.asOwner('POST', `/api/printers/${star.id}/token`)).json<{ token: string }>().token
    expect((await asBridge('next', {}, ofStar)).statusCode).toBe(404)
    expect((await asBridge('answer', { name, text: PRINTED }, ofStar)).statusCode).toBe(404)
    await server.asOwner('DELETE', `/api/printers/${star.id}`)
  })

  it('is seen, to ten seconds, and so is its device', async () => {
    const seenAt = async () => (await list()).seenAt
    await next()
    expect(await seenAt()).toBe(EVENING.toISOString())
    pass(9 * SECOND)
    await next()
    expect(await seenAt()).toBe(EVENING.toISOString())
    pass(2 * SECOND)
    await next()
    expect(await seenAt()).toBe(server.clock.now().toISOString())
    const found = (await call('floor', 'GET', '/printers')).json<Printer[]>().find(({ id }) => id === device.id)
    expect(found).toMatchObject({ state: 'ready', kind: 'fiscal', documents: [], stations: [] })
    expect(found?.profile?.codes).toEqual(PROFILE.codes)
  })

  it('gets nothing where it has closed its connection meanwhile: the receipt waits', async () => {
    const { order } = await receipt()
    const url = `${await listenUrl(server.app)}/api/printing/${device.token}/next`
    const bridge = new AbortController()
    const { db } = server.connection
    const isWaiting = async () =>
      (await db.execute(sql`select from pg_locks where locktype = 'advisory' and not granted`)).rows.length > 0
    const connections = promisify(server.app.server.getConnections.bind(server.app.server))
    await inLocked(db, 'fiscal', async () => {
      const headers = { 'content-type': 'application/json' }
      const asked = fetch(url, { method: 'POST', headers, body: '{}', signal: bridge.signal }).catch(() => 'gone')
      await vi.waitFor(async () => expect(await isWaiting()).toBe(true))
      bridge.abort()
      expect(await asked).toBe('gone')
      await vi.waitFor(async () => expect(await connections()).toBe(0))
    })
    expect(await next()).toBeDefined()
    expect(await statesOf(order)).toEqual(['handed'])
  })

  it('gets nothing from a restored copy', async () => {
    await receipt()
    const { connection, clock } = server
    const outside = { isOpen: async () => false, require: async () => {} }
    const row = await onlyOf(connection.db.select().from(printers).where(eq(printers.id, device.id)))
    expect(await createBridge({ db: connection.db, clock, outside }).next(row)).toBeUndefined()
    expect(await next()).toBeDefined()
  })

  it('is one file that owners download', async () => {
    const { headers, body } = await server.asOwner('GET', '/api/fiscal/bridge')
    expect(headers['content-disposition']).toBe('attachment; filename="masa-fiscal.mjs"')
    expect(body).toContain('node masa-fiscal.mjs CONFIG')
  })
})

describe('time', () => {
  it('makes unclear what has no answer for 120 s, and then the next one is handed over', async () => {
    const { order, name } = await handed()
    const second = await receipt()
    pass(119 * SECOND)
    expect(await next()).toBeUndefined()
    pass(2 * SECOND)
    expect(await next()).toMatchObject({ text: expect.any(String) })
    expect([await statesOf(order), await statesOf(second.order)]).toEqual([['unclear'], ['handed']])
    await answer(name, PRINTED)
    expect(await oneOf(order)).toMatchObject({ state: 'printed', number: '123' })
  })

  it('refuses what has waited for ten minutes', async () => {
    const { order, id } = await receipt()
    pass(10 * MINUTE + 1)
    expect(await next()).toBeUndefined()
    expect(await oneOf(order)).toMatchObject({ state: 'refused', code: 'late' })
    expect((await decide(id, 'again')).json()).toMatchObject({ state: 'waiting', decidedBy: 'floor', code: null })
    expect(await next()).toBeDefined()
  })

  it('that was set back holds nothing up', async () => {
    const { order } = await handed()
    const second = await receipt()
    pass(-60 * MINUTE)
    await next()
    expect([await statesOf(order), await statesOf(second.order)]).toEqual([['unclear'], ['refused']])
  })
})

describe('a person decides', () => {
  const REFUSALS = { again: ['waiting', 'handed', 'printed'], printed: ['waiting', 'handed', 'printed'] }
  it.each(Object.entries(REFUSALS))('%s, but nothing about what is %j', async (decision, states) => {
    for (const state of states) {
      const { order, id } = await receipt()
      const { name = '' } = state === 'waiting' ? {} : ((await next()) ?? {})
      if (state === 'printed') await answer(name, PRINTED)
      expect([state, await statesOf(order)]).toEqual([state, [state]])
      expect(refusal(await decide(id, decision, 'owner'))).toEqual({ status: 409, code: 'decided' })
      if (state === 'handed') await answer(name, PRINTED)
      if (state === 'waiting') await decide(id, 'by_hand')
    }
  })

  it('again under another name: the floor about what was refused, owners about what is unclear', async () => {
    const { order, id, name } = await handed()
    await answer(name, REFUSED)
    expect((await decide(id, 'again')).statusCode).toBe(200)
    const second = await next()
    expect(second?.name).not.toBe(name)
    await answer(second?.name ?? '', '')
    expect(refusal(await decide(id, 'again'))).toEqual({ status: 403, code: 'forbidden' })
    expect((await decide(id, 'again', 'owner')).json()).toMatchObject({ state: 'waiting', decidedBy: 'boss' })
    await answer((await next())?.name ?? '', PRINTED)
    expect(await receiptsOf(order)).toMatchObject([{ state: 'printed', number: '123', lateAnswer: null }])
  })

  it('and a late answer of the earlier name settles what is not handed over again', async () => {
    const { order, id, name } = await handed()
    await answer(name, '')
    await decide(id, 'again', 'owner')
    await answer(name, PRINTED)
    expect(await oneOf(order)).toMatchObject({ state: 'printed', number: '123' })
    expect(await next()).toBeUndefined()
  })

  it('and a late answer of any earlier name settles what waits once more', async () => {
    const { order, id, name } = await handed()
    await answer(name, '')
    await decide(id, 'again', 'owner')
    await answer((await next())?.name ?? '', REFUSED)
    await decide(id, 'again')
    await answer(name, PRINTED)
    expect(await oneOf(order)).toMatchObject({ state: 'printed', number: '123' })
    expect(await next()).toBeUndefined()
  })

  it('and a late answer of the earlier name is shown beside what is handed over again', async () => {
    const { order, id, name } = await handed()
    await answer(name, '')
    await decide(id, 'again', 'owner')
    const again = await next()
    await answer(name, PRINTED)
    expect(await oneOf(order)).toMatchObject({ state: 'handed', lateAnswer: { state: 'printed', number: '123' } })
    await answer(again?.name ?? '', 'BONOK=1\r\nNRBON=124')
    expect(await receiptsOf()).toMatchObject([{ state: 'printed', number: '124', lateAnswer: { number: '123' } }])
  })

  it.each<[string, string, object]>([
    ['by_hand', PRINTED, { state: 'by_hand', lateAnswer: { state: 'printed', number: '123' } }],
    ['by_hand', 'BONOK=1\r\nNRBON=7\ud800', { state: 'by_hand', lateAnswer: { number: '7\ufffd' } }],
    ['by_hand', REFUSED, { state: 'by_hand', lateAnswer: null }],
    ['printed', PRINTED, { state: 'printed', number: '123', lateAnswer: null }],
    ['printed', REFUSED, { state: 'printed', lateAnswer: { state: 'refused', code: '-111018' } }],
  ])('%s, and the late answer %j stands beside it', async (decision, late, expected) => {
    const { order, id, name } = await handed()
    await answer(name, '')
    expect((await decide(id, decision)).json()).toMatchObject({ state: decision, decidedBy: 'floor' })
    await answer(name, late)
    expect(await receiptsOf(order)).toMatchObject([{ ...expected, decidedBy: 'floor' }])
  })

  it('once, when two decide at the same time', async () => {
    const { id, name } = await handed()
    await answer(name, REFUSED)
    const responses = await Promise.all([
      decide(id, 'printed'),
      decide(id, 'by_hand', 'owner'),
      decide(id, 'printed', 'both'),
    ])
    expect(responses.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1)
  })

  it('never to print what was taken back', async () => {
    const { order, id, payment, name } = await handed()
    await reverse(payment.id, { amount: SOUP })
    await answer(name, REFUSED)
    expect(await oneOf(order)).toMatchObject({ state: 'refused', undoneAt: expect.any(String) })
    expect(refusal(await decide(id, 'again'))).toEqual({ status: 409, code: 'decided' })
    expect((await decide(id, 'by_hand')).statusCode).toBe(200)
  })

  it('about nothing that does not exist, and in no other words', async () => {
    const { id } = await receipt()
    expect((await decide(999_999, 'by_hand')).statusCode).toBe(404)
    expect((await decide(id, 'drop')).statusCode).toBe(400)
  })
})

describe('the Z report', () => {
  it('waits for what is under way, and is one', async () => {
    const { id } = await receipt()
    expect(refusal(await z())).toEqual({ status: 409, code: 'fiscal_open' })
    await decide(id, 'by_hand')
    const asked = await z('of tonight')
    expect(asked.json()).toMatchObject({ kind: 'z', state: 'waiting', orderIds: [], by: 'boss' })
    expect(refusal(await z())).toEqual({ status: 409, code: 'fiscal_open' })
    const report = await next()
    expect(report?.text).toBe('Z^\r\n')
    await answer(report?.name ?? '', 'BONOK=1')
    expect(await receiptsOf()).toEqual([])
    // As after a response that was lost.
    const again = await z('of tonight')
    expect([again.statusCode, again.body]).toEqual([201, asked.body])
    expect(await next()).toBeUndefined()
  })
})

describe('the device', () => {
  const add = (body: object) => server.asOwner('POST', '/api/printers', { kind: 'fiscal', name: 'Casa 2', ...body })

  it('is one, has a profile, prints no document, and is nobody’s fallback', async () => {
    expect(refusal(await add({ profile: PROFILE }))).toEqual({ status: 409, code: 'too_many_printers' })
    expect((await add({})).statusCode).toBe(400)
    for (const profile of [
      { ...PROFILE, groups: { '9': 6 } },
      { ...PROFILE, codes: { 1: 0 } },
      { ...PROFILE, nameMax: 19 },
    ])
      expect((await add({ profile })).statusCode).toBe(400)
    const path = `/api/printers/${device.id}`
    expect((await server.asOwner('PATCH', path, { profile: null })).statusCode).toBe(400)
    expect(
      (await server.asOwner('PATCH', path, { stations: [1], documents: ['kitchen'], fallbackId: null })).json(),
    ).toMatchObject({
      ...{ stations: [], documents: [], fallbackId: null },
    })
    expect((await server.asOwner('POST', `${path}/test`, {})).statusCode).toBe(404)
    expect((await server.asOwner('POST', `${path}/print`, { document: 'day', day: 1 })).statusCode).toBe(404)
    const star = { kind: 'star', name: 'Bar', fallbackId: device.id }
    expect((await server.asOwner('POST', '/api/printers', star)).statusCode).toBe(400)
  })

  it('stays while a receipt is under way, though receipts are off', async () => {
    const { name } = await handed()
    await server.asOwner('PATCH', '/api/settings', { fiscal: false })
    expect(refusal(await server.asOwner('DELETE', `/api/printers/${device.id}`))).toEqual({
      ...{ status: 409, code: 'fiscal_open' },
    })
    await answer(name, PRINTED)
    await server.asOwner('PATCH', '/api/settings', { fiscal: true })
  })
})

describe('Before service', () => {
  const check = async () => {
    const { checks } = (await call('owner', 'GET', '/before-service')).json<{
      checks: { name: string; state: string; text: string; way: string | null }[]
    }>()
    return checks.find(({ name }) => name === 'fiscal')
  }
  it('says that the bridge is silent, what is open, and which groups are missing', async () => {
    await next()
    expect(await check()).toMatchObject({ state: 'ok' })
    await receipt()
    expect(await check()).toMatchObject({ state: 'look', text: expect.stringContaining('1 receipt'), way: 'receipts' })
    pass(61 * SECOND)
    expect(await check()).toMatchObject({
      state: 'wrong',
      text: expect.stringContaining('has not asked'),
      way: 'fiscal',
    })
    await next()
    pass(61 * SECOND)
    expect(await check()).toMatchObject({ state: 'look' })
    const profile = { ...PROFILE, groups: {}, tipGroup: null, codes: { 1: 1 } }
    await server.asOwner('PATCH', `/api/printers/${device.id}`, { profile })
    expect(await check()).toMatchObject({
      ...{ state: 'wrong', text: expect.stringMatching(/dishes without a rate.*the tip.*of Card.*of Meal vouchers/) },
    })
    await server.asOwner('PATCH', `/api/printers/${device.id}`, { profile: PROFILE })
    expect(await check()).toMatchObject({ state: 'look' })
  })
})
