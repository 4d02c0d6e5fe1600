import { describe, expect, it } from 'vitest'
import { settings, whatsappQueue } from '#server/db/schema/index.ts'
import { MINUTE_MS, NOW, senderFixture } from './fixtures/sender.ts'
import { adoptAccount } from './queue.ts'

const fixture = senderFixture()
const {
  requestTest,
  changeSettings,
  db,
  failNextCalls,
  sendDue,
  sendUntilIdle,
  placeOrder,
  advanceClock,
  state,
  sentMessages,
  startSending,
} = fixture

describe('a test message requested by the owner', () => {
  it('is rejected without an account and without a number', async () => {
    await db().update(settings).set({ ownerPhoneNumber: null })
    expect((await requestTest()).json()).toMatchObject({ code: 'whatsapp_no_number' })
    await adoptAccount(db(), undefined, NOW)
    const response = await requestTest()
    expect([response.statusCode, response.json().code]).toEqual([409, 'whatsapp_not_configured'])
    expect(await state()).toEqual({ configured: false, state: 'ok', reason: null, lastAt: null, waiting: 0 })
  })

  it('is queued only once for repeated and concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 5 }, requestTest))
    expect(responses.map((response) => [response.statusCode, response.json().waiting])).toEqual(Array(5).fill([202, 1]))
    await sendUntilIdle()
    expect(sentMessages()).toHaveLength(1)
  })

  it('is sent before orders, after the spacing instead of a longer pause, and even while notifications are switched off', async () => {
    await placeOrder()
    fixture.whatsapp.mishap = () => ({ status: 429, retryAfter: '3000' })
    await sendDue()
    fixture.whatsapp.mishap = () => undefined
    await requestTest()
    // One spacing after the failure, then one spacing later.
    expect(await sendUntilIdle()).toEqual([6_000, 12_000])
    expect(sentMessages().map(([template]) => template)).toEqual(['masa_order', 'masa_order'])
    expect(sentMessages()[0]?.[2]).toBe('Mesaj de probă')
    await changeSettings({ whatsappNotificationsEnabled: false })
    await requestTest()
    await sendUntilIdle()
    expect(sentMessages()).toHaveLength(3)
  })

  it('is not delayed by the pause after a failed message that was being sent when it was requested', async () => {
    await placeOrder()
    await db().update(whatsappQueue).set({ failures: 8 })
    const finish = await startSending()
    await requestTest()
    expect(await finish({ kind: 'unknown', why: '', isUndocumented: false })).toEqual(new Date(NOW.getTime() + 6_000))
    await sendUntilIdle()
    expect(sentMessages()[0]?.[2]).toBe('Mesaj de probă')
  })

  it('is sent to the new number if the number changed before the old one was rejected', async () => {
    await requestTest()
    const finish = await startSending()
    await changeSettings({ ownerPhoneNumber: '40712000222' })
    await finish({ kind: 'refused', why: '' })
    expect(await state()).toMatchObject({ state: 'ok', waiting: 1 })
    await sendUntilIdle()
    expect(fixture.whatsapp.acceptedMessages).toMatchObject([{ to: '40712000222' }])
  })

  it('is dropped when it is rejected for an unknown reason, and the state becomes stopped', async () => {
    await requestTest()
    failNextCalls({ status: 400, code: 100 })
    await sendDue()
    expect(await state()).toMatchObject({ state: 'stopped', reason: 'refused', waiting: 0 })
  })

  it('is dropped if it could not be sent within 15 minutes', async () => {
    await requestTest()
    failNextCalls({ status: 429 })
    await sendDue()
    advanceClock(15 * MINUTE_MS + 1)
    await sendUntilIdle()
    expect(sentMessages()).toEqual([])
    expect(await state()).toMatchObject({ waiting: 0 })
  })
})
