import { beforeEach, describe, expect, it } from 'vitest'
import { settings, whatsappMessages, whatsappQueue } from '#server/db/schema/index.ts'
import { MINUTE_MS, NOW, senderTest } from './fixtures/sending.ts'
import { readWhatsapp } from './queue-state.ts'

const telling = senderTest()
const { askTest, change, db, fails, look, lookOn, order, pass, server, told } = telling

const LIMIT = 3
/** 04:00 in Bucharest. */
const NEXT_DAY = new Date('2026-11-22T02:00:00.000Z')
beforeEach(async () => {
  telling.service.account.dailyLimit = LIMIT
  await db().update(settings).set({ businessDayStart: '04:00' })
})

/** The state as a server with this account shows it; the server of these tests has no account. */
const state = () =>
  readWhatsapp(db(), { whatsapp: telling.service.account, timeZone: 'Europe/Bucharest' }, server.clock.now())
/** Places orders a minute apart; each gets its own message where one may be sent. */
async function orders(count: number) {
  for (let n = 0; n < count; n++) {
    await order()
    await look()
    pass(MINUTE_MS)
  }
}
const numbers = () => told().map(([template, first]) => (template === 'masa_orders' ? first : 'alone'))

describe('the limit of a business day', () => {
  it('ends the messages of the day, says so, and the next day begins with the count of the orders not announced', async () => {
    await orders(LIMIT)
    expect(await state()).toMatchObject({ state: 'stopped', reason: 'daily_limit', waiting: 0 })
    await orders(4)
    expect(numbers()).toEqual(Array(LIMIT).fill('alone'))
    expect(await state()).toMatchObject({ state: 'stopped', reason: 'daily_limit', waiting: 4 })
    // Nothing has to be done before the day begins.
    expect(await look()).toEqual(NEXT_DAY)
    server.clock.set(new Date(NEXT_DAY.getTime() - 1))
    await look()
    expect(told()).toHaveLength(LIMIT)
    server.clock.set(NEXT_DAY)
    expect(await state()).toMatchObject({ state: 'ok', reason: null })
    await look()
    expect(numbers().slice(LIMIT)).toEqual(['4 comenzi noi'])
    expect(await state()).toMatchObject({ state: 'ok', waiting: 0, lastAt: NEXT_DAY.toISOString() })
    pass(MINUTE_MS)
    await orders(4)
    expect(numbers().slice(LIMIT + 1)).toEqual(['alone', 'alone'])
  })

  it('announces what was held up since the very beginning of a day that has 25 hours', async () => {
    // In Bucharest the clocks go back at 04:00 on 25 October: the day that begins on the 24th is an hour longer.
    server.clock.set(new Date('2026-10-24T01:00:00.000Z'))
    await orders(LIMIT + 1)
    const begins = new Date('2026-10-25T02:00:00.000Z')
    expect(await look()).toEqual(begins)
    server.clock.set(begins)
    await look()
    expect(numbers()).toEqual([...Array(LIMIT).fill('alone'), '1 comandă nouă'])
  })

  it('does not apply to test messages, which are not counted and do not lift it', async () => {
    await askTest()
    await lookOn()
    pass(MINUTE_MS)
    await orders(LIMIT + 1)
    expect(told()).toHaveLength(LIMIT + 1)
    await askTest()
    await look()
    expect(told().at(-1)?.[2]).toBe('Mesaj de probă')
    expect(await state()).toMatchObject({ state: 'stopped', reason: 'daily_limit', waiting: 1 })
    pass(MINUTE_MS)
    expect(await look()).toEqual(NEXT_DAY)
  })

  it('counts what may have been sent, and not what certainly was not', async () => {
    await order()
    // Before each further try the sender asks whether the service answers.
    fails({ status: 400, code: 131_056 }, undefined, { status: 429 }, undefined, 'lost')
    await look()
    const [queue] = await db().select().from(whatsappQueue)
    expect(queue).toMatchObject({ countedDay: '2026-11-21', sentToday: 0 })
    await lookOn()
    // A message whose answer was lost, and its repetition.
    expect(told()).toHaveLength(2)
    expect(await db().select().from(whatsappQueue)).toMatchObject([{ sentToday: 2 }])
    // A crash in the middle of a call.
    pass(MINUTE_MS)
    await order()
    await telling.inProgress()
    expect(await state()).toMatchObject({ reason: 'daily_limit' })
    pass(MINUTE_MS)
    expect(await look()).toEqual(NEXT_DAY)
    expect(told()).toHaveLength(2)
  })

  it('is shown only after a stop that needs somebody to act', async () => {
    await orders(LIMIT - 1)
    await order()
    fails({ status: 401, code: 190 })
    await look()
    await db().update(whatsappQueue).set({ sentToday: LIMIT })
    expect(await state()).toMatchObject({ state: 'stopped', reason: 'token' })
  })

  it('starts no second time when the clock is set back', async () => {
    server.clock.set(new Date(NEXT_DAY.getTime() + MINUTE_MS))
    await orders(LIMIT)
    server.clock.set(NOW)
    await orders(2)
    expect(told()).toHaveLength(LIMIT)
    expect(await state()).toMatchObject({ reason: 'daily_limit', waiting: 2 })
  })

  it('does not hold because of a clock that was years ahead', async () => {
    await db().update(whatsappQueue).set({ countedDay: '2036-01-01', sentToday: LIMIT })
    await orders(1)
    expect(numbers()).toEqual(['alone'])
  })

  it('is no longer shown once the day is over, even when nothing waits', async () => {
    await orders(LIMIT)
    server.clock.set(NEXT_DAY)
    expect(await look()).toBe(undefined)
    expect(await db().select().from(whatsappQueue)).toMatchObject([{ countedDay: '2026-11-22', sentToday: 0 }])
    expect(told()).toHaveLength(LIMIT)
  })

  it.each([
    ['later: the day goes on until then', '20:30', '2026-11-21T18:30:00.000Z'],
    ['earlier: the day has the same name, and ends then', '19:00', '2026-11-22T17:00:00.000Z'],
  ])('follows the business day’s start, %s', async (_, businessDayStart, next) => {
    await orders(LIMIT + 1)
    await change({ businessDayStart })
    const begins = new Date(next)
    expect(await look()).toEqual(begins)
    server.clock.set(begins)
    await look()
    expect(numbers()).toEqual([...Array(LIMIT).fill('alone'), '1 comandă nouă'])
  })
})

