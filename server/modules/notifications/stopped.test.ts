import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { settings, whatsappQueue } from '#server/db/schema/index.ts'
import { MINUTE_MS, NOW, NUMBER, senderFixture } from '#server/testing/sender.ts'
import type { WhatsappMishap } from '#server/testing/whatsapp.ts'
import { adoptAccount, readWhatsapp } from './queue.ts'

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

  // whatsapp.test.ts has all reasons.
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
    fixture.whatsapp.mishap = () => ({ status: 429 })
    for (let n = 0; n < 3; n++) server.clock.set((await sendDue()) ?? NOW)
    await sendDue()
    fixture.whatsapp.mishap = () => undefined
    await requestTest()
    // The messages are sent one spacing after the failure, and one spacing after that.
    expect(await sendUntilIdle()).toEqual([48_000, 54_000])
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

describe('the daily limit on messages', () => {
  const LIMIT = 3
  /** 04:00 in Bucharest. */
  const NEXT_DAY = new Date('2026-11-22T02:00:00.000Z')
  beforeEach(async () => {
    fixture.whatsapp.account.dailyLimit = LIMIT
    await db().update(settings).set({ businessDayStart: '04:00' })
  })

  afterEach(() => {
    fixture.whatsapp.account.dailyLimit = 200
  })

  /** The state with the account of the fake WhatsApp; the server of these tests is configured without one. */
  const limitedState = () =>
    readWhatsapp(db(), { whatsapp: fixture.whatsapp.account, timeZone: 'Europe/Bucharest' }, server.clock.now())
  /** Places orders a minute apart and sends after each, so that each gets its own message while the limit allows. */
  async function placeOrders(count: number) {
    for (let n = 0; n < count; n++) {
      await placeOrder()
      await sendDue()
      advanceClock(MINUTE_MS)
    }
  }
  /** 'alone' for each message about a single order, else the text with the count. */
  const announcements = () => sentMessages().map(([template, first]) => (template === 'masa_orders' ? first : 'alone'))

  it('is one for all instances, also if they send at the same time', async () => {
    for (let n = 0; n < LIMIT + 2; n++) {
      await placeOrder()
      await Promise.all([sendDue(), sendDue()])
      advanceClock(MINUTE_MS)
    }
    expect(announcements()).toEqual(Array(LIMIT).fill('alone'))
  })

  it('stops messages until the next business day, shows the reason, and then announces how many orders were held back', async () => {
    await placeOrders(LIMIT)
    expect(await limitedState()).toMatchObject({ state: 'stopped', reason: 'daily_limit', waiting: 0 })
    await placeOrders(4)
    expect(announcements()).toEqual(Array(LIMIT).fill('alone'))
    expect(await limitedState()).toMatchObject({ state: 'stopped', reason: 'daily_limit', waiting: 4 })
    // The next check is when the business day begins.
    expect(await sendDue()).toEqual(NEXT_DAY)
    server.clock.set(new Date(NEXT_DAY.getTime() - 1))
    await sendDue()
    expect(sentMessages()).toHaveLength(LIMIT)
    server.clock.set(NEXT_DAY)
    expect(await limitedState()).toMatchObject({ state: 'ok', reason: null })
    await sendDue()
    expect(announcements().slice(LIMIT)).toEqual(['4 comenzi noi'])
    expect(await limitedState()).toMatchObject({ state: 'ok', waiting: 0, lastAt: NEXT_DAY })
    advanceClock(MINUTE_MS)
    await placeOrders(4)
    expect(announcements().slice(LIMIT + 1)).toEqual(['alone', 'alone'])
  })

  it('does not apply to test messages: they are not counted, and do not lift it', async () => {
    await requestTest()
    await sendUntilIdle()
    advanceClock(MINUTE_MS)
    await placeOrders(LIMIT + 1)
    expect(sentMessages()).toHaveLength(LIMIT + 1)
    await requestTest()
    await sendDue()
    expect(sentMessages().at(-1)?.[2]).toBe('Mesaj de probă')
    expect(await limitedState()).toMatchObject({ state: 'stopped', reason: 'daily_limit', waiting: 1 })
    advanceClock(MINUTE_MS)
    expect(await sendDue()).toEqual(NEXT_DAY)
  })

  it('counts messages that may have been sent, and none that certainly was not', async () => {
    await placeOrder()
    // Before each further try the sender checks that WhatsApp is reachable: that call does not fail.
    failNextCalls({ status: 400, code: 131_056 }, undefined, { status: 429 }, undefined, 'lost')
    await sendDue()
    const [queue] = await db().select().from(whatsappQueue)
    expect(queue).toMatchObject({ countedDay: '2026-11-21', sentToday: 0 })
    await sendUntilIdle()
    // These are the message whose response was lost, and its repetition.
    expect(sentMessages()).toHaveLength(2)
    expect(await db().select().from(whatsappQueue)).toMatchObject([{ sentToday: 2 }])
    // The sender crashes while a message is being sent.
    advanceClock(MINUTE_MS)
    await placeOrder()
    await fixture.startSending()
    expect(await limitedState()).toMatchObject({ reason: 'daily_limit' })
    advanceClock(MINUTE_MS)
    expect(await sendDue()).toEqual(NEXT_DAY)
    expect(sentMessages()).toHaveLength(2)
  })
})
