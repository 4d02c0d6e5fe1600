import { describe, expect, it } from 'vitest'
import { settings, whatsappQueue } from '#server/db/schema/index.ts'
import { MINUTE_MS, NOW, senderTest } from './fixtures/sending.ts'
import { adoptAccount } from './queue-state.ts'

const telling = senderTest()
const { askTest, change, db, fails, look, lookOn, order, pass, state, told, inProgress } = telling

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
    telling.service.mishap = () => ({ status: 429, retryAfter: '3000' })
    await look()
    telling.service.mishap = () => undefined
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
    await order()
    await db().update(whatsappQueue).set({ failures: 8 })
    const end = await inProgress()
    await askTest()
    expect(await end({ kind: 'unknown', why: '', isStrange: false })).toEqual(new Date(NOW.getTime() + 6_000))
    await lookOn()
    expect(told()[0]?.[2]).toBe('Mesaj de probă')
  })

  it('that was refused by a number that is another one by then goes to that one', async () => {
    await askTest()
    const end = await inProgress()
    await change({ ownerPhoneNumber: '40712000222' })
    await end({ kind: 'refused', why: '' })
    expect(await state()).toMatchObject({ state: 'ok', waiting: 1 })
    await lookOn()
    expect(telling.service.taken).toMatchObject([{ to: '40712000222' }])
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
