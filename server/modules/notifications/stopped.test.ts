import { describe, expect, it } from 'vitest'
import { settings } from '#server/db/schema/index.ts'
import type { WhatsappMishap } from '#server/testing/whatsapp.ts'
import { MINUTE_MS, NOW, NUMBER, senderFixture } from './fixtures/sender.ts'
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
  server,
  state,
  sentMessages,
} = fixture

describe('a stopped queue', () => {
  const stopWith = async (mishap: WhatsappMishap) => {
    await placeOrder()
    failNextCalls(mishap)
    await sendDue()
    fixture.whatsapp.mishap = () => undefined
  }

  // server/platform/whatsapp.test.ts has all reasons.
  it('shows the reason, and sends nothing but a question about the number, until WhatsApp accepts it again', async () => {
    await stopWith({ status: 401, code: 190 })
    expect(await state()).toMatchObject({ state: 'stopped', reason: 'token', waiting: 1 })
    await placeOrder()
    fixture.whatsapp.mishap = () => ({ status: 401, code: 190 })
    advanceClock(MINUTE_MS)
    const nextAt = await sendDue()
    expect(nextAt).toEqual(new Date(server.clock.now().getTime() + 12_000))
    expect(fixture.whatsapp.calls).toEqual(['POST 190', 'GET 190'])
    expect(await state()).toMatchObject({ state: 'stopped', reason: 'token', waiting: 2 })
    fixture.whatsapp.mishap = () => undefined
    await sendUntilIdle()
    expect(sentMessages()).toEqual([['masa_orders', '2 comenzi noi']])
    expect(await state()).toMatchObject({ state: 'ok', reason: null, waiting: 0 })
  })

  it('is tried again as soon as the spacing allows after a start, perhaps with another account', async () => {
    await placeOrder()
    const oldAccount = { ...fixture.whatsapp.account, token: 'EAAold' }
    for (let n = 0; n < 5; n++) server.clock.set((await sendDue({ account: oldAccount })) ?? NOW)
    await sendDue({ account: oldAccount })
    expect(await state()).toMatchObject({ state: 'stopped', reason: 'token', waiting: 1 })
    await adoptAccount(db(), fixture.whatsapp.account, server.clock.now())
    expect(await state()).toMatchObject({ state: 'ok', reason: null, waiting: 1 })
    const restartedAt = server.clock.now().getTime()
    expect(await sendUntilIdle()).toEqual([restartedAt + 6_000 - NOW.getTime()])
    expect(sentMessages()).toHaveLength(1)
  })

  it('resumes with another number, as soon as the spacing allows', async () => {
    await stopWith({ status: 400, code: 131_026 })
    await changeSettings({ ownerPhoneNumber: NUMBER })
    expect(await state()).toMatchObject({ state: 'stopped' })
    await changeSettings({ ownerPhoneNumber: '40712000222' })
    expect(await state()).toMatchObject({ state: 'ok', waiting: 1 })
    expect(await sendUntilIdle()).toEqual([6_000])
    expect(fixture.whatsapp.acceptedMessages).toMatchObject([{ to: '40712000222', template: 'masa_order' }])
  })

  it('resumes when notifications are switched on again, and drops the messages that waited', async () => {
    await stopWith({ status: 401, code: 190 })
    await changeSettings({ whatsappNotificationsEnabled: false })
    expect(await state()).toMatchObject({ waiting: 0 })
    await changeSettings({ whatsappNotificationsEnabled: true })
    expect(await state()).toMatchObject({ state: 'ok', waiting: 0 })
    await sendUntilIdle()
    expect(sentMessages()).toEqual([])
  })

  it('resumes when a test message is accepted, and then sends the count of the waiting orders', async () => {
    await stopWith({ status: 401, code: 190 })
    await placeOrder()
    const response = await requestTest()
    expect([response.statusCode, response.json()]).toMatchObject([
      202,
      { state: 'stopped', reason: 'token', waiting: 3 },
    ])
    await sendUntilIdle()
    expect(sentMessages()).toEqual([
      ['masa_order', '0', 'Mesaj de probă', '0.00 LEI'],
      ['masa_orders', '2 comenzi noi'],
    ])
    expect(await state()).toMatchObject({ state: 'ok', waiting: 0 })
  })

  it('stays stopped when the test message is rejected', async () => {
    await stopWith({ status: 401, code: 190 })
    await requestTest()
    failNextCalls(undefined, { status: 404, code: 132_001 })
    server.clock.set((await sendDue()) ?? NOW)
    await sendDue()
    expect(await state()).toMatchObject({ state: 'stopped', reason: 'template', waiting: 2 })
    expect(fixture.whatsapp.calls).toEqual(['POST 190', 'GET', 'POST 132001'])
  })
})

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
    // The messages are sent one spacing after the failure, and one spacing after that.
    expect(await sendUntilIdle()).toEqual([6_000, 12_000])
    expect(sentMessages().map(([template]) => template)).toEqual(['masa_order', 'masa_order'])
    expect(sentMessages()[0]?.[2]).toBe('Mesaj de probă')
    await changeSettings({ whatsappNotificationsEnabled: false })
    await requestTest()
    await sendUntilIdle()
    expect(sentMessages()).toHaveLength(3)
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
