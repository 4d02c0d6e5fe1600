import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { removeOver } from '#server/db/index.ts'
import { orders, settings, whatsappMessages, whatsappQueue } from '#server/db/schema/index.ts'
import { MINUTE_MS, NOW, NUMBER, senderFixture } from '#server/testing/sender.ts'
import { openWhatsapp } from '#server/testing/whatsapp.ts'
import { adoptAccount } from './queue.ts'

const fixture = senderFixture()
const {
  changeSettings,
  db,
  failNextCalls,
  logged,
  sendDue,
  sendUntilIdle,
  placeOrder,
  advanceClock,
  server,
  state,
  sentMessages,
} = fixture

describe('a message in the outbox', () => {
  it('is deleted once notifications are switched off, and not by other changes of the settings', async () => {
    await placeOrder()
    await changeSettings({ restaurantName: 'La Conac' })
    expect(await state()).toMatchObject({ waiting: 1 })
    await changeSettings({ whatsappNotificationsEnabled: false })
    await sendDue()
    expect(await state()).toMatchObject({ waiting: 0 })
    expect(sentMessages()).toEqual([])
  })

  it('is deleted after 36 hours, whether it was sent or not', async () => {
    await placeOrder()
    await sendDue()
    await placeOrder()
    advanceClock(36 * 60 * MINUTE_MS + 1)
    await sendDue()
    await removeOver(db(), server.clock.now(), 'Europe/Bucharest')
    expect(sentMessages()).toHaveLength(1)
    expect(await db().select().from(whatsappMessages)).toEqual([])
  })

  it('is kept by a clock that may be wrong', async () => {
    await placeOrder()
    advanceClock(37 * 60 * MINUTE_MS)
    await sendDue({ gate: { isOpen: () => false } })
    expect(sentMessages()).toHaveLength(1)
  })

  it('is not sent by another instance during its lease, and is sent once more after a crash', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await placeOrder()
    failNextCalls({ until: promise })
    // Its outcome is never recorded: the response arrives when another instance has the lease.
    const crashedSender = sendDue()
    await expect.poll(() => fixture.whatsapp.acceptedMessages.length).toBe(1)
    expect(await sendDue()).toEqual(new Date(NOW.getTime() + 20_000))
    advanceClock(20_000)
    await sendDue()
    const written = await db().select().from(whatsappQueue)
    expect(written).toMatchObject([{ lastAt: server.clock.now(), leasedUntil: null }])
    advanceClock(1_000)
    resolve()
    await crashedSender
    expect(await db().select().from(whatsappQueue)).toEqual(written)
    expect(sentMessages()).toHaveLength(2)
    expect(await state()).toMatchObject({ waiting: 0 })
  })

  it('is sent at once if its pause and its lease are from before the clock was set back', async () => {
    await placeOrder()
    const later = new Date(NOW.getTime() + 2 * 60 * 60_000)
    await db().update(whatsappQueue).set({ nextAt: later, leasedUntil: later })
    await sendDue()
    expect(sentMessages()).toHaveLength(1)
  })

  it('is dropped after a second crash', async () => {
    await placeOrder()
    await db().update(whatsappMessages).set({ attempts: 2 })
    await sendUntilIdle()
    expect(sentMessages()).toEqual([])
    expect(await state()).toMatchObject({ waiting: 0 })
  })
})

describe('a message that fails', () => {
  // whatsapp.test.ts has all errors that pass.
  it('for a moment is sent again later, and received once', async () => {
    const mishap = { status: 400, code: 131_056 }
    const { id } = await placeOrder()
    failNextCalls(mishap, undefined, mishap, undefined)
    expect(await sendUntilIdle()).toEqual([6_000, 18_000])
    expect(sentMessages()).toEqual([['masa_order', String(id), 'La pachet', '57.00 LEI']])
    expect(await state()).toMatchObject({ state: 'ok', waiting: 0 })
  })

  it('is sent again after an unknown outcome, but only once', async () => {
    const { id } = await placeOrder()
    failNextCalls('lost')
    await sendUntilIdle()
    expect(sentMessages()).toEqual(Array(2).fill(['masa_order', String(id), 'La pachet', '57.00 LEI']))
    await placeOrder()
    failNextCalls('lost', undefined, 'lost', undefined, 'lost')
    advanceClock(6_000)
    await sendUntilIdle()
    expect(sentMessages()).toHaveLength(4)
    expect(await state()).toMatchObject({ state: 'ok', waiting: 0 })
    expect(logged()).toContain('messages given up: the owner may not have received them')
  })

  it('stays in the outbox while WhatsApp cannot be reached', async () => {
    const unreachable = await openWhatsapp()
    await unreachable.close()
    const unreachableAccount = { ...fixture.whatsapp.account, apiUrl: unreachable.account.apiUrl }
    await placeOrder()
    for (let n = 0; n < 5; n++) server.clock.set((await sendDue({ account: unreachableAccount })) ?? NOW)
    expect(await state()).toMatchObject({ state: 'ok', waiting: 1 })
    await sendUntilIdle()
    expect(sentMessages()).toHaveLength(1)
  })

  it('does not include an order placed while it is being sent; that order gets its own message', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await placeOrder()
    failNextCalls({ until: promise })
    const sending = sendDue()
    await expect.poll(() => fixture.whatsapp.acceptedMessages.length).toBe(1)
    const { id } = await placeOrder()
    resolve()
    await sending
    await sendUntilIdle()
    expect(sentMessages()[1]).toEqual(['masa_order', String(id), 'La pachet', '57.00 LEI'])
    expect(sentMessages()).toHaveLength(2)
  })
})

