import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { settings, whatsappMessages, whatsappQueue } from '#server/db/schema/index.ts'
import { MINUTE_MS, NOW, senderTest } from './fixtures/sending.ts'
import { forgetMessages } from './send-due.ts'

const telling = senderTest()
const { change, db, fails, look, lookOn, order, pass, server, state, told } = telling

describe('what is in the outbox', () => {
  it('goes when the owner has the switch off or another sender took it, and not before', async () => {
    await order()
    await change({ restaurantName: 'La Conac' })
    expect(await state()).toMatchObject({ waiting: 1 })
    await db().update(settings).set({ whatsappNotificationsEnabled: false })
    await look()
    expect(await state()).toMatchObject({ waiting: 0 })
    expect(told()).toEqual([])
  })

  it('is deleted after a day and a half, announced or not', async () => {
    await order()
    await look()
    await order()
    pass(36 * 60 * MINUTE_MS)
    await forgetMessages(db(), server.clock.now())
    expect(await db().select().from(whatsappMessages)).toHaveLength(2)
    pass(1)
    await forgetMessages(db(), server.clock.now())
    expect(await db().select().from(whatsappMessages)).toEqual([])
  })

  it('is nobody else’s while it is being sent; after a crash it may be sent again, once', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await order()
    fails({ until: promise })
    // Its outcome is never written: the answer comes when another has taken over.
    const crashed = look()
    await expect.poll(() => telling.service.taken.length).toBe(1)
    expect(await look()).toEqual(new Date(NOW.getTime() + 20_000))
    pass(20_000)
    await look()
    const written = await db().select().from(whatsappQueue)
    expect(written).toMatchObject([{ lastAt: server.clock.now(), leasedUntil: null }])
    pass(1_000)
    resolve()
    await crashed
    expect(await db().select().from(whatsappQueue)).toEqual(written)
    expect(told()).toHaveLength(2)
    expect(await state()).toMatchObject({ waiting: 0 })
  })

  it('is not held up by a pause and a lease that a clock wrote which was years ahead', async () => {
    await order()
    const wrong = new Date('2036-01-01T00:00:00.000Z')
    await db().update(whatsappQueue).set({ nextAt: wrong, leasedUntil: wrong })
    await look()
    expect(told()).toHaveLength(1)
  })

  it('is given up after a second crash', async () => {
    await order()
    await db().update(whatsappMessages).set({ tries: 2 })
    await lookOn()
    expect(told()).toEqual([])
    expect(await state()).toMatchObject({ waiting: 0 })
  })

  it('has its outcome written down even if the database fails for a while', async () => {
    await db().execute(sql`create sequence written`)
    await db().execute(sql`create function refuse() returns trigger language plpgsql as
      $$ begin if nextval('written') between 2 and 4 then raise 'not now'; end if; return new; end $$`)
    await db().execute(
      sql`create trigger refuse before update on whatsapp_queue for each row execute function refuse()`,
    )
    try {
      await order()
      await lookOn()
      expect(told()).toHaveLength(1)
      expect(await state()).toMatchObject({ state: 'ok', waiting: 0 })
    } finally {
      await db().execute(sql`drop trigger refuse on whatsapp_queue`)
    }
  })
})
