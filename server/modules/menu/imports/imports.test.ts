import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { menuCategories, menuItems, orderItems } from '#server/db/schema/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { multipartOf } from '#server/testing/multipart.ts'
import { seatAtNewTable } from '#server/testing/tables.ts'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { BadRow, MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'

const server = testServer()
const PATH = '/api/menu/import-csv'

const asOwner = (more: Record<string, string> = {}) => ({ headers: { cookie: server.owner, ...more } })
function send(part: { csv: string | Buffer } | { list: string }, query = '', language = 'en') {
  const { payload, headers } = multipartOf(
    'csv' in part
      ? { name: 'csvFile', content: Buffer.from(part.csv), fileName: 'menu.csv' }
      : { name: 'textList', content: part.list },
  )
  const all = { cookie: server.owner, 'accept-language': language, ...headers }
  return server.app.inject({ method: 'POST', url: `${PATH}${query}`, payload, headers: all })
}
const importCsv = async (csv: string, query?: string, language?: string) => {
  const answer = await send({ csv }, query, language)
  return { status: answer.statusCode, ...answer.json<MenuOutcome & { code?: string }>() }
}
const bulk = async (body: object) => {
  const answer = await server.call('POST', '/api/menu/bulk', body, asOwner())
  return { status: answer.statusCode, ...answer.json<MenuOutcome & { code?: string }>() }
}
const exported = async () => (await server.call('GET', '/api/menu/export-csv', undefined, asOwner())).body
const undo = (language = 'en', query = '') =>
  server.call('POST', `${PATH}/undo${query}`, undefined, asOwner({ 'accept-language': language }))
const last = async () => (await server.call('GET', `${PATH}/last`, undefined, asOwner())).json()
const rows = () => server.connection.db.select().from(menuItems).orderBy(asc(menuItems.id))
const categories = () => server.connection.db.select().from(menuCategories).orderBy(asc(menuCategories.position))
const change = (id: number, change: object) => server.call('PATCH', `/api/menu/${id}`, change, asOwner())

let before: string
beforeEach(async () => {
  const { db } = server.connection
  await db.delete(menuItems).where(eq(menuItems.name, 'Tripe soup'))
  await db
    .update(menuItems)
    .set({ price: 2850, isActive: true, soldOutUntil: null })
    .where(eq(menuItems.id, server.soup))
  before = await exported()
})

describe('CSV files', () => {
  it('exports the menu in display order; importing the export changes nothing', async () => {
    const { headers, body } = await server.call('GET', '/api/menu/export-csv', undefined, asOwner())
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="menu-\d{4}-\d\d-\d\d\.csv"$/),
    })
    expect(body).toContain('\r\n1,Bean soup,Ciorbă de fasole,,,2850,Test soups,Supe de probă,,,true,')
    const stored = await rows()
    expect(await importCsv(body)).toMatchObject({
      status: 200,
      message: 'Nothing to change: the menu is like this already',
      added: 0,
      changed: [],
      left: stored.length,
    })
    expect(await rows()).toEqual(stored)
    expect(await last()).toBeNull()
  })

  it('imports the template without changes and undoes the import', async () => {
    const { headers, rawPayload } = await server.call('GET', '/api/menu/csv-template', undefined, asOwner())
    expect(headers['content-disposition']).toBe('attachment; filename="menu-template.csv"')
    const answer = await send({ csv: rawPayload })
    expect(answer.json()).toMatchObject({ message: '3 dishes added', added: 3 })
    expect((await categories()).slice(-3).map(({ name, nameRo, position }) => [name, nameRo, position])).toEqual([
      ['Soups', 'Ciorbe', 25],
      ['Side dishes', 'Garnituri', 26],
      ['Soft drinks', 'Băuturi răcoritoare', 27],
    ])
    expect((await undo()).json()).toEqual({ message: 'The menu is again what it was before' })
    expect(await exported()).toBe(before)
    expect(await categories()).toHaveLength(24)
  })
})

