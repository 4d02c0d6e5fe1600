import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { orders, settings, whatsappMessages } from '#server/db/schema/index.ts'
import { MINUTE_MS, NOW, NUMBER, senderTest } from './fixtures/sending.ts'
import { adoptAccount } from './queue-state.ts'

const telling = senderTest()
const { change, db, fails, logged, look, lookOn, order, pass, server, state, told } = telling

describe('a new order', () => {
  it('is told with its number, its place and its total, in the language of the templates', async () => {
    const one = await order()
    expect(await state()).toEqual({ configured: true, state: 'ok', reason: null, lastAt: null, waiting: 1 })
    await look()
    expect(telling.service.taken).toEqual([
      { to: NUMBER, template: 'masa_order', parameters: [String(one.id), 'La pachet', '57.00 LEI'], at: NOW.getTime() },
    ])
    expect(await state()).toMatchObject({ state: 'ok', lastAt: NOW.toISOString(), waiting: 0 })
    pass(6_000)
    const two = await order({ diningOption: 'dine-in', tableId: server.table })
    await look()
    pass(6_000)
    const three = await order({ diningOption: 'dine-in' })
    await look()
    expect(told().slice(1)).toEqual([
      ['masa_order', String(two.id), 'Masa 5', '57.00 LEI'],
      ['masa_order', String(three.id), 'La restaurant', '57.00 LEI'],
    ])
  })

  it('is told in English, in euro, by templates with a country', async () => {
    telling.service.account.language = 'en_US'
    try {
      await adoptAccount(db(), telling.service.account, NOW)
      await change({ currency: 'eur' })
      const { id } = await order({ diningOption: 'dine-in', tableId: server.table })
      await look()
      expect(told()).toEqual([['masa_order', String(id), 'Table 5', '€57.00']])
    } finally {
      telling.service.account.language = 'ro'
      await change({ currency: 'lei' })
    }
  })

  it('says nothing of its guest, neither to the service nor to the log nor in the outbox', async () => {
    await order({ customerName: 'Ana Pop', phoneNumber: '0712 345 678', email: 'ana@example.com', notes: 'fara ceapa' })
    fails({ status: 500, code: 131_000 })
    const rows = JSON.stringify(await db().select().from(whatsappMessages))
    await lookOn()
    expect(telling.service.taken).toHaveLength(1)
    for (const text of [JSON.stringify(telling.service.taken), rows, logged()])
      expect(text).not.toMatch(/Ana|712345678|ana@|ceapa/)
    expect(logged()).toContain('500, code 131000')
    expect(logged()).not.toContain(telling.service.account.token)
    expect(logged()).not.toContain(NUMBER)
  })

  it('is told as it is now, cancelled too: the owner may have to know', async () => {
    const { id } = await order()
    await db().update(orders).set({ status: 'cancelled' }).where(eq(orders.id, id))
    await look()
    expect(told()).toEqual([['masa_order', String(id), 'La pachet', '57.00 LEI']])
  })

  it.each([
    ['the switch is off', () => change({ whatsappNotificationsEnabled: false })],
    ['there is no number', () => db().update(settings).set({ ownerPhoneNumber: null })],
    ['there is no account', () => adoptAccount(db(), undefined, NOW)],
  ])('is not written down while %s', async (_, make) => {
    await make()
    await order()
    expect(await db().select().from(whatsappMessages)).toEqual([])
  })

  it('is not written down where it is refused', async () => {
    await order({ total: 1 })
    expect(await state()).toMatchObject({ waiting: 0 })
  })
})

describe('a rush', () => {
  it('of 30 orders in a minute is a few messages, never two within 6 s, and every order is counted', async () => {
    for (let n = 0; n < 30; n++) {
      await order()
      await look()
      pass(2_000)
    }
    await lookOn()
    const counts = told().map(([template, first]) => (template === 'masa_order' ? 1 : Number(first?.split(' ')[0])))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30)
    expect(counts.length).toBeGreaterThan(2)
    expect(counts.length).toBeLessThanOrEqual(12)
    const gaps = telling.service.taken.slice(1).map(({ at }, i) => at - (telling.service.taken[i]?.at ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(6_000)
    expect(telling.service.calls.every((call) => call === 'POST')).toBe(true)
  })

  it.each([
    [1, '1 comandă nouă'],
    [2, '2 comenzi noi'],
    [20, '20 de comenzi noi'],
  ])('that waited too long is told by its count: %i', async (count, words) => {
    for (let n = 0; n < count; n++) await order()
    pass(15 * MINUTE_MS)
    await look()
    expect(told()).toEqual([['masa_orders', words]])
  })
})
