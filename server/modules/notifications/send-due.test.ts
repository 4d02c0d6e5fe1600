import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { orders, settings, whatsappMessages } from '#server/db/schema/index.ts'
import { MINUTE_MS, NOW, NUMBER, senderFixture } from './fixtures/sender.ts'
import { adoptAccount } from './queue.ts'

describe('send due', () => {
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

    it('tells which of two is meant by a time that comes twice', async () => {
      const { id } = await placeOrder()
      const pickupAt = new Date('2026-10-25T00:30:00.000Z')
      await db().update(orders).set({ pickupAt }).where(eq(orders.id, id))
      await sendDue()
      expect(sentMessages().at(-1)?.[2]).toBe('La pachet, 25.10, 03:30 (ora de vară)')
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

    it('is not queued if the order is rejected', async () => {
      await placeOrder({ total: 1 })
      expect(await state()).toMatchObject({ waiting: 0 })
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
})
