import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { journal, menuItems, settings } from '#server/db/schema/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { multipartOf } from '#server/testing/multipart.ts'
import type { Answer } from '#shared/contracts/endpoint.ts'
import type { getJournal, JournalKind } from '#shared/contracts/journal.ts'
import { forgetEntries } from './forget.ts'
import { noteInJournal } from './index.ts'

const server = testServer()
const db = () => server.connection.db
const asOwner = () => ({ headers: { cookie: server.owner } })
const NOW = new Date('2026-11-21T18:00:00.000Z')

beforeEach(async () => {
  server.clock.set(NOW)
  await db().update(settings).set({ ordersPaused: false })
  await db().update(menuItems).set({ price: 2850 }).where(eq(menuItems.id, server.soup))
  await db().delete(journal)
})

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const owners = (method: Method, url: string, body?: unknown) => server.call(method, url, body, asOwner())
const page = async (query = '') => (await owners('GET', `/api/journal${query}`)).json<Answer<typeof getJournal>>()
/** The entries, newest first, without what a test does not name. */
const noted = async () => (await page()).entries.map(({ kind, details }) => [kind, details])
const note = (kind: string, details: object = {}, at = NOW, username: string | null = 'boss') =>
  noteInJournal(db(), { username, address: '203.0.113.7' }, kind as JournalKind, details, at)

async function importMenu(csv: string, query = '') {
  const { payload, headers } = multipartOf({ name: 'csvFile', fileName: 'menu.csv', content: csv })
  return server.call('POST', `/api/menu/import-csv${query}`, undefined, {
    payload,
    headers: { ...headers, cookie: server.owner },
  })
}

