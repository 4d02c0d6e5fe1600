import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { removeOver } from '#server/db/index.ts'
import { journal, menuItems, settings } from '#server/db/schema/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { multipartOf } from '#server/testing/pictures.ts'
import type { ResponseOf } from '#shared/contracts/base/endpoint.ts'
import type { getJournal, JournalKind } from '#shared/contracts/journal.ts'
import { noteInJournal } from './index.ts'

const server = testServer()
const db = () => server.connection.db
const NOW = new Date('2026-11-21T18:00:00.000Z')

beforeEach(async () => {
  server.clock.set(NOW)
  await db().update(settings).set({ ordersPaused: false })
  await db().update(menuItems).set({ price: 2850 }).where(eq(menuItems.id, server.soup))
  await db().delete(journal)
})

const page = async (query = '') =>
  (await server.asOwner('GET', `/api/journal${query}`)).json<ResponseOf<typeof getJournal>>()
/** Kind and details of the entries, newest first. */
const recorded = async () => (await page()).entries.map(({ kind, details }) => [kind, details])
const note = (kind: string, details: object = {}, at = NOW, username: string | null = 'boss') =>
  noteInJournal(db(), { username, address: '203.0.113.7' }, kind as JournalKind, details, at)

async function importMenu(csv: string, query = '?') {
  const { payload, headers } = multipartOf({ name: 'csvFile', fileName: 'menu.csv', content: csv })
  return server.call('POST', `/api/menu/import-csv${query}&ids=own`, undefined, {
    payload,
    headers: { ...headers, cookie: server.owner },
  })
}

describe('the journal records', () => {
  it('user, time and address of a change', async () => {
    await server.asOwner('PATCH', '/api/settings', { currency: 'eur' })
    await server.asOwner('PATCH', '/api/settings', { currency: 'lei' })
    const [entry] = (await page()).entries
    expect(entry).toEqual({
      id: expect.any(Number),
      at: NOW.toISOString(),
      kind: 'settings_changed',
      username: 'boss',
      address: '127.0.0.1',
      details: { settings: ['currency'] },
    })
  })

  it('the names of changed settings, never their values', async () => {
    const change = {
      ...{ language: 'ro', currency: 'lei', ordersPaused: true, ordersPausedUntil: '2026-11-21T19:00:00.000Z' },
      ...{ ownerPhoneNumber: '40712999888', restaurantName: 'La Conac', legalName: 'Conac Secret SRL' },
    }
    expect((await server.asOwner('PATCH', '/api/settings', change)).statusCode).toBe(200)
    // Repeating the change and sending an empty one change nothing.
    await server.asOwner('PATCH', '/api/settings', change)
    await server.asOwner('PATCH', '/api/settings', {})
    expect((await page()).entries).toHaveLength(1)
    const [[kind, { settings: changed = [] }] = ['', {}]] = (await recorded()) as [string, { settings?: string[] }][]
    expect([kind, [...changed].sort()]).toEqual([
      'settings_changed',
      ['language', 'legalName', 'ordersPaused', 'ordersPausedUntil', 'ownerPhoneNumber', 'restaurantName'],
    ])
    expect(JSON.stringify(await db().select().from(journal))).not.toMatch(/40712999888|Conac/)
  })

  it('old and new price of a dish if the price changed', async () => {
    await server.asOwner('PATCH', `/api/menu/${server.soup}`, { price: 3000 })
    await server.asOwner('PATCH', `/api/menu/${server.soup}`, { price: 3000, description: 'Warm' })
    await server.asOwner('PATCH', `/api/menu/${server.soup}/toggle`, { isActive: true })
    expect(await recorded()).toEqual([['price_changed', { dish: 'Bean soup', from: 2850, to: 3000 }]])
    const rejected = await server.asOwner('PATCH', `/api/menu/${server.soup}`, { price: 2850 }, { 'if-match': '"1"' })
    expect([rejected.statusCode, (await recorded()).length]).toEqual([409, 1])
  })

  it('imports, bulk changes and undoing them, each with its count, but no previews', async () => {
    const csv = `id,price\n${server.soup},2900\n${server.pizza},4300\n`
    await importMenu(csv, '?dryRun=true')
    expect((await importMenu(csv)).statusCode).toBe(200)
    expect((await importMenu(csv)).statusCode).toBe(200)
    const bulk = { ids: [server.soup, server.pizza], change: { price: { percent: 10 } } }
    await server.asOwner('POST', '/api/menu/bulk', { ...bulk, dryRun: true })
    expect((await server.asOwner('POST', '/api/menu/bulk', bulk)).statusCode).toBe(200)
    expect((await server.asOwner('POST', '/api/menu/import-csv/undo')).statusCode).toBe(200)
    expect((await server.asOwner('POST', '/api/menu/import-csv/undo')).statusCode).toBe(409)
    expect(await recorded()).toEqual([
      ['import_undone', { what: 'bulk', added: 0, count: 2 }],
      ['menu_bulk', { what: 'price', count: 2 }],
      ['menu_imported', { what: 'csv', added: 0, count: 2 }],
    ])
  })

  it('what was exported', async () => {
    await server.call('POST', '/api/orders', takeaway(server))
    const [{ id } = { id: 0 }] = (await server.asOwner('GET', '/api/customers')).json<{ id: number }[]>()
    for (const url of ['/api/menu/export-csv', `/api/customers/${id}/export`, `/api/customers/${id}/export?as=text`])
      expect((await server.asOwner('GET', url)).statusCode).toBe(200)
    await server.asOwner('GET', '/api/reports?from=2026-11-20&to=2026-11-21')
    expect((await server.asOwner('GET', '/api/reports?from=2026-11-20&to=2026-11-21&as=csv')).statusCode).toBe(200)
    await server.asOwner('GET', '/api/customers/999999/export')
    const entry = (what: string) => ['exported', { what }]
    expect(await recorded()).toEqual([entry('reports'), entry('customer'), entry('customer'), entry('menu')])
  })

  it('nothing about a rejected change', async () => {
    await server.asOwner('PATCH', '/api/settings', { currency: 'gold' })
    await server.asOwner('DELETE', '/api/customers/999999')
    await server.asOwner('POST', '/api/orders/999999/erase')
    await importMenu('id,price\n1,many\n')
    expect(await recorded()).toEqual([])
  })
})

