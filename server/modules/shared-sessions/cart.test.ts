import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '#server/db/index.ts'
import { menuCategories, menuItems } from '#server/db/schema/index.ts'
import { testServer } from '#server/testing/app.ts'
import { query, withClient } from '#server/testing/databases.ts'
import { type Phone, WAIT_OPTIONS } from '#server/testing/phone.ts'
import { seatAtNewTable } from '#server/testing/users.ts'

const server = testServer()

let ana: Phone

let dan: Phone

beforeEach(async () => {
  ;[ana, dan] = await seatAtNewTable(server, ['Ana', 'Dan'])
})

/** Adds dishes of 1.00 to the category of the soup. */
async function newDishes(count: number): Promise<{ id: number }[]> {
  const { db } = server.connection
  const at = new Date()
  const [soup] = await db.select().from(menuItems).where(eq(menuItems.id, server.soup))
  const dish = { categoryId: soup?.categoryId ?? 0, price: 100, createdAt: at, updatedAt: at }
  const dishes = Array.from({ length: count }, (_, i) => ({ ...dish, name: `Dish ${i}` }))
  return db.insert(menuItems).values(dishes).returning({ id: menuItems.id })
}

describe('a change of one line', () => {
  it('sends that line to every phone, with the next version', async () => {
    ana.add(server.soup, 2)
    await Promise.all([ana.waitForCart({ [server.soup]: 2 }), dan.waitForCart({ [server.soup]: 2 })])
    ana.add(server.soup)
    await Promise.all([ana.waitForCart({ [server.soup]: 3 }), dan.waitForCart({ [server.soup]: 3 })])
    const [line] = dan.cart()
    ana.set(line?.id ?? 0, 5, { notes: ' fără ţelină ' })
    await dan.waitForCart({ [server.soup]: 5 })
    expect(dan.cart()).toEqual([{ ...line, quantity: 5, notes: 'fără țelină' }])
    ana.set(line?.id ?? 0, 4)
    await dan.waitForCart({ [server.soup]: 4 })
    expect(dan.cart()[0]?.notes).toBe('fără țelină')
    ana.set(line?.id ?? 0, 4, { notes: '' })
    await vi.waitFor(() => expect(dan.cart()[0]?.notes).toBeNull())
    dan.remove(line?.id)
    await Promise.all([ana.waitForCart({}), dan.waitForCart({})])
    expect((await dan.frame('ITEM_REMOVED')).payload).toEqual({ itemId: line?.id })
    for (const phone of [ana, dan]) {
      expect(phone.framesOf('CART_UPDATED')).toEqual([])
      expect(phone.versions()).toEqual(phone.versions().toSorted((a, b) => a - b))
      expect(new Set(phone.versions()).size).toBe(phone.versions().length)
    }
  })

  it("changes only the guest's own line: a dish that two guests add has two lines", async () => {
    ana.add(server.soup)
    dan.add(server.soup, 2)
    await vi.waitFor(() =>
      expect(
        ana
          .cart()
          .map(({ guestName, quantity }) => [guestName, quantity])
          .sort(),
      ).toEqual([
        ['Ana', 1],
        ['Dan', 2],
      ]),
    )
  })

  it('never raises the quantity above 99', async () => {
    ana.add(server.soup, 90)
    ana.add(server.soup, 90)
    await dan.waitForCart({ [server.soup]: 99 })
    // A change without effect gets the whole cart as its response.
    ana.add(server.soup, 1, 1)
    expect(await ana.frame('CART_ITEMS', 2)).toMatchObject({ refs: [1], payload: [{ quantity: 99 }] })
  })
})

// CART_ITEMS responds to one phone; CART_UPDATED is sent to all. Both contain the whole cart.
describe('the whole cart', () => {
  it('is sent to a phone that requests it', async () => {
    ana.add(server.soup)
    await dan.waitForCart({ [server.soup]: 1 })
    dan.send({ type: 'GET_CART' })
    const response = await dan.frame('CART_ITEMS', 2)
    expect(response).toMatchObject({
      payload: [{ menuItemId: server.soup, quantity: 1 }],
      version: dan.versions().at(-1),
    })
    expect(ana.framesOf('CART_ITEMS')).toHaveLength(1)
  })
})