describe('previewing an import', () => {
  it('returns what would be added, changed, cleared and left, and writes nothing', async () => {
    const csv = `id,name,description,price,category\n${server.soup},Bean soup,Hot,3000,Test soups\n,Tripe soup,,2850,Ciorbe`
    const stored = await rows()
    const outcome = await importCsv(csv, '?dryRun=true')
    expect(outcome).toEqual({
      status: 200,
      added: 1,
      additions: [{ line: 3, name: 'Tripe soup', category: 'Ciorbe', price: 2850 }],
      changed: [
        {
          id: server.soup,
          name: 'Bean soup',
          changes: [
            { column: 'description', old: '', new: 'Hot' },
            { column: 'price', old: '2850', new: '3000' },
          ],
        },
      ],
      cleared: 0,
      left: 2,
      bad: [],
      unknownIds: 0,
      menu: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(await rows()).toEqual(stored)
    expect(await categories()).toHaveLength(24)
  })

  it('returns bad rows in the language of the request; importing them writes nothing', async () => {
    const csv = `id,name,price\n${server.soup},Soup,"28,50"\n999,Ghost,1`
    const preview = await importCsv(csv, '?dryRun=true', 'ro')
    expect([preview.status, preview.unknownIds, preview.bad]).toEqual([
      200,
      1,
      [
        {
          line: 2,
          column: 'price',
          message: 'Trebuie să fie un număr întreg, în bani sau cenți: ați vrut să scrieți 2850?',
        },
        { line: 3, column: 'id', message: 'Niciun preparat nu are acest id' },
      ],
    ])
    const { status, code, message, bad } = await importCsv(csv)
    expect([status, code, message]).toEqual([400, 'bad_rows', 'Nothing was imported: some rows have errors'])
    expect(bad.map((row: BadRow) => row.message)).toEqual([
      'Must be a whole number in minor units: did you mean 2850?',
      'No dish has this id',
    ])
    expect(await exported()).toBe(before)
  })

  it('is valid only until the menu changes', async () => {
    const csv = `id,price\n${server.soup},3000`
    const { menu } = await importCsv(csv, '?dryRun=true')
    await change(server.pizza, { description: 'Thin' })
    expect(await importCsv(csv, `?menu=${menu}`)).toMatchObject({ status: 409, code: 'menu_changed' })
    const again = await importCsv(csv, '?dryRun=true')
    expect(await importCsv(csv, `?menu=${again.menu}`)).toMatchObject({ status: 200, message: '1 dish changed' })
    await change(server.pizza, { description: '' })
  })
})

describe('importing a menu', () => {
  it('raises the version of changed dishes and leaves everything else, also the sold-out mark', async () => {
    const soldOutUntil = new Date('2100-01-01T00:00:00Z')
    await server.connection.db.update(menuItems).set({ soldOutUntil }).where(eq(menuItems.id, server.soup))
    const [soup, pizza, trout] = await rows()
    const csv = `id,price,isActive\n${server.soup},3000,nu\n${server.pizza},4200,da`
    expect((await importCsv(csv)).changed).toHaveLength(1)
    const after = await rows()
    expect(after[0]).toEqual({
      ...soup,
      price: 3000,
      isActive: false,
      version: (soup?.version ?? 0) + 1,
      updatedAt: expect.any(Date),
    })
    expect(after.slice(1)).toEqual([pizza, trout])
    expect(after[0]?.soldOutUntil).toEqual(soldOutUntil)
  })

  it('adds rows with unknown ids as new dishes if the option is chosen', async () => {
    const csv = 'id,name,price,category\n4711,Tripe soup,2850,Test soups'
    expect((await importCsv(csv)).code).toBe('bad_rows')
    expect(await importCsv(csv, '?unknownIds=new', 'ro')).toMatchObject({ added: 1, message: '1 preparat adăugat' })
  })

  it('returns the counts in the language of the request', async () => {
    const many = Array.from({ length: 20 }, () => 'Tripe soup,1,Test soups').join('\n')
    const csv = (price: number) =>
      `id,name,price,category\n${server.soup},Bean soup,${price},Test soups\n,${many.replaceAll('\n', '\n,')}`
    expect((await importCsv(csv(1), '', 'ro')).message).toBe('20 de preparate adăugate, 1 preparat modificat')
    expect((await importCsv(csv(2))).message).toBe('20 dishes added, 1 changed')
  })

  it('refuses a request without file or list, and a file above 5 MB', async () => {
    const none = await send({ list: ' \n' })
    expect([none.statusCode, none.json().code]).toEqual([400, 'no_file'])
    const tooLarge = await send({ csv: Buffer.alloc(5 * 1024 * 1024 + 1, 'a') })
    expect([tooLarge.statusCode, tooLarge.json().code]).toEqual([413, 'csv_too_large'])
    const largest = await send({ csv: Buffer.alloc(5 * 1024 * 1024, 'a') })
    expect(largest.json()).toMatchObject({ code: 'bad_rows', bad: [{ line: 1, column: '' }] })
  })

  it('changes prices and adds dishes from a pasted list', async () => {
    const answer = await send({ list: 'Supe de probă\nCiorbă de fasole ... 30,50 lei\nTripe soup 28 lei' })
    expect(answer.json()).toMatchObject({
      message: '1 dish added, 1 changed',
      additions: [{ line: 3, name: 'Tripe soup', category: 'Test soups', price: 2800 }],
      changed: [{ id: server.soup, changes: [{ column: 'price', old: '2850', new: '3050' }] }],
    })
    expect(await last()).toMatchObject({ username: 'boss', kind: 'list', added: 1, changed: 1, undoable: true })
  })

  it('runs two concurrent imports one after the other', async () => {
    const csv = (id: number, price: number) =>
      `id,name,price,category\n${id},Dish,${price},New category\n,Tripe soup,1,New category`
    const { menu } = await importCsv(csv(server.soup, 1), '?dryRun=true')
    const both = await Promise.all([
      importCsv(csv(server.soup, 1), `?menu=${menu}`),
      importCsv(csv(server.pizza, 2), `?menu=${menu}`),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const free = await Promise.all([importCsv(csv(server.soup, 3)), importCsv(csv(server.pizza, 4))])
    expect(free.map(({ status }) => status)).toEqual([200, 200])
    expect((await rows()).slice(0, 2).map(({ price }) => price)).toEqual([3, 4])
    const places = (await categories()).map(({ position }) => position)
    expect(places).toEqual(places.map((_, i) => i + 1))
    await importCsv(before)
  })

  it('gives each concurrent order either all old prices or all new ones', async () => {
    const csv = (price: number) => `id,price\n${server.soup},${price}\n${server.pizza},${price}`
    await importCsv(csv(100))
    const items = [server.pizza, server.soup].map((menuItemId) => ({ menuItemId, quantity: 1 }))
    const order = (total: number) => server.call('POST', '/api/orders', takeaway(server, { items, total }))
    const answers: number[] = []
    let isDone = false
    const guests = Array.from({ length: 4 }, async (_, guest) => {
      while (!isDone) {
        // The total of the placed order, or the current one in a refusal.
        answers.push((await order(guest % 2 === 0 ? 200 : 1000)).json().total)
      }
    })
    for (const price of [500, 100, 500]) expect((await importCsv(csv(price))).status).toBe(200)
    isDone = true
    await Promise.all(guests)
    expect(new Set(answers)).toEqual(new Set([200, 1000]))
    await importCsv(before)
  })
})

describe('undoing the last import', () => {
  const csv = () =>
    `id,name,price,category,categoryRo\n${server.soup},Bean soup,3000,Test soups,Supe\n,Tripe soup,1,Fresh,Noi`

  it('restores the dishes, the categories and their names', async () => {
    const [soup] = await rows()
    await importCsv(csv())
    expect(await last()).toMatchObject({ kind: 'csv', added: 1, changed: 3, undoable: true })
    expect((await undo('ro')).json()).toEqual({ message: 'Meniul este din nou cum era înainte' })
    expect(await exported()).toBe(before)
    expect((await rows())[0]?.version).toBe((soup?.version ?? 0) + 2)
    expect((await categories()).map(({ name }) => name)).not.toContain('Fresh')
    expect(await last()).toBeNull()
    expect((await undo()).json().code).toBe('import_not_undoable')
  })

  it('is refused after a change of anything in the CSV, and possible after that change is reverted', async () => {
    await importCsv(csv())
    await change(server.pizza, { tags: ['vegan'] })
    expect(await last()).toMatchObject({ undoable: false })
    const refused = await undo()
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'import_not_undoable'])
    await change(server.pizza, { tags: [] })
    expect((await undo()).statusCode).toBe(200)
  })

  it('is refused after a week', async () => {
    const now = new Date()
    server.clock.set(now)
    await importCsv(csv())
    server.clock.set(new Date(now.getTime() + 7 * 86_400_000 - 1))
    expect(await last()).toMatchObject({ at: now.toISOString(), undoable: true })
    server.clock.set(new Date(now.getTime() + 7 * 86_400_000))
    expect([await last(), (await undo()).statusCode]).toEqual([null, 409])
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
    expect((await rows())[0]?.soldOutUntil).toBeInstanceOf(Date)
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
    const ids = (await rows()).map(({ id }) => id)
    await bulk({ ids, change: { category: 'Everything' } })
    const old = (await categories()).find(({ name }) => name === 'Test soups')
    expect((await server.call('DELETE', `/api/menu/categories/${old?.id}`, undefined, asOwner())).statusCode).toBe(204)
    expect((await undo()).statusCode).toBe(200)
    expect(await exported()).toBe(before)
    const names = (await categories()).map(({ name }) => name)
    expect([names.at(-1), names.includes('Everything')]).toEqual(['Test soups', false])
  })

  it('is refused if there is a newer import than the caller saw', async () => {
    const now = new Date()
    server.clock.set(now)
    await importCsv(`id,price\n${server.soup},3000`)
    server.clock.set(new Date(now.getTime() + 1))
    await bulk({ ids: [server.pizza], change: { price: { add: 1 } } })
    expect((await undo('en', `?at=${now.toISOString()}`)).json().code).toBe('import_not_undoable')
    expect((await undo('en', `?at=${(await last()).at}`)).statusCode).toBe(200)
  })

  it('undoes only one import, the last one', async () => {
    await importCsv(csv())
    const first = await exported()
    await bulk({ ids: [server.pizza], change: { price: { add: 1 } } })
    expect((await undo()).statusCode).toBe(200)
    expect(await exported()).toBe(first)
    expect((await undo()).statusCode).toBe(409)
    await importCsv(`id,categoryRo\n${server.soup},Supe de probă`)
  })
})

describe('changing several dishes', () => {
  it('changes prices, rounded half up', async () => {
    const body = { ids: [server.soup, server.pizza, server.soup], change: { price: { percent: 10, roundTo: 50 } } }
    const preview = await bulk({ ...body, dryRun: true })
    expect(preview.changed.map(({ changes }) => changes)).toEqual([
      [{ column: 'price', old: '2850', new: '3150' }],
      [{ column: 'price', old: '4200', new: '4600' }],
    ])
    expect(preview.message).toBeUndefined()
    expect(await exported()).toBe(before)
    expect(await bulk({ ...body, menu: preview.menu })).toMatchObject({
      status: 200,
      message: '2 dishes changed',
      left: 1,
    })
    expect(await bulk({ ...body, menu: preview.menu })).toMatchObject({ status: 409, code: 'menu_changed' })
    expect(await last()).toMatchObject({ kind: 'bulk', added: 0, changed: 2 })
    expect((await undo()).statusCode).toBe(200)
  })

  it('hides and shows them, and moves them to an existing or a new category', async () => {
    expect((await bulk({ ids: [server.soup], change: { isActive: false } })).changed).toHaveLength(1)
    expect((await bulk({ ids: [server.soup], change: { isActive: false } })).message).toBe(
      'Nothing to change: the menu is like this already',
    )
    await undo()
    await bulk({ ids: [server.soup], change: { category: 'Specials' } })
    expect((await categories()).at(-1)).toMatchObject({ name: 'Specials', nameRo: '', isActive: true })
    expect((await undo()).statusCode).toBe(200)
    expect(await exported()).toBe(before)
  })

  it('changes all or none: unknown ids and prices out of range are bad rows', async () => {
    const { status, code, bad } = await bulk({
      ids: [server.soup, 999, server.pizza],
      change: { price: { add: -3000 } },
    })
    expect([status, code]).toEqual([400, 'bad_rows'])
    expect(bad).toEqual([
      { line: 1, column: 'price', message: 'At least 0' },
      { line: 2, column: 'id', message: 'No dish has this id' },
    ])
    const more = await bulk({ ids: [server.soup], change: { price: { add: 100_000_000 } } })
    expect(more.bad).toEqual([{ line: 1, column: 'price', message: 'At most 100000000' }])
    expect(await exported()).toBe(before)
    expect((await bulk({ ids: [server.soup], change: { price: { add: 1, percent: 1 } } })).status).toBe(400)
  })
})