describe('the journal notes', () => {
  it('who did it, when and from where', async () => {
    await owners('PATCH', '/api/settings', { currency: 'eur' })
    await owners('PATCH', '/api/settings', { currency: 'lei' })
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

  it('settings by the names of those that changed, and never by their values', async () => {
    const change = {
      ...{ language: 'ro', currency: 'lei', ordersPaused: true, ordersPausedUntil: '2026-11-21T19:00:00.000Z' },
      ...{ ownerPhoneNumber: '40712999888', restaurantName: 'La Conac', legalName: 'Conac Secret SRL' },
    }
    expect((await owners('PATCH', '/api/settings', change)).statusCode).toBe(200)
    // The same once more changes nothing, nor does an empty change.
    await owners('PATCH', '/api/settings', change)
    await owners('PATCH', '/api/settings', {})
    expect((await page()).entries).toHaveLength(1)
    const [[kind, { settings: named = [] }] = ['', {}]] = (await noted()) as [string, { settings?: string[] }][]
    expect([kind, [...named].sort()]).toEqual([
      'settings_changed',
      ['language', 'legalName', 'ordersPaused', 'ordersPausedUntil', 'ownerPhoneNumber', 'restaurantName'],
    ])
    expect(JSON.stringify(await db().select().from(journal))).not.toMatch(/40712999888|Conac/)
  })

  it('the price of a dish before and after, only when it changed', async () => {
    await owners('PATCH', `/api/menu/${server.soup}`, { price: 3000 })
    await owners('PATCH', `/api/menu/${server.soup}`, { price: 3000, description: 'Warm' })
    await owners('PATCH', `/api/menu/${server.soup}/toggle`, { isActive: true })
    expect(await noted()).toEqual([['price_changed', { dish: 'Bean soup', from: 2850, to: 3000 }]])
    const refused = await server.call(
      'PATCH',
      `/api/menu/${server.soup}`,
      { price: 2850 },
      {
        headers: { cookie: server.owner, 'if-match': '"1"' },
      },
    )
    expect([refused.statusCode, (await noted()).length]).toEqual([409, 1])
  })

  it('imports, changes of many dishes and their undoing by their counts, and no previews', async () => {
    const csv = `id,price\n${server.soup},2900\n${server.pizza},4300\n`
    await importMenu(csv, '?dryRun=true')
    expect((await importMenu(csv)).statusCode).toBe(200)
    expect((await importMenu(csv)).statusCode).toBe(200)
    const bulk = { ids: [server.soup, server.pizza], change: { price: { percent: 10 } } }
    await owners('POST', '/api/menu/bulk', { ...bulk, dryRun: true })
    expect((await owners('POST', '/api/menu/bulk', bulk)).statusCode).toBe(200)
    expect((await owners('POST', '/api/menu/import-csv/undo')).statusCode).toBe(200)
    expect((await owners('POST', '/api/menu/import-csv/undo')).statusCode).toBe(409)
    expect(await noted()).toEqual([
      ['import_undone', { what: 'bulk', added: 0, count: 2 }],
      ['menu_bulk', { what: 'price', count: 2 }],
      ['menu_imported', { what: 'csv', added: 0, count: 2 }],
    ])
  })

  it('exports, by what was exported', async () => {
    await server.call('POST', '/api/orders', takeaway(server))
    const [{ id } = { id: 0 }] = (await owners('GET', '/api/customers')).json<{ id: number }[]>()
    for (const url of ['/api/menu/export-csv', `/api/customers/${id}/export`, `/api/customers/${id}/export?as=text`])
      expect((await owners('GET', url)).statusCode).toBe(200)
    await owners('GET', '/api/reports?from=2026-11-20&to=2026-11-21')
    expect((await owners('GET', '/api/reports?from=2026-11-20&to=2026-11-21&as=csv')).statusCode).toBe(200)
    await owners('GET', '/api/customers/999999/export')
    const of = (what: string) => ['exported', { what }]
    expect(await noted()).toEqual([of('reports'), of('customer'), of('customer'), of('menu')])
  })

  it('nothing of a change that is refused', async () => {
    await owners('PATCH', '/api/settings', { currency: 'gold' })
    await owners('DELETE', '/api/customers/999999')
    await owners('POST', '/api/orders/999999/erase')
    await importMenu('id,price\n1,many\n')
    expect(await noted()).toEqual([])
  })
})

it('a change that cannot be noted is not made', async () => {
  await db().execute(sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`)
  await db().execute(sql`create trigger refuse before insert on journal for each row execute function refuse()`)
  try {
    const refused = await Promise.all([
      owners('PATCH', '/api/settings', { restaurantName: 'Nimic' }),
      owners('PATCH', `/api/menu/${server.soup}`, { price: 100 }),
      importMenu(`id,price\n${server.soup},200\n`),
      owners('GET', '/api/menu/export-csv'),
    ])
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([500, 500, 500, 500])
  } finally {
    await db().execute(sql`drop trigger refuse on journal`)
  }
  expect((await owners('GET', '/api/settings')).json()).not.toMatchObject({ restaurantName: 'Nimic' })
  expect(await db().select().from(menuItems).where(eq(menuItems.id, server.soup))).toMatchObject([{ price: 2850 }])
})

it('nothing of a guest is ever in the journal', async () => {
  const person = { customerName: 'Zamfira Lalea', phoneNumber: '0755 111 222', email: 'zamfira@lalelelor.example' }
  const typed = { ...person, notes: 'interfon 42, soacra alergica' }
  const place = async (more: object) =>
    (await server.call('POST', '/api/orders', takeaway(server, more))).json<{ id: number }>().id
  const order = await place(typed)
  const atTable = await place({
    ...{ ...typed, phoneNumber: '0000000000', diningOption: 'dine-in', tableId: server.table },
  })
  for (const id of [order, atTable]) await owners('PATCH', `/api/orders/${id}`, { status: 'completed' })
  const [{ id } = { id: 0 }] = (await owners('GET', '/api/customers?q=zamfira')).json<{ id: number }[]>()
  await owners('PATCH', `/api/customers/${id}`, { note: 'vecina de la doi', email: person.email })
  await owners('GET', `/api/customers/${id}/export?as=text`)
  await owners('PATCH', '/api/settings', { ownerPhoneNumber: '40755111222' })
  expect((await owners('DELETE', `/api/customers/${id}`)).statusCode).toBe(204)
  expect((await owners('POST', `/api/orders/${atTable}/erase`)).statusCode).toBe(200)
  expect((await noted()).slice(0, 2)).toEqual([
    ['erased', { what: 'order', order: atTable }],
    ['erased', { what: 'customer', count: 1 }],
  ])
  const rows = JSON.stringify(await db().select().from(journal))
  expect(rows).not.toMatch(/zamfira|lalea|lalele|755|interfon|soacra|vecina/i)
})

describe('a page of the journal', () => {
  it('has the newest entries, 200 at most, and says where the next one begins', async () => {
    for (let n = 1; n <= 205; n++) await note('signed_in', { count: n })
    const first = await page()
    expect(first.entries.map(({ details }) => details.count)).toEqual(Array.from({ length: 200 }, (_, i) => 205 - i))
    expect(first.before).toBe(first.entries.at(-1)?.id)
    const second = await page(`?before=${first.before}`)
    expect(second.entries.map(({ details }) => details.count)).toEqual([5, 4, 3, 2, 1])
    expect(second.before).toBeNull()
    const three = await page(`?before=${first.before}&limit=5`)
    expect([three.entries.length, three.before]).toEqual([5, null])
    expect((await page(`?before=${first.before}&limit=4`)).before).toBe(three.entries[3]?.id)
    for (const query of ['?limit=201', '?limit=0', '?before=x', '?before=1e3'])
      expect((await owners('GET', `/api/journal${query}`)).statusCode).toBe(400)
  })

  it('leaves out and logs an entry that another version wrote, and goes on after it', async () => {
    await note('signed_in', { count: 1 })
    await note('moon_phase')
    await note('erased', { what: 7 })
    expect(await noted()).toEqual([['signed_in', { count: 1 }]])
    const newest = await page('?limit=2')
    expect([newest.entries, (await page(`?before=${newest.before}`)).entries.length]).toEqual([[], 1])
    expect(server.logged()).toContain('a row that cannot be read was left out')
  })
})

it('entries older than 12 months are deleted, however many there are, and no others', async () => {
  const at = (day: string) => new Date(`${day}T12:00:00.000Z`)
  await db().execute(sql`insert into journal (at, kind) select ${at('2025-11-19').toISOString()}::timestamptz, 'signed_in'
    from generate_series(1, 2500)`)
  await note('signed_in', { count: 1 }, at('2025-11-22'))
  await note('signed_in', { count: 2 })
  await Promise.all([forgetEntries(db(), NOW, 'Europe/Bucharest'), forgetEntries(db(), NOW, 'Europe/Bucharest')])
  expect(await noted()).toEqual([
    ['signed_in', { count: 2 }],
    ['signed_in', { count: 1 }],
  ])
})