describe('invalid input', () => {
  const MESSAGES = { not_your_line: 'Only the guest who added this dish can change it', not_found: 'Not found' }

  it('gets an error on the sender’s socket, and does not affect other phones', async () => {
    dan.add(server.soup)
    await ana.waitForCart({ [server.soup]: 1 })
    const itemId = ana.lineOf(server.soup)
    const framesBefore = dan.frames.length
    const malformed = [
      { type: 'ADD_ITEM', payload: { menuItemId: server.soup, quantity: 0 } },
      { type: 'ADD_ITEM', payload: { menuItemId: server.soup, quantity: 100 } },
      { type: 'ADD_ITEM', payload: { menuItemId: server.soup, quantity: 1.5 } },
      { type: 'ADD_ITEM', payload: { menuItemId: 'soup', quantity: 1 } },
      { type: 'ADD_ITEM' },
      { type: 'SET_ITEM', payload: { itemId, quantity: -1 } },
      { type: 'SET_ITEM', payload: { itemId, quantity: 100 } },
      { type: 'SET_ITEM', payload: { itemId, quantity: 1, notes: 'x'.repeat(501) } },
      { type: 'REMOVE_ITEM', payload: { itemId: null } },
      { type: 'SET_READY', payload: { isReady: 'yes' } },
      { type: 'JOIN_SESSION', payload: { sessionId: '1', participantId: '2' } },
      { type: 'DELETE_EVERYTHING', payload: {} },
      'no JSON',
      JSON.stringify({ type: 'ADD_ITEM', payload: 'x'.repeat(20_000) }),
    ]
    for (const frame of malformed) ana.send(frame)
    await ana.frame('ERROR', malformed.length)
    expect(new Set(ana.framesOf('ERROR').map(({ payload }) => payload.code))).toEqual(new Set(['malformed_body']))
    const rejected: [() => void, string, string][] = [
      [() => ana.set(itemId, 3, {}, 1), 'not_your_line', MESSAGES.not_your_line],
      [() => ana.set(itemId, 0, {}, 2), 'not_your_line', MESSAGES.not_your_line],
      [() => ana.set(999_999, 3, {}, 3), 'not_found', MESSAGES.not_found],
      [() => ana.add(server.soldOut, 1, 4), 'item_unavailable', 'No longer available: a dish'],
      [() => ana.add(999_999, 1, 5), 'item_unavailable', 'No longer available: a dish'],
    ]
    for (const [i, [send, code, message]] of rejected.entries()) {
      send()
      const { payload, ref } = await ana.frame('ERROR', malformed.length + i + 1)
      expect([payload.code, ref]).toEqual([code, i + 1])
      expect(payload.message).toBe(message)
    }
    expect(dan.frames.slice(framesBefore).filter(({ type }) => type !== 'HEARTBEAT')).toEqual([])
    expect(ana.cart()).toEqual(dan.cart())
  })

  it('is a note that makes all notes together too long', async () => {
    // The notes of an order may have 2,000 characters in total: 14 notes of 140 leave 40.
    const dishes = await newDishes(15)
    const authorOf = (i: number) => (i % 2 === 0 ? ana : dan)
    for (const [i, { id }] of dishes.entries()) authorOf(i).add(id)
    await vi.waitFor(() => expect(ana.cart()).toHaveLength(15), WAIT_OPTIONS)
    const note = (i: number, notes: string, ref?: number) =>
      authorOf(i).set(ana.lineOf(dishes[i]?.id ?? 0), 1, { notes }, ref)
    for (let i = 0; i < 14; i++) note(i, 'n'.repeat(140))
    await vi.waitFor(() => expect(ana.cart().filter(({ notes }) => notes)).toHaveLength(14), WAIT_OPTIONS)
    note(14, 'n'.repeat(41), 7)
    expect(await ana.frame('ERROR')).toMatchObject({ ref: 7, payload: { code: 'notes_too_long' } })
    note(14, 'n'.repeat(40), 8)
    await vi.waitFor(() => expect(dan.cart().filter(({ notes }) => notes)).toHaveLength(15), WAIT_OPTIONS)
    for (const phone of [ana, dan]) phone.ready()
    await ana.frame('ALL_READY')
    expect(await ana.complete({ notes: 'x' })).toMatchObject({ status: 400, body: { code: 'notes_too_long' } })
    expect(await ana.complete()).toMatchObject({ status: 200, body: { total: 1500 } })
  })
})

