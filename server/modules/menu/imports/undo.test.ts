import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { menuImports, orderItems } from '#server/db/schema/index.ts'
import { takeaway } from '#server/testing/app.ts'
import { importsFixture } from '#server/testing/imports.ts'
import { seatAtNewTable } from '#server/testing/users.ts'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'

const {
  asOwner,
  categoryRows,
  changeDish,
  changeMany,
  dishRows,
  exportMenu,
  exportedBefore,
  importCsv,
  lastImport,
  server,
  undo,
} = importsFixture()

describe('undoing the last import', () => {
  const csv = () =>
    `id,name,price,category,categoryRo\n${server.soup},Bean soup,3000,Test soups,Supe\n,Tripe soup,1,Fresh,Noi`

  it('restores the dishes, the categories and their names', async () => {
    const [soup] = await dishRows()
    await importCsv(csv())
    expect(await lastImport()).toMatchObject({ kind: 'csv', added: 1, changed: 3, undoable: true })
    expect((await undo('ro')).json()).toEqual({ message: 'Meniul este din nou cum era înainte' })
    expect(await exportMenu()).toBe(exportedBefore())
    expect((await dishRows())[0]?.version).toBe((soup?.version ?? 0) + 2)
    expect((await categoryRows()).map(({ name }) => name)).not.toContain('Fresh')
    expect(await lastImport()).toBeNull()
    expect((await undo()).json().code).toBe('import_not_undoable')
  })

  it('is rejected after any change of the export, and possible after that change is reverted', async () => {
    await importCsv(csv())
    await changeDish(server.pizza, { tags: ['vegan'] })
    expect(await lastImport()).toMatchObject({ undoable: false })
    const rejected = await undo()
    expect([rejected.statusCode, rejected.json().code]).toEqual([409, 'import_not_undoable'])
    await changeDish(server.pizza, { tags: [] })
    expect((await undo()).statusCode).toBe(200)
  })

  it('is rejected after a week', async () => {
    const now = new Date()
    server.clock.set(now)
    await importCsv(csv())
    server.clock.set(new Date(now.getTime() + 7 * 86_400_000 - 1))
    expect(await lastImport()).toMatchObject({ at: now.toISOString(), undoable: true })
    server.clock.set(new Date(now.getTime() + 7 * 86_400_000))
    expect([await lastImport(), (await undo()).statusCode]).toEqual([null, 409])
    server.clock.set(now)
    expect((await undo()).statusCode).toBe(200)
  })

  it('keeps sold-out marks that were set since, and orders of removed dishes', async () => {
    await importCsv(csv())
    await server.call('POST', `/api/menu/${server.soup}/sold-out`, { soldOut: true }, asOwner())
    const menu = (await server.call('GET', '/api/menu')).json<MenuItem[]>()
    const id = menu.find(({ name }) => name === 'Tripe soup')?.id ?? 0
    const items = [{ menuItemId: id, quantity: 1 }]
    const order = await server.call('POST', '/api/orders', takeaway(server, { items, total: 1 }))
    expect(order.statusCode).toBe(201)
    expect((await undo()).statusCode).toBe(200)
    expect((await dishRows())[0]?.soldOutUntil).toBeInstanceOf(Date)
    const lines = await server.connection.db.select().from(orderItems).where(eq(orderItems.name, 'Tripe soup'))
    expect(lines.map(({ menuItemId, name, price }) => [menuItemId, name, price])).toEqual([[null, 'Tripe soup', 1]])
  })

  it('removes the dishes that the import added from shared carts', async () => {
    await importCsv(csv())
    const menu = (await server.call('GET', '/api/menu')).json<MenuItem[]>()
    const id = menu.find(({ name }) => name === 'Tripe soup')?.id ?? 0
    const [ana] = await seatAtNewTable(server, ['Ana'])
    ana.add(id)
    ana.add(server.soup)
    await ana.waitForCart({ [id]: 1, [server.soup]: 1 })
    expect((await undo()).statusCode).toBe(200)
    await ana.waitForCart({ [server.soup]: 1 })
  })

  it('restores a category that became empty and was deleted', async () => {
    const emptied = (await categoryRows()).find(({ name }) => name === 'Test soups')
    await server.asOwner('PATCH', `/api/menu/categories/${emptied?.id}`, { vatRate: 9 })
    const ids = (await dishRows()).map(({ id }) => id)
    await changeMany({ ids, change: { category: 'Everything' } })
    expect((await server.asOwner('DELETE', `/api/menu/categories/${emptied?.id}`)).statusCode).toBe(204)
    expect((await undo()).statusCode).toBe(200)
    expect(await exportMenu()).toBe(exportedBefore())
    const categories = await categoryRows()
    expect(categories.at(-1)).toMatchObject({ name: 'Test soups', vatRate: 9 })
    expect(categories.map(({ name }) => name)).not.toContain('Everything')
  })

  it('gives a column that a stored dish lacks its default', async () => {
    await importCsv(`id,price,allergensChecked,tags\n${server.soup},3000,yes,vegan`)
    await server.connection.db.update(menuImports).set({
      before: sql`${menuImports.before} #- '{dishes,0,allergensChecked}' #- '{dishes,0,tags}'`,
    })
    expect((await undo()).statusCode).toBe(200)
    expect((await dishRows())[0]).toMatchObject({ price: 2850, allergensChecked: false, tags: [] })
  })

  it('is rejected if there is a newer import than the caller saw', async () => {
    const now = new Date()
    server.clock.set(now)
    await importCsv(`id,price\n${server.soup},3000`)
    server.clock.set(new Date(now.getTime() + 1))
    await changeMany({ ids: [server.pizza], change: { price: { add: 1 } } })
    expect((await undo('en', `?at=${now.toISOString()}`)).json().code).toBe('import_not_undoable')
    expect((await undo('en', `?at=${(await lastImport()).at}`)).statusCode).toBe(200)
  })

  it('is possible once: the import before the last one cannot be undone', async () => {
    await importCsv(csv())
    const afterFirst = await exportMenu()
    await changeMany({ ids: [server.pizza], change: { price: { add: 1 } } })
    expect((await undo()).statusCode).toBe(200)
    expect(await exportMenu()).toBe(afterFirst)
    expect((await undo()).statusCode).toBe(409)
    await importCsv(`id,categoryRo\n${server.soup},Supe de probă`)
  })
})
