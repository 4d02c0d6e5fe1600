import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { menuCategories, menuItems } from '#server/db/schema/index.ts'
import { testServer } from '#server/testing/app.ts'
import { listening, newTable, type Phone, seat } from './fixtures.ts'

const server = testServer()
let url = ''
let ana: Phone
let dan: Phone
beforeAll(async () => {
  url = await listening(server.app)
})
beforeEach(async () => {
  const { id } = await newTable(server.connection)
  ;[ana, dan] = await seat(url, id, ['Ana', 'Dan'])
  await ana.heard('PARTICIPANTS_UPDATED', 2)
})

/** The id of the line of one dish, as this phone sees it. */
const lineOn = (phone: Phone, dish: number) => phone.cart().find(({ menuItemId }) => menuItemId === dish)?.id ?? 0
const set = (phone: Phone, itemId: number, quantity: unknown, more: object = {}, ref?: number) =>
  phone.say({ type: 'SET_ITEM', payload: { itemId, quantity, ...more }, ref })
const remove = (phone: Phone, itemId: unknown, ref?: number) =>
  phone.say({ type: 'REMOVE_ITEM', payload: { itemId }, ref })
const versions = (phone: Phone) => phone.frames.flatMap((frame) => ('version' in frame ? [frame.version] : []))
const readyMarks = (phone: Phone) =>
  Object.fromEntries(
    phone
      .of('PARTICIPANTS_UPDATED')
      .at(-1)
      ?.payload.map(({ name, isReady }) => [name, isReady]) ?? [],
  )

