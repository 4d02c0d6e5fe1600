import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '#server/db/index.ts'
import { menuCategories, menuItems } from '#server/db/schema/index.ts'
import { testServer } from '#server/testing/app.ts'
import type { Phone } from '#server/testing/phone.ts'
import { seatAtNewTable } from '#server/testing/tables.ts'

const server = testServer()
let ana: Phone
let dan: Phone
beforeEach(async () => {
  ;[ana, dan] = await seatAtNewTable(server, ['Ana', 'Dan'])
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
    const at = new Date()
    const [soup] = await db.select().from(menuItems).where(eq(menuItems.id, server.soup))
    const [dish] = await db
      .insert(menuItems)
      .values({ categoryId: soup?.categoryId ?? 0, name: 'Today only', price: 500, createdAt: at, updatedAt: at })
      .returning()
    const id = dish?.id ?? 0
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
    const at = new Date()
    const [soup] = await db.select().from(menuItems).where(eq(menuItems.id, server.soup))
    const dishes = await db
      .insert(menuItems)
      .values(
        Array.from({ length: 10 }, (_, i) => ({
          ...{ categoryId: soup?.categoryId ?? 0, name: `Gone ${i}`, price: 500, createdAt: at, updatedAt: at },
        })),
      )
      .returning({ id: menuItems.id })
    const deletions = dishes.map(({ id }, i) => {
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
