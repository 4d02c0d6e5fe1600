import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '#server/db/index.ts'
import { menuItems } from '#server/db/schema/index.ts'
import { testServer } from '#server/testing/app.ts'
import type { Phone } from '#server/testing/phone.ts'
import { seatAtNewTable } from '#server/testing/tables.ts'

const server = testServer()
let ana: Phone
let dan: Phone
beforeEach(async () => {
  ;[ana, dan] = await seatAtNewTable(server, ['Ana', 'Dan'])
})

describe('a change with a ref', () => {
  it('takes effect once even if it is sent repeatedly, and is confirmed to its page', async () => {
    await ana.enter('p'.repeat(20))
    ana.add(server.soup, 2, 1)
    ana.add(server.soup, 2, 1)
    await vi.waitFor(() =>
      expect(ana.framesOf('CART_ITEMS').at(-1)).toMatchObject({ ref: 1, payload: [{ quantity: 2 }] }),
    )
    await ana.enter('p'.repeat(20))
    expect(ana.framesOf('CART_ITEMS')[0]).toMatchObject({ ref: 1, payload: [{ quantity: 2 }] })
    ana.add(server.soup, 2, 1)
    ana.add(server.soup, 1, 2)
    await ana.waitForCart({ [server.soup]: 3 })
    expect(ana.frames.findLast((frame) => 'version' in frame)).toMatchObject({ ref: 2 })
    expect(dan.framesOf('ITEM_ADDED').every((frame) => frame.ref === undefined)).toBe(true)
  })

  it('is independent of the refs of other pages of the same guest', async () => {
    await ana.enter('p'.repeat(20))
    ana.add(server.soup, 1, 7)
    await ana.frame('ITEM_ADDED')
    await ana.enter('q'.repeat(20))
    expect(ana.framesOf('CART_ITEMS')[0]?.ref).toBeUndefined()
    ana.add(server.soup, 1, 1)
    await ana.waitForCart({ [server.soup]: 2 })
  })

  it('is confirmed even if it has no effect', async () => {
    ana.ready(false, 1)
    ana.remove(999_999, 2)
    await vi.waitFor(() => expect(ana.framesOf('CART_ITEMS').at(-1)?.ref).toBe(2))
    ana.ready(true, 3)
    await vi.waitFor(() => expect(ana.framesOf('CART_ITEMS').at(-1)?.ref).toBe(3))
    expect(ana.readyMarks()).toEqual({ Ana: true, Dan: false })
    expect(dan.framesOf('CART_ITEMS')).toHaveLength(1)
  })

  it('has no effect when it is repeated after it was rejected', async () => {
    const dish = server.soldOut
    ana.add(dish, 1, 1)
    expect(await ana.frame('ERROR')).toMatchObject({ ref: 1, payload: { code: 'item_unavailable' } })
    await server.connection.db.update(menuItems).set({ isActive: true }).where(eq(menuItems.id, dish))
    ana.add(dish, 1, 1)
    await ana.frame('CART_ITEMS', 2)
    expect(ana.cart()).toEqual([])
    ana.add(dish, 1, 2)
    await dan.waitForCart({ [dish]: 1 })
    await server.connection.db.update(menuItems).set({ isActive: false }).where(eq(menuItems.id, dish))
  })
})

describe('a change that fails because of a lost database connection', () => {
  it('is not confirmed by a later change on the same socket', async () => {
    const page = 'p'.repeat(20)
    await ana.enter(page)
    const { db } = server.connection
    const closed = new Promise((resolve) => ana.socket?.once('close', resolve))
    await inTransaction(db, async (tx) => {
      await tx.execute(sql`select id from shared_sessions where id = ${ana.joined.id} for update`)
      ana.add(server.soup, 2, 1)
      ana.add(server.pizza, 1, 2)
      // The first change waits for the session's lock when its database connection is terminated.
      await vi.waitFor(async () => {
        const { rows } = await db.execute(sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%shared_sessions%'`)
        expect(rows).toHaveLength(1)
      })
      await closed
    })
    await ana.enter(page)
    // When this frame is confirmed, all frames of the old socket have been processed.
    ana.ready(true, 0)
    await ana.frame('CART_ITEMS', 2)
    expect(ana.framesOf('CART_ITEMS').map(({ ref }) => ref ?? -1)).toEqual([-1, 0])
    ana.add(server.soup, 2, 1)
    ana.add(server.pizza, 1, 2)
    await dan.waitForCart({ [server.soup]: 2, [server.pizza]: 1 })
  })
})

describe('ready marks', () => {
  it('are sent to all phones; a change clears the marks of its author and of the guest of the changed line', async () => {
    ana.add(server.soup)
    await dan.waitForCart({ [server.soup]: 1 })
    ana.ready()
    dan.ready()
    await Promise.all([ana.frame('ALL_READY'), dan.frame('ALL_READY')])
    expect(ana.readyMarks()).toEqual({ Ana: true, Dan: true })
    dan.add(server.pizza)
    await vi.waitFor(() => expect(ana.readyMarks()).toEqual({ Ana: true, Dan: false }))
    dan.ready()
    await ana.frame('ALL_READY', 2)
    dan.remove(dan.lineOf(server.soup))
    await vi.waitFor(() => expect(ana.readyMarks()).toEqual({ Ana: false, Dan: false }))
    expect(ana.framesOf('ALL_READY')).toHaveLength(2)
  })

  it('do not make an empty cart ready', async () => {
    ana.ready()
    dan.ready()
    await vi.waitFor(() => expect(ana.readyMarks()).toEqual({ Ana: true, Dan: true }))
    expect(ana.framesOf('ALL_READY')).toEqual([])
  })
})