describe('a change of one line', () => {
  it('is told as that line to every phone, with the next version', async () => {
    ana.add(server.soup, 2)
    await Promise.all([ana.sees({ [server.soup]: 2 }), dan.sees({ [server.soup]: 2 })])
    ana.add(server.soup)
    await Promise.all([ana.sees({ [server.soup]: 3 }), dan.sees({ [server.soup]: 3 })])
    const [line] = dan.cart()
    set(ana, line?.id ?? 0, 5, { notes: ' fără ţelină ' })
    await dan.sees({ [server.soup]: 5 })
    expect(dan.cart()).toEqual([{ ...line, quantity: 5, notes: 'fără țelină' }])
    set(ana, line?.id ?? 0, 4)
    await dan.sees({ [server.soup]: 4 })
    expect(dan.cart()[0]?.notes).toBe('fără țelină')
    set(ana, line?.id ?? 0, 4, { notes: '' })
    await vi.waitFor(() => expect(dan.cart()[0]?.notes).toBeNull())
    remove(dan, line?.id)
    await Promise.all([ana.sees({}), dan.sees({})])
    expect((await dan.heard('ITEM_REMOVED')).payload).toEqual({ itemId: line?.id })
    for (const phone of [ana, dan]) {
      expect(phone.of('CART_UPDATED')).toEqual([])
      expect(versions(phone)).toEqual(versions(phone).toSorted((a, b) => a - b))
      expect(new Set(versions(phone)).size).toBe(versions(phone).length)
    }
  })

  it('is each guest’s own: one dish that two want is two lines', async () => {
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

  it('never makes more than 99 of a line', async () => {
    ana.add(server.soup, 90)
    ana.add(server.soup, 90)
    await dan.sees({ [server.soup]: 99 })
    ana.add(server.soup, 1, 1)
    expect(await ana.heard('CART_ITEMS', 2)).toMatchObject({ ref: 1, payload: [{ quantity: 99 }] })
  })
})

describe('the whole cart', () => {
  it('is sent to a phone that asks for it', async () => {
    ana.add(server.soup)
    await dan.sees({ [server.soup]: 1 })
    dan.say({ type: 'GET_CART' })
    const answer = await dan.heard('CART_ITEMS', 2)
    expect(answer).toMatchObject({ payload: [{ menuItemId: server.soup, quantity: 1 }], version: versions(dan).at(-1) })
    expect(ana.of('CART_ITEMS')).toHaveLength(1)
  })

  it('is sent when more than one line has changed: a guest leaves', async () => {
    dan.add(server.soup)
    dan.add(server.pizza)
    await ana.sees({ [server.soup]: 1, [server.pizza]: 1 })
    await dan.leave()
    expect((await ana.heard('CART_UPDATED')).payload).toEqual([])
  })
})

describe('a change with a number', () => {
  it('is made once, however often it is said, and its page learns that it is done', async () => {
    await ana.enter('p'.repeat(20))
    ana.add(server.soup, 2, 1)
    ana.add(server.soup, 2, 1)
    expect(await ana.heard('ITEM_ADDED')).toMatchObject({ ref: 1, payload: { quantity: 2 } })
    await ana.heard('CART_ITEMS', 2)
    await ana.enter('p'.repeat(20))
    expect(ana.of('CART_ITEMS')[0]).toMatchObject({ ref: 1, payload: [{ quantity: 2 }] })
    ana.add(server.soup, 2, 1)
    ana.add(server.soup, 1, 2)
    await ana.sees({ [server.soup]: 3 })
    expect(ana.frames.findLast((frame) => 'version' in frame)).toMatchObject({ ref: 2 })
    expect(dan.of('ITEM_ADDED').every((frame) => frame.ref === undefined)).toBe(true)
  })

  it('is another page’s own, also of the same guest', async () => {
    await ana.enter('p'.repeat(20))
    ana.add(server.soup, 1, 7)
    await ana.heard('ITEM_ADDED')
    await ana.enter('q'.repeat(20))
    expect(ana.of('CART_ITEMS')[0]?.ref).toBeUndefined()
    ana.add(server.soup, 1, 1)
    await ana.sees({ [server.soup]: 2 })
  })

  it('is answered also when nothing changes', async () => {
    ana.ready(false, 1)
    remove(ana, 999_999, 2)
    await vi.waitFor(() => expect(ana.of('CART_ITEMS').at(-1)?.ref).toBe(2))
    ana.ready(true, 3)
    await vi.waitFor(() => expect(ana.of('CART_ITEMS').at(-1)?.ref).toBe(3))
    expect(readyMarks(ana)).toEqual({ Ana: true, Dan: false })
    expect(dan.of('CART_ITEMS')).toHaveLength(1)
  })

  it('that was refused is not made later', async () => {
    const dish = server.soldOut
    ana.add(dish, 1, 1)
    expect(await ana.heard('ERROR')).toMatchObject({ ref: 1, payload: { code: 'item_unavailable' } })
    await server.connection.db.update(menuItems).set({ isActive: true }).where(eq(menuItems.id, dish))
    ana.add(dish, 1, 1)
    await ana.heard('CART_ITEMS', 2)
    expect(ana.cart()).toEqual([])
    ana.add(dish, 1, 2)
    await dan.sees({ [dish]: 1 })
    await server.connection.db.update(menuItems).set({ isActive: false }).where(eq(menuItems.id, dish))
  })
})

describe('who is ready', () => {
  it('is told, and that all are; a change takes back the marks of who made it and of whose line it was', async () => {
    ana.add(server.soup)
    await dan.sees({ [server.soup]: 1 })
    ana.ready()
    dan.ready()
    await Promise.all([ana.heard('ALL_READY'), dan.heard('ALL_READY')])
    expect(readyMarks(ana)).toEqual({ Ana: true, Dan: true })
    dan.add(server.pizza)
    await vi.waitFor(() => expect(readyMarks(ana)).toEqual({ Ana: true, Dan: false }))
    dan.ready()
    await ana.heard('ALL_READY', 2)
    remove(dan, lineOn(dan, server.soup))
    await vi.waitFor(() => expect(readyMarks(ana)).toEqual({ Ana: false, Dan: false }))
    expect(ana.of('ALL_READY')).toHaveLength(2)
  })

  it('is nobody in an empty cart', async () => {
    ana.ready()
    dan.ready()
    await vi.waitFor(() => expect(readyMarks(ana)).toEqual({ Ana: true, Dan: true }))
    expect(ana.of('ALL_READY')).toEqual([])
  })
})

describe('bad input', () => {
  const WORDS = { not_your_line: 'Only the guest who added this dish can change it', not_found: 'Not found' }

  it('is answered to who sent it, and disturbs nobody', async () => {
    dan.add(server.soup)
    await ana.sees({ [server.soup]: 1 })
    const itemId = lineOn(ana, server.soup)
    const heardByDan = dan.frames.length
    const malformed = [
      { type: 'ADD_ITEM', payload: { menuItemId: server.soup, quantity: 0 } },
      { type: 'ADD_ITEM', payload: { menuItemId: server.soup, quantity: 100 } },
      { type: 'ADD_ITEM', payload: { menuItemId: server.soup, quantity: 1.5 } },
      { type: 'ADD_ITEM', payload: { menuItemId: 'soup', quantity: 1 } },
      { type: 'ADD_ITEM' },
      { type: 'SET_ITEM', payload: { itemId, quantity: -1 } },
      { type: 'SET_ITEM', payload: { itemId, quantity: 100 } },
      { type: 'SET_ITEM', payload: { itemId, quantity: 1, notes: 'x'.repeat(141) } },
      { type: 'REMOVE_ITEM', payload: { itemId: null } },
      { type: 'SET_READY', payload: { isReady: 'yes' } },
      { type: 'JOIN_SESSION', payload: { sessionId: '1', participantId: '2' } },
      { type: 'DELETE_EVERYTHING', payload: {} },
      'no JSON',
      JSON.stringify({ type: 'ADD_ITEM', payload: 'x'.repeat(20_000) }),
    ]
    for (const frame of malformed) ana.say(frame)
    await ana.heard('ERROR', malformed.length)
    expect(new Set(ana.of('ERROR').map(({ payload }) => payload.code))).toEqual(new Set(['malformed_body']))
    const refused: [() => void, string, string][] = [
      [() => set(ana, itemId, 3, {}, 1), 'not_your_line', WORDS.not_your_line],
      [() => set(ana, itemId, 0, {}, 2), 'not_your_line', WORDS.not_your_line],
      [() => set(ana, 999_999, 3, {}, 3), 'not_found', WORDS.not_found],
      [() => ana.add(server.soldOut, 1, 4), 'item_unavailable', 'No longer available: Trout'],
      [() => ana.add(999_999, 1, 5), 'item_unavailable', 'No longer available: a dish'],
    ]
    for (const [i, [say, code, message]] of refused.entries()) {
      say()
      const { payload, ref } = await ana.heard('ERROR', malformed.length + i + 1)
      expect([payload.code, ref]).toEqual([code, i + 1])
      expect(payload.message).toBe(message)
    }
    expect(dan.frames.slice(heardByDan).filter(({ type }) => type !== 'HEARTBEAT')).toEqual([])
    expect(ana.cart()).toEqual(dan.cart())
  })

  it('is more than 100 lines', async () => {
    const at = new Date()
    const { db } = server.connection
    const [category] = await db.select({ id: menuCategories.id }).from(menuCategories).limit(1)
    const dishes = await db
      .insert(menuItems)
      .values(
        Array.from({ length: 101 }, (_, i) => ({
          categoryId: category?.id ?? 0,
          name: `Dish ${i}`,
          price: 100,
          createdAt: at,
          updatedAt: at,
        })),
      )
      .returning({ id: menuItems.id })
    for (const [i, { id }] of dishes.entries()) {
      // No faster than a socket may speak.
      if (i >= 30) await new Promise((resolve) => setTimeout(resolve, 50))
      ana.add(id, 1, i + 1)
    }
    expect(await ana.heard('ERROR')).toMatchObject({ ref: 101, payload: { code: 'cart_full' } })
    await vi.waitFor(() => expect(dan.cart()).toHaveLength(100))
  })
})

describe('a dish of the cart', () => {
  const change = (values: Partial<typeof menuItems.$inferInsert>) =>
    server.connection.db.update(menuItems).set(values).where(eq(menuItems.id, server.soup))

  it('follows the menu: its price, and that it is sold out; then it can be had less of, not more', async () => {
    ana.add(server.soup, 2)
    await dan.sees({ [server.soup]: 2 })
    const before = versions(dan).at(-1) ?? 0
    await change({ price: 3000 })
    await vi.waitFor(() => expect(dan.cart()[0]?.price).toBe(3000))
    await change({ isActive: false })
    await vi.waitFor(() => expect(dan.cart()[0]?.isOrderable).toBe(false))
    expect(versions(dan).at(-1)).toBe(before + 2)
    const itemId = lineOn(ana, server.soup)
    set(ana, itemId, 3)
    expect((await ana.heard('ERROR')).payload.code).toBe('item_unavailable')
    set(ana, itemId, 1)
    await dan.sees({ [server.soup]: 1 })
    await change({ isActive: true, price: 2850 })
  })

  it('is sold out with its category', async () => {
    ana.add(server.pizza)
    await dan.sees({ [server.pizza]: 1 })
    const { db } = server.connection
    const hide = (isActive: boolean) =>
      db.update(menuCategories).set({ isActive }).where(eq(menuCategories.name, 'Test soups'))
    await hide(false)
    await vi.waitFor(() => expect(dan.cart()[0]?.isOrderable).toBe(false))
    await hide(true)
    await vi.waitFor(() => expect(dan.cart()[0]?.isOrderable).toBe(true))
  })

  it('goes when it is deleted, and its guest is no longer ready', async () => {
    const { db } = server.connection
    const at = new Date()
    const [soup] = await db.select().from(menuItems).where(eq(menuItems.id, server.soup))
    const [dish] = await db
      .insert(menuItems)
      .values({ categoryId: soup?.categoryId ?? 0, name: 'Today only', price: 500, createdAt: at, updatedAt: at })
      .returning()
    const id = dish?.id ?? 0
    dan.add(id)
    ana.add(server.soup)
    await ana.sees({ [id]: 1, [server.soup]: 1 })
    ana.ready()
    dan.ready()
    await ana.heard('ALL_READY')
    await db.delete(menuItems).where(eq(menuItems.id, id))
    await ana.sees({ [server.soup]: 1 })
    await vi.waitFor(() => expect(readyMarks(ana)).toEqual({ Ana: true, Dan: false }))
  })
})