describe('the message about a new order', () => {
  it('has the order’s number, table or dining option, and total, in the language of the templates', async () => {
    const first = await placeOrder()
    expect(await state()).toEqual({ configured: true, state: 'ok', reason: null, lastAt: null, waiting: 1 })
    await sendDue()
    expect(fixture.whatsapp.acceptedMessages).toEqual([
      {
        to: NUMBER,
        template: 'masa_order',
        parameters: [String(first.id), 'La pachet', '57.00 LEI'],
        at: NOW.getTime(),
      },
    ])
    expect(await state()).toMatchObject({ state: 'ok', lastAt: NOW.toISOString(), waiting: 0 })
    advanceClock(6_000)
    const second = await placeOrder({ diningOption: 'dine-in', tableId: server.table })
    await sendDue()
    advanceClock(6_000)
    const third = await placeOrder({ diningOption: 'dine-in' })
    await sendDue()
    expect(sentMessages().slice(1)).toEqual([
      ['masa_order', String(second.id), 'Masa 5', '57.00 LEI'],
      ['masa_order', String(third.id), 'La restaurant', '57.00 LEI'],
    ])
  })

  it('has the time at which it is picked up, with its date on another day', async () => {
    const { id } = await placeOrder()
    const messageAbout = async (pickupAt: string) => {
      await db()
        .update(orders)
        .set({ pickupAt: new Date(pickupAt) })
        .where(eq(orders.id, id))
      await db().update(whatsappMessages).set({ acceptedAt: null })
      advanceClock(6_000)
      await sendDue()
      return sentMessages().at(-1)?.[2]
    }
    expect(await messageAbout('2026-11-21T18:30:00.000Z')).toBe('La pachet, 20:30')
    expect(await messageAbout('2026-11-22T10:30:00.000Z')).toBe('La pachet, 22.11, 12:30')
  })

  it('is in English with euros if the templates’ language is en_US and the currency is euro', async () => {
    fixture.whatsapp.account.language = 'en_US'
    try {
      await changeSettings({ currency: 'eur' })
      const { id } = await placeOrder({ diningOption: 'dine-in', tableId: server.table })
      await sendDue()
      expect(sentMessages()).toEqual([['masa_order', String(id), 'Table 5', '€57.00']])
    } finally {
      fixture.whatsapp.account.language = 'ro'
      await changeSettings({ currency: 'lei' })
    }
  })

  it('contains no data of the guest, nor does the log or the outbox', async () => {
    await placeOrder({
      customerName: 'Ana Pop',
      phoneNumber: '0712 345 678',
      email: 'ana@example.com',
      notes: 'fara ceapa',
    })
    failNextCalls({ status: 500, code: 131_000 })
    const rows = JSON.stringify(await db().select().from(whatsappMessages))
    await sendUntilIdle()
    expect(fixture.whatsapp.acceptedMessages).toHaveLength(1)
    for (const text of [JSON.stringify(fixture.whatsapp.acceptedMessages), rows, logged()])
      expect(text).not.toMatch(/Ana|712345678|ana@|ceapa/)
    expect(logged()).toContain('500, code 131000')
    expect(logged()).not.toContain(fixture.whatsapp.account.token)
    expect(logged()).not.toContain(NUMBER)
  })

  it('has the order’s data at the time of sending, and is sent for a cancelled order too', async () => {
    const { id } = await placeOrder()
    await db().update(orders).set({ status: 'cancelled' }).where(eq(orders.id, id))
    await sendDue()
    expect(sentMessages()).toEqual([['masa_order', String(id), 'La pachet', '57.00 LEI']])
  })

  it.each([
    ['notifications are switched off', () => changeSettings({ whatsappNotificationsEnabled: false })],
    ['there is no number', () => db().update(settings).set({ ownerPhoneNumber: null })],
    ['there is no account', () => adoptAccount(db(), undefined, NOW)],
  ])('is not queued while %s', async (_, arrange) => {
    await arrange()
    await placeOrder()
    expect(await db().select().from(whatsappMessages)).toEqual([])
  })
})

describe('a rush', () => {
  it.each([
    [1, '1 comandă nouă'],
    [20, '20 de comenzi noi'],
  ])('whose orders waited for 15 minutes is announced by their count: %i', async (count, text) => {
    for (let n = 0; n < count; n++) await placeOrder()
    advanceClock(15 * MINUTE_MS)
    await sendDue()
    expect(sentMessages()).toEqual([['masa_orders', text]])
  })
})
