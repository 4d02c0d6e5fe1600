import { beforeEach, describe, expect, it } from 'vitest'
import { settings, whatsappQueue } from '#server/db/schema/index.ts'
import { MINUTE_MS, senderFixture } from './fixtures/sender.ts'
import { readWhatsapp } from './queue.ts'

const fixture = senderFixture()
const { requestTest, db, failNextCalls, sendDue, sendUntilIdle, placeOrder, advanceClock, server, sentMessages } =
  fixture

const LIMIT = 3
/** 04:00 in Bucharest. */
const NEXT_DAY = new Date('2026-11-22T02:00:00.000Z')
beforeEach(async () => {
  fixture.whatsapp.account.dailyLimit = LIMIT
  await db().update(settings).set({ businessDayStart: '04:00' })
})

/** The state with the account of the fake WhatsApp; the server of these tests is configured without one. */
const state = () =>
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

describe('the daily limit on messages', () => {
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
    expect(await state()).toMatchObject({ state: 'stopped', reason: 'daily_limit', waiting: 0 })
    await placeOrders(4)
    expect(announcements()).toEqual(Array(LIMIT).fill('alone'))
    expect(await state()).toMatchObject({ state: 'stopped', reason: 'daily_limit', waiting: 4 })
    // The next check is when the business day begins.
    expect(await sendDue()).toEqual(NEXT_DAY)
    server.clock.set(new Date(NEXT_DAY.getTime() - 1))
    await sendDue()
    expect(sentMessages()).toHaveLength(LIMIT)
    server.clock.set(NEXT_DAY)
    expect(await state()).toMatchObject({ state: 'ok', reason: null })
    await sendDue()
    expect(announcements().slice(LIMIT)).toEqual(['4 comenzi noi'])
    expect(await state()).toMatchObject({ state: 'ok', waiting: 0, lastAt: NEXT_DAY.toISOString() })
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
    expect(await state()).toMatchObject({ state: 'stopped', reason: 'daily_limit', waiting: 1 })
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
    expect(await state()).toMatchObject({ reason: 'daily_limit' })
    advanceClock(MINUTE_MS)
    expect(await sendDue()).toEqual(NEXT_DAY)
    expect(sentMessages()).toHaveLength(2)
  })

  it('is not shown while messages stop for a reason that requires action, such as an invalid token', async () => {
    await placeOrders(LIMIT - 1)
    await placeOrder()
    failNextCalls({ status: 401, code: 190 })
    await sendDue()
    await db().update(whatsappQueue).set({ sentToday: LIMIT })
    expect(await state()).toMatchObject({ state: 'stopped', reason: 'token' })
  })
})
