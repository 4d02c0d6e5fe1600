import { describe, expect, it } from 'vitest'
import type { WhatsappMishap } from '#server/testing/whatsapp.ts'
import { MINUTE_MS, NOW, NUMBER, senderTest } from './fixtures/sending.ts'
import { adoptAccount } from './queue-state.ts'

const telling = senderTest()
const { askTest, change, db, fails, look, lookOn, order, pass, server, state, told, inProgress } = telling

describe('a queue that is stopped', () => {
  const stopBy = async (mishap: WhatsappMishap) => {
    await order()
    fails(mishap)
    await look()
    telling.service.mishap = () => undefined
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
      telling.service.mishap = (method) => (method === 'POST' ? 'foreign' : undefined)
      await lookOn()
    }
    expect(await state()).toMatchObject({ state: 'stopped', reason: 'refused' })
  })

  it('goes on with another account: one message with the count', async () => {
    await order()
    await order()
    const old = { ...telling.service.account, token: 'EAAold' }
    await adoptAccount(db(), old, NOW)
    await look({ account: old })
    expect(await state()).toMatchObject({ state: 'stopped', reason: 'token', waiting: 2 })
    // The same account again changes nothing.
    await adoptAccount(db(), old, server.clock.now())
    expect(await state()).toMatchObject({ state: 'stopped' })
    await adoptAccount(db(), telling.service.account, server.clock.now())
    expect(await state()).toMatchObject({ state: 'ok', reason: null, waiting: 2 })
    // An instance that still has the old account sends nothing more.
    pass(MINUTE_MS)
    expect(await look({ account: old })).toBe(undefined)
    expect(telling.service.calls).toEqual(['POST 190'])
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
    expect(telling.service.taken).toMatchObject([{ to: '40712000222', template: 'masa_order' }])
  })

  it.each([
    ['number', 'recipient', () => change({ ownerPhoneNumber: '40712000222' })],
    ['account', 'token', () => adoptAccount(db(), telling.service.account, server.clock.now())],
  ] as const)('is not stopped by what became of a message whose %s is another one by then', async (_, stop, change) => {
    const old = { ...telling.service.account, token: 'EAAold' }
    await adoptAccount(db(), old, NOW)
    await order()
    const end = await inProgress(old)
    await change()
    await end({ kind: 'stopped', why: '', stop })
    expect(await state()).toMatchObject({ state: 'ok', waiting: 1 })
    await adoptAccount(db(), telling.service.account, server.clock.now())
    expect(await lookOn()).toEqual([6_000])
    expect(told()).toHaveLength(1)
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
    expect(telling.service.calls).toEqual(['POST 190', 'POST 132001'])
  })
})