it('a change is rolled back if its journal entry cannot be written', async () => {
  await db().execute(sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`)
  await db().execute(sql`create trigger refuse before insert on journal for each row execute function refuse()`)
  try {
    const rejected = await Promise.all([
      server.asOwner('PATCH', '/api/settings', { restaurantName: 'Nimic' }),
      server.asOwner('PATCH', `/api/menu/${server.soup}`, { price: 100 }),
      importMenu(`id,price\n${server.soup},200\n`),
      server.asOwner('GET', '/api/menu/export-csv'),
    ])
    expect(rejected.map(({ statusCode }) => statusCode)).toEqual([500, 500, 500, 500])
  } finally {
    await db().execute(sql`drop trigger refuse on journal`)
  }
  expect((await server.asOwner('GET', '/api/settings')).json()).not.toMatchObject({ restaurantName: 'Nimic' })
  expect(await db().select().from(menuItems).where(eq(menuItems.id, server.soup))).toMatchObject([{ price: 2850 }])
})

it('the journal contains no data of guests', async () => {
  const person = { customerName: 'Zamfira Lalea', phoneNumber: '0755 111 222', email: 'zamfira@lalelelor.example' }
  const guestData = { ...person, notes: 'interfon 42, soacra alergica' }
  const place = async (more: object) =>
    (await server.call('POST', '/api/orders', takeaway(server, more))).json<{ id: number }>().id
  const order = await place(guestData)
  const atTable = await place({
    ...{ ...guestData, phoneNumber: '0000000000', diningOption: 'dine-in', tableId: server.table },
  })
  for (const id of [order, atTable]) await server.asOwner('PATCH', `/api/orders/${id}`, { status: 'completed' })
  const [{ id } = { id: 0 }] = (await server.asOwner('GET', '/api/customers?q=zamfira')).json<{ id: number }[]>()
  await server.asOwner('PATCH', `/api/customers/${id}`, { note: 'vecina de la doi', email: person.email })
  await server.asOwner('GET', `/api/customers/${id}/export?as=text`)
  await server.asOwner('PATCH', '/api/settings', { ownerPhoneNumber: '40755111222' })
  expect((await server.asOwner('DELETE', `/api/customers/${id}`)).statusCode).toBe(204)
  expect((await server.asOwner('POST', `/api/orders/${atTable}/erase`)).statusCode).toBe(200)
  expect((await recorded()).slice(0, 2)).toEqual([
    ['erased', { what: 'order', order: atTable }],
    ['erased', { what: 'customer', count: 1 }],
  ])
  const rows = JSON.stringify(await db().select().from(journal))
  expect(rows).not.toMatch(/zamfira|lalea|lalele|755|interfon|soacra|vecina/i)
})

describe('a page of the journal', () => {
  it('contains the newest entries, 200 at most, and the id where the next page begins', async () => {
    for (let n = 1; n <= 205; n++) await note('signed_in', { count: n })
    const first = await page()
    expect(first.entries.map(({ details }) => details.count)).toEqual(Array.from({ length: 200 }, (_, i) => 205 - i))
    expect(first.before).toBe(first.entries.at(-1)?.id)
    const second = await page(`?before=${first.before}`)
    expect(second.entries.map(({ details }) => details.count)).toEqual([5, 4, 3, 2, 1])
    expect(second.before).toBeNull()
    const lastFive = await page(`?before=${first.before}&limit=5`)
    expect([lastFive.entries.length, lastFive.before]).toEqual([5, null])
    expect((await page(`?before=${first.before}&limit=4`)).before).toBe(lastFive.entries[3]?.id)
    for (const query of ['?limit=201', '?limit=0', '?before=x', '?before=1e3'])
      expect((await server.asOwner('GET', `/api/journal${query}`)).statusCode).toBe(400)
  })
})

it('the journal deletes all entries older than 12 months, and no others', async () => {
  const at = (day: string) => new Date(`${day}T12:00:00.000Z`)
  await db().execute(sql`insert into journal (at, kind) select ${at('2025-11-19').toISOString()}::timestamptz, 'signed_in'
    from generate_series(1, 2500)`)
  await note('signed_in', { count: 1 }, at('2025-11-22'))
  await note('signed_in', { count: 2 })
  await Promise.all([removeOver(db(), NOW, 'Europe/Bucharest'), removeOver(db(), NOW, 'Europe/Bucharest')])
  expect(await recorded()).toEqual([
    ['signed_in', { count: 2 }],
    ['signed_in', { count: 1 }],
  ])
})
