import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { whatsappMessages, whatsappQueue } from '#server/db/schema/index.ts'
import { openWhatsapp } from '#server/testing/whatsapp.ts'
import { MINUTE_MS, NOW, SHORT_TIMEOUTS, senderFixture } from './fixtures/sender.ts'

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
    expect(sentMessages()).toHaveLength(1)
    expect(await db().select().from(whatsappMessages)).toEqual([])
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

  it('is dropped after a second crash', async () => {
    await placeOrder()
    await db().update(whatsappMessages).set({ attempts: 2 })
    await sendUntilIdle()
    expect(sentMessages()).toEqual([])
    expect(await state()).toMatchObject({ waiting: 0 })
  })

  it('has its outcome recorded even if the database fails for a while', async () => {
    await db().execute(sql`create sequence written`)
    await db().execute(sql`create function refuse() returns trigger language plpgsql as
      $$ begin if nextval('written') between 2 and 4 then raise 'not now'; end if; return new; end $$`)
    await db().execute(
      sql`create trigger refuse before update on whatsapp_queue for each row execute function refuse()`,
    )
    try {
      await placeOrder()
      await sendUntilIdle()
      expect(sentMessages()).toHaveLength(1)
      expect(await state()).toMatchObject({ state: 'ok', waiting: 0 })
    } finally {
      await db().execute(sql`drop trigger refuse on whatsapp_queue`)
    }
  })
})

describe('a message that fails', () => {
  // server/platform/whatsapp.test.ts has all errors that pass.
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

  it('keeps its second try while WhatsApp does not respond at all', async () => {
    const { id } = await placeOrder()
    fixture.whatsapp.mishap = () => 'silent'
    expect((await sendUntilIdle(10, SHORT_TIMEOUTS)).at(-1)).toBeGreaterThan(25 * MINUTE_MS)
    expect(fixture.whatsapp.calls).toEqual(['POST silent', ...Array(10).fill('GET silent')])
    await placeOrder()
    fixture.whatsapp.mishap = () => undefined
    await sendUntilIdle()
    expect([id, ...sentMessages()]).toEqual([id, ['masa_orders', '2 comenzi noi']])
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