describe('a change with a ref', () => {
  it('takes effect once even if it is sent repeatedly, and is confirmed to its page', async () => {
    ana.add(server.soup, 2, 1)
    ana.add(server.soup, 2, 1)
    await vi.waitFor(() =>
      expect(ana.framesOf('CART_ITEMS').at(-1)).toMatchObject({ refs: [1], payload: [{ quantity: 2 }] }),
    )
    await ana.enter()
    expect(ana.framesOf('CART_ITEMS')[0]).toMatchObject({ refs: [1], payload: [{ quantity: 2 }] })
    ana.add(server.soup, 2, 1)
    ana.add(server.soup, 1, 2)
    await ana.waitForCart({ [server.soup]: 3 })
    expect(ana.frames.findLast((frame) => 'version' in frame)).toMatchObject({ refs: expect.arrayContaining([2]) })
    expect(dan.framesOf('ITEM_ADDED').every((frame) => frame.refs === undefined)).toBe(true)
  })

  it('is not made again after forty-nine others of the same guest, and is independent of other guests', async () => {
    ana.add(server.soup, 1, 7)
    dan.add(server.soup, 1, 7)
    await vi.waitFor(() => expect(ana.cart()).toHaveLength(2))
    for (let ref = 100; ref < 149; ref++) {
      ana.ready(ref % 2 === 0, ref)
      if (ref >= 130) await new Promise((resolve) => setTimeout(resolve, 60))
    }
    await vi.waitFor(() => expect(ana.framesOf('CART_ITEMS').at(-1)?.refs).toContain(148), WAIT_OPTIONS)
    expect(ana.framesOf('ERROR')).toEqual([])
    ana.add(server.soup, 1, 7)
    ana.add(server.pizza, 1, 8)
    await vi.waitFor(() => expect(ana.cart().map(({ quantity }) => quantity)).toEqual([1, 1, 1]))
  })

  it('is confirmed even if it has no effect', async () => {
    ana.ready(false, 1)
    ana.remove(999_999, 2)
    await vi.waitFor(() => expect(ana.framesOf('CART_ITEMS').at(-1)?.refs).toEqual([1, 2]))
    ana.ready(true, 3)
    await vi.waitFor(() => expect(ana.framesOf('CART_ITEMS').at(-1)?.refs).toEqual([1, 2, 3]))
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
    const url = server.connection.server.url()
    const closed = new Promise((resolve) => ana.socket?.once('close', resolve))
    // The lock needs a separate connection, because all of the server's connections are terminated.
    await withClient(url, async (client) => {
      await client.query('begin')
      await client.query('select id from shared_sessions where id = $1 for update', [ana.joined.id])
      ana.add(server.soup, 2, 1)
      ana.add(server.pizza, 1, 2)
      // The first change waits for the session's lock when its database connection is terminated.
      await vi.waitFor(async () => {
        const rows = await query(
          url,
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%shared_sessions%'`,
        )
        expect(rows).toHaveLength(1)
      })
      await closed
    })
    // Until the server listens again, it opens no sockets.
    for (const phone of [ana, dan]) await vi.waitFor(() => phone.enter(), WAIT_OPTIONS)
    // When this frame is confirmed, all frames of the old socket have been processed.
    ana.ready(true, 0)
    await ana.frame('CART_ITEMS', 2)
    expect(ana.framesOf('CART_ITEMS').map(({ refs }) => refs)).toEqual([undefined, [0]])
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

describe('a dish in the cart', () => {
  const change = (values: Partial<typeof menuItems.$inferInsert>) =>
    server.connection.db.update(menuItems).set(values).where(eq(menuItems.id, server.soup))

  it('gets price and availability from the menu, and can only be reduced while it is unavailable', async () => {
    ana.add(server.soup, 2)
    await dan.waitForCart({ [server.soup]: 2 })
    const before = dan.versions().at(-1) ?? 0
    await change({ price: 3000 })
    await vi.waitFor(() => expect(dan.cart()[0]?.price).toBe(3000))
    await change({ isActive: false })
    await vi.waitFor(() => expect(dan.cart()[0]?.isOrderable).toBe(false))
    expect(dan.versions().at(-1)).toBe(before + 2)
    const itemId = ana.lineOf(server.soup)
    ana.set(itemId, 3)
    expect((await ana.frame('ERROR')).payload.code).toBe('item_unavailable')
    ana.set(itemId, 1)
    await dan.waitForCart({ [server.soup]: 1 })
    await change({ isActive: true, price: 2850 })
  })

  it('becomes unavailable when its category is hidden', async () => {
    ana.add(server.pizza)
    await dan.waitForCart({ [server.pizza]: 1 })
    const { db } = server.connection
    const setCategoryActive = (isActive: boolean) =>
      db.update(menuCategories).set({ isActive }).where(eq(menuCategories.name, 'Test soups'))
    await setCategoryActive(false)
    await vi.waitFor(() => expect(dan.cart()[0]?.isOrderable).toBe(false))
    await setCategoryActive(true)
    await vi.waitFor(() => expect(dan.cart()[0]?.isOrderable).toBe(true))
  })

  it('is removed when it is deleted from the menu, and then its guest is no longer ready', async () => {
    const { db } = server.connection
    const [{ id } = { id: 0 }] = await newDishes(1)
    dan.add(id)
    ana.add(server.soup)
    await ana.waitForCart({ [id]: 1, [server.soup]: 1 })
    ana.ready()
    dan.ready()
    await ana.frame('ALL_READY')
    await db.delete(menuItems).where(eq(menuItems.id, id))
    await ana.waitForCart({ [server.soup]: 1 })
    await vi.waitFor(() => expect(ana.readyMarks()).toEqual({ Ana: true, Dan: false }))
  })

  it('is not left in the cart if it is deleted while a guest adds it', async () => {
    const { db } = server.connection
    const deletions = (await newDishes(10)).map(({ id }, i) => {
      ana.add(id, 1, i + 1)
      return inTransaction(db, async (tx) => {
        await tx.delete(menuItems).where(eq(menuItems.id, id))
      })
    })
    await Promise.all(deletions)
    ana.add(server.soup, 1, 11)
    await dan.waitForCart({ [server.soup]: 1 })
    await ana.waitForCart({ [server.soup]: 1 })
    for (const { payload } of ana.framesOf('ERROR')) expect(payload.code).toBe('item_unavailable')
  })
})
