import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { settings, whatsappMessages, whatsappQueue } from '#server/db/schema/index.ts'
import { MINUTE_MS, NOW, senderFixture } from './fixtures/sender.ts'
import { deleteOldMessages } from './send-due.ts'

const fixture = senderFixture()
const {
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

describe('a message in the outbox', () => {
  it('is deleted once notifications are switched off, and not by other changes of the settings', async () => {
    await placeOrder()
    await changeSettings({ restaurantName: 'La Conac' })
    expect(await state()).toMatchObject({ waiting: 1 })
    await db().update(settings).set({ whatsappNotificationsEnabled: false })
    await sendDue()
    expect(await state()).toMatchObject({ waiting: 0 })
    expect(sentMessages()).toEqual([])
  })

  it('is deleted after 36 hours, whether it was sent or not', async () => {
    await placeOrder()
    await sendDue()
    await placeOrder()
    advanceClock(36 * 60 * MINUTE_MS)
    await deleteOldMessages(db(), server.clock.now())
    expect(await db().select().from(whatsappMessages)).toHaveLength(2)
    advanceClock(1)
    await deleteOldMessages(db(), server.clock.now())
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

  it('is not delayed by a pause and a lease that a clock that was years ahead has written', async () => {
    await placeOrder()
    const writtenTime = new Date('2036-01-01T00:00:00.000Z')
    await db().update(whatsappQueue).set({ nextAt: writtenTime, leasedUntil: writtenTime })
    await sendDue()
    expect(sentMessages()).toHaveLength(1)
  })

  it('is dropped after a second crash', async () => {
    await placeOrder()
    await db().update(whatsappMessages).set({ tries: 2 })
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
