import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { sampleMenu } from '#server/db/sample/index.ts'
import { menuItems } from '#server/db/schema/index.ts'
import { takeaway } from '#server/testing/app.ts'
import { importsFixture } from '#server/testing/imports.ts'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { BadRow } from '#shared/contracts/menu/menu-imports.ts'

const {
  asOwner,
  categoryRows,
  changeDish,
  dishRows,
  exportMenu,
  exportedBefore,
  importCsv,
  lastImport,
  send,
  server,
  undo,
} = importsFixture()

describe('the CSV files of the menu', () => {
  it('export the dishes in display order, and change nothing when they are imported again', async () => {
    const { headers, body } = await server.call('GET', '/api/menu/export-csv', undefined, asOwner())
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="menu-\d{4}-\d\d-\d\d\.csv"$/),
    })
    expect(body).toContain('\r\n1,Bean soup,Ciorbă de fasole,,,2850,Test soups,Supe de probă,,,true,')
    const stored = await dishRows()
    expect(await importCsv(body)).toMatchObject({
      status: 200,
      message: 'Nothing to change: the menu is like this already',
      added: 0,
      changed: [],
      left: stored.length,
    })
    expect(await dishRows()).toEqual(stored)
    expect(await lastImport()).toBeNull()
  })

  it('export the dishes in the order of the menu after some were moved; moving alone does not forbid the undo', async () => {
    const ids = (csv: string) => [...csv.matchAll(/\r\n(\d+),/g)].map(([, id]) => Number(id))
    const inMenu = async () =>
      (await server.call('GET', '/api/menu', undefined, asOwner())).json<MenuItem[]>().map(({ id }) => id)
    const csv = 'name,nameRo,price,category\nTripe soup,Ciorbă de burtă,3000,Test soups'
    expect(await importCsv(csv)).toMatchObject({ added: 1 })
    const [added] = (await inMenu()).slice(-1)
    const move = await server.call('POST', `/api/menu/${added}/move`, { to: 1 }, asOwner())
    expect(move.statusCode).toBe(200)
    const moved = await inMenu()
    expect(moved).not.toEqual(moved.toSorted((a, b) => a - b))
    expect(ids(await exportMenu())).toEqual(moved)
    expect((await undo()).statusCode).toBe(200)
  })

  it('include a template, whose import adds dishes and can be undone', async () => {
    const { headers, rawPayload } = await server.call('GET', '/api/menu/csv-template', undefined, asOwner())
    expect(headers['content-disposition']).toBe('attachment; filename="menu-template.csv"')
    const response = await send({ csv: rawPayload })
    expect(response.json()).toMatchObject({ message: '3 dishes added', added: 3 })
    expect((await categoryRows()).slice(-3).map(({ name, nameRo, position }) => [name, nameRo, position])).toEqual([
      ['Soups', 'Ciorbe', 25],
      ['Side dishes', 'Garnituri', 26],
      ['Soft drinks', 'Băuturi răcoritoare', 27],
    ])
    expect((await undo()).json()).toEqual({ message: 'The menu is again what it was before' })
    expect(await exportMenu()).toBe(exportedBefore())
    expect(await categoryRows()).toHaveLength(24)
  })
})