describe('a flood of false orders', () => {
  it('gets fewer and fewer messages that count every order, and ends after a quiet time', async () => {
    telling.service.account.dailyLimit = 200
    // More than one in 20 s, whenever the sender looks.
    const flood = async (messages: number) => {
      for (let n = 0; n < messages; n++) {
        const waiting = Array.from({ length: 40 }, () => ({ createdAt: server.clock.now() }))
        const { id: orderId } = await order()
        await db()
          .insert(whatsappMessages)
          .values(waiting.map((row) => ({ ...row, orderId })))
        await look()
        const next = await look().then(async (due) => due ?? (await nextAt()))
        server.clock.set(next)
      }
    }
    const nextAt = async () => {
      const [queue] = await db().select().from(whatsappQueue)
      return queue?.nextAt ?? NOW
    }
    await flood(19)
    const gaps = telling.service.taken.slice(1).map(({ at }, i) => (at - (telling.service.taken[i]?.at ?? 0)) / 1_000)
    expect(gaps).toEqual([...Array(11).fill(6), 12, 24, 48, 96, 192, 384, 600])
    expect(numbers().every((said) => said === '41 de comenzi noi')).toBe(true)
    // After a quiet hour, orders get a message each again.
    pass(60 * MINUTE_MS)
    await orders(3)
    expect(numbers().slice(19)).toEqual(['alone', 'alone', 'alone'])
  })
})