describe('previewing an import', () => {
  it('returns what would be added, changed, cleared and left unchanged, and writes nothing', async () => {
    const csv = `id,name,description,price,category\n${server.soup},Bean soup,Hot,3000,Test soups\n,Tripe soup,,2850,Ciorbe`
    const stored = await dishRows()
    const outcome = await importCsv(csv, '?dryRun=true')
    expect(outcome).toEqual({
      status: 200,
      added: 1,
      additions: [{ line: 3, name: 'Tripe soup', nameRo: '', category: 'Ciorbe', categoryRo: '', price: 2850 }],
      changed: [
        {
          id: server.soup,
          name: 'Bean soup',
          nameRo: 'Ciorbă de fasole',
          changes: [
            { column: 'description', old: '', new: 'Hot' },
            { column: 'price', old: '2850', new: '3000' },
          ],
        },
      ],
      cleared: 0,
      left: 2,
      newCategories: ['Ciorbe'],
      asksPrices: false,
      duplicates: 0,
      bad: [],
      menu: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(await dishRows()).toEqual(stored)
    expect(await categoryRows()).toHaveLength(24)
  })

  it('returns bad rows in the language of the request; importing them writes nothing', async () => {
    const csv = `id,name,price\n${server.soup},Bean soup,cheap\n999,Ghost,1`
    const preview = await importCsv(csv, '?dryRun=true', 'ro')
    expect([preview.status, preview.bad]).toEqual([
      200,
      [
        { line: 2, name: 'Ciorbă de fasole', column: 'price', message: 'Acesta nu este un preț. Scrieți-l așa: 28.50' },
        { line: 3, name: 'Ghost', column: 'id', message: 'Niciun preparat nu are acest id' },
      ],
    ])
    const { status, code, message, bad } = await importCsv(csv)
    expect([status, code, message]).toEqual([400, 'bad_rows', 'Nothing was imported: some rows have errors'])
    expect(bad.map((row: BadRow) => row.message)).toEqual([
      'This is not a price. Write it like this: 28.50',
      'No dish has this id',
    ])
    expect(await exportMenu()).toBe(exportedBefore())
  })

  it('imports the other rows if the caller skips bad ones, which its outcome names too', async () => {
    const rows = ['Fish soup,Ciorbă de pește,3100,Soups,Ciorbe', 'Leek soup,Supă,cheap,Soups,Ciorbe']
    // Another Romanian name for the same category.
    const csv = ['name,nameRo,price,category,categoryRo', ...rows, 'Beet soup,Borș,2500,Soups,Supe'].join('\n')
    const preview = await importCsv(csv, '?dryRun=true')
    expect([preview.added, preview.bad.map(({ name }: BadRow) => name)]).toEqual([1, ['Leek soup', 'Beet soup']])
    const { status, added, bad } = await importCsv(csv, `?bad=skip&menu=${preview.menu}`)
    expect([status, added, bad]).toEqual([200, 1, preview.bad])
    const exported = await exportMenu()
    expect(['Fish', 'Leek', 'Beet'].map((name) => exported.includes(`${name} soup`))).toEqual([true, false, false])
    expect((await undo()).statusCode).toBe(200)
  })

  it('is valid only until the menu changes', async () => {
    const csv = `id,price\n${server.soup},3000`
    const { menu } = await importCsv(csv, '?dryRun=true')
    await changeDish(server.pizza, { description: 'Thin' })
    expect(await importCsv(csv, `?menu=${menu}`)).toMatchObject({ status: 409, code: 'menu_changed' })
    const current = await importCsv(csv, '?dryRun=true')
    expect(await importCsv(csv, `?menu=${current.menu}`)).toMatchObject({ status: 200, message: '1 dish changed' })
    await changeDish(server.pizza, { description: '' })
  })
})

describe('a file that the import does not understand', () => {
  const csv = 'Denumire;Gramaj;Preț;Categorie\nTripe soup;300;28;supe de proba\nTripe soup;250;46;Supe noi'

  it('is refused, in a preview too, with the headings that it does not know, until the request says what they are', async () => {
    for (const query of ['', '?dryRun=true']) {
      expect(await importCsv(csv, query)).toMatchObject({
        status: 400,
        code: 'unknown_columns',
        message: 'Some columns of this file are not known: say what they are, or leave them out',
        columns: ['Gramaj'],
      })
    }
    expect(await exportMenu()).toBe(exportedBefore())
    const leftOut = `columns=${encodeURIComponent(JSON.stringify({ Gramaj: null }))}`
    const preview = await importCsv(csv, `?dryRun=true&${leftOut}`)
    expect(preview).toMatchObject({
      status: 200,
      added: 2,
      additions: [{ category: 'Test soups', price: 28 }, { price: 46 }],
      newCategories: ['Supe noi'],
      asksPrices: true,
    })
    expect(await importCsv(csv, `?${leftOut}&prices=major&menu=${preview.menu}`)).toMatchObject({
      status: 200,
      asksPrices: false,
      additions: [{ price: 2800 }, { price: 4600 }],
    })
    expect((await categoryRows()).at(-1)).toMatchObject({ name: 'Supe noi', nameRo: 'Supe noi' })
    await undo()
    expect(await exportMenu()).toBe(exportedBefore())
  })

  it.each(['columns=nothing', 'columns=[1]', 'columns={"Gramaj":"weight"}', 'prices=bani'])(
    'is not explained by %s',
    async (query) => {
      const { status, code } = await importCsv(csv, `?dryRun=true&${encodeURI(query)}`)
      expect([status, code]).toEqual([400, 'invalid_input'])
    },
  )
})

describe('a file with the ids of another system', () => {
  const csv = () => `id,name,category,price\n${server.soup},Cappuccino,Coffee,28\n${server.pizza},Espresso,Coffee,12\n`

  it('is refused, in a preview too, until the request says whose they are', async () => {
    for (const query of ['', '?dryRun=true', '?unknownIds=new&prices=major']) {
      expect(await importCsv(csv(), query, 'ro')).toMatchObject({
        ...{ status: 400, code: 'asks_ids', message: expect.stringContaining('din alt sistem') },
        renamed: [
          { line: 2, id: server.soup, name: 'Bean soup', newName: 'Cappuccino' },
          { line: 3, id: server.pizza, newName: 'Espresso' },
        ],
      })
    }
    expect(await exportMenu()).toBe(exportedBefore())
    expect(await importCsv(csv(), '?dryRun=true&ids=own')).toMatchObject({ asksPrices: true, changed: [{}, {}] })
    expect(await importCsv(csv(), '?ids=masa')).toMatchObject({ status: 400, code: 'invalid_input' })
  })

  it('adds its dishes without their ids, which can be undone', async () => {
    const preview = await importCsv(csv(), '?dryRun=true&ids=other')
    expect(preview).toMatchObject({ status: 200, asksPrices: true, added: 2, changed: [], bad: [] })
    expect(preview.doubtfulPrice).toEqual({ line: 2, name: 'Cappuccino', price: 28 })
    const done = await importCsv(csv(), `?ids=other&prices=major&menu=${preview.menu}`)
    expect(done).toMatchObject({ status: 200, additions: [{ name: 'Cappuccino', price: 2800 }, { price: 1200 }] })
    expect((await undo()).statusCode).toBe(200)
    expect(await exportMenu()).toBe(exportedBefore())
  })
})

describe('importing a menu', () => {
  it('changes only the dishes and columns that differ, and keeps the sold-out mark', async () => {
    const soldOutUntil = new Date(Date.now() + 12 * 60 * 60_000)
    await server.connection.db.update(menuItems).set({ soldOutUntil }).where(eq(menuItems.id, server.soup))
    const [soup, pizza, trout] = await dishRows()
    const csv = `id,price,isActive\n${server.soup},3000,nu\n${server.pizza},4200,da`
    expect((await importCsv(csv)).changed).toHaveLength(1)
    const after = await dishRows()
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

  it('rejects a request without file or list, and a file above 5 MB', async () => {
    const withoutFile = await send({ list: ' \n' })
    expect([withoutFile.statusCode, withoutFile.json().code]).toEqual([400, 'no_file'])
    const tooLarge = await send({ csv: Buffer.alloc(5 * 1024 * 1024 + 1, 'a') })
    expect([tooLarge.statusCode, tooLarge.json().code]).toEqual([413, 'csv_too_large'])
    const largest = await send({ csv: Buffer.alloc(5 * 1024 * 1024, 'a') })
    expect(largest.json()).toMatchObject({ code: 'unknown_columns' })
  })

  it('adds the dishes of a pasted list, and counts those whose category has their name', async () => {
    const response = await send({ list: 'Supe de probă\nCiorbă de fasole ... 30,50 lei\nTripe soup 28' })
    expect(response.json()).toMatchObject({
      ...{ message: '2 dishes added', changed: [], duplicates: 1, asksPrices: false },
      additions: [
        { line: 2, nameRo: 'Ciorbă de fasole', price: 3050 },
        { line: 3, name: 'Tripe soup', category: 'Test soups', price: 2800 },
      ],
    })
    expect(await lastImport()).toMatchObject({ username: 'boss', kind: 'list', added: 2, changed: 0, undoable: true })
    expect((await undo()).statusCode).toBe(200)
    expect(await exportMenu()).toBe(exportedBefore())
    const refused = await send({ list: 'Ciorbe\nBorș 28 / 35\nSupă 20' })
    expect([refused.statusCode, refused.json().bad.map(({ line }: BadRow) => line)]).toEqual([400, [2]])
  })

  it('runs two concurrent imports one after the other', async () => {
    const csv = (id: number, price: number) =>
      `id,name,price,category\n${id},Dish,${price},New category\n,Tripe soup,1,New category`
    const { menu } = await importCsv(csv(server.soup, 1), '?ids=own&dryRun=true')
    const both = await Promise.all([
      importCsv(csv(server.soup, 1), `?ids=own&menu=${menu}`),
      importCsv(csv(server.pizza, 2), `?ids=own&menu=${menu}`),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const withoutPreview = await Promise.all([
      importCsv(csv(server.soup, 3), '?ids=own'),
      importCsv(csv(server.pizza, 4), '?ids=own'),
    ])
    expect(withoutPreview.map(({ status }) => status)).toEqual([200, 200])
    expect((await dishRows()).slice(0, 2).map(({ price }) => price)).toEqual([3, 4])
    const positions = (await categoryRows()).map(({ position }) => position)
    expect(positions).toEqual(positions.map((_, i) => i + 1))
    await importCsv(exportedBefore())
  })

  it('gives each concurrent order either all old prices or all new ones', async () => {
    const csv = (price: number) => `id,price\n${server.soup},${price}\n${server.pizza},${price}`
    await importCsv(csv(100))
    const items = [server.pizza, server.soup].map((menuItemId) => ({ menuItemId, quantity: 1 }))
    const order = (total: number) => server.call('POST', '/api/orders', takeaway(server, { items, total }))
    const totals: number[] = []
    let isDone = false
    const guests = Array.from({ length: 4 }, async (_, guest) => {
      while (!isDone) {
        // The response has the total of the placed order, or the current one if the order is rejected.
        totals.push((await order(guest % 2 === 0 ? 200 : 1000)).json().total)
      }
    })
    for (const price of [500, 100, 500]) expect((await importCsv(csv(price))).status).toBe(200)
    isDone = true
    await Promise.all(guests)
    expect(new Set(totals)).toEqual(new Set([200, 1000]))
    await importCsv(exportedBefore())
  })
})

it('the sample’s dishes fill only an empty menu, once for two owners at the same time, and can be taken back', async () => {
  const importSample = async () => {
    const response = await server.call(
      'POST',
      '/api/menu/import-sample',
      undefined,
      asOwner({ 'accept-language': 'ro' }),
    )
    return { status: response.statusCode, ...response.json() }
  }
  const before = await dishRows()
  const message = expect.stringContaining('Meniul are deja preparate')
  expect(await importSample()).toMatchObject({ status: 409, code: 'menu_not_empty', message })
  expect(await dishRows()).toEqual(before)
  await server.connection.db.delete(menuItems)
  const both = await Promise.all([importSample(), importSample()])
  const [done, refused] = both.sort((a, b) => a.status - b.status)
  expect([done, refused?.status]).toMatchObject([{ status: 200, added: sampleMenu().length, bad: [] }, 409])
  const imported = await dishRows()
  expect(imported).toHaveLength(sampleMenu().length)
  expect(imported.find(({ nameRo }) => nameRo === 'Ciorbă rădăuțeană')).toMatchObject({ price: 2600, isActive: true })
  expect(await lastImport()).toMatchObject({ added: imported.length, undoable: true })
  expect((await undo()).statusCode).toBe(200)
  expect(await dishRows()).toEqual([])
})
