import { createWriteStream } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { connect } from '#server/db/index.ts'
import { eraseAgain } from '#server/modules/customers/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { query } from '#server/testing/databases.ts'
import type { OrderRequest, PlacedOrder } from '#shared/contracts/orders.ts'
import {
  allRows,
  backupsOf,
  changeByte,
  migrationNames,
  newDatabase,
  newFolder,
  pictureOf,
  restoreFrom,
} from './fixtures/places.ts'
import { backupFolder } from './places/folder.ts'

/** Tables whose rows are meant to differ after a restore. */
const CHANGED = ['sessions', 'login_failures', 'backup_state', 'backup_positions']
const MENU_PICTURE = 'a'.repeat(32)
const UNUSED_PICTURE = 'b'.repeat(32)

const server = testServer()
const url = () => server.connection.url()

async function placeOrder(more: Partial<OrderRequest> = {}) {
  return (await server.call('POST', '/api/orders', takeaway(server, more))).json<PlacedOrder>()
}
const complete = (id: number) => server.asOwner('PATCH', `/api/orders/${id}`, { status: 'completed' })
async function eraseCustomerOf(phone: string) {
  const [found] = (await server.asOwner('GET', `/api/customers?q=${phone}`)).json<{ id: number }[]>()
  expect((await server.asOwner('DELETE', `/api/customers/${found?.id}`)).statusCode).toBe(204)
}

/** Records a payment, what was taken back of it, and the till; closes the day, and begins another. */
async function closeDay() {
  const post = async (path: string, body: object) => {
    const response = await server.asOwner('POST', `/api${path}`, body, {
      'idempotency-key': `drill ${path} ${Date.now()}`,
    })
    expect([response.statusCode, response.body]).toEqual([201, expect.any(String)])
    return response.json()
  }
  const switchPayments = (payments: boolean) => server.asOwner('PATCH', '/api/settings', { payments })
  await switchPayments(true)
  const { id, total } = await placeOrder({ tableId: server.table })
  const payment = { orders: [id], due: total, amount: total, method: 1, tip: 300, guestName: 'Ana' }
  const { id: paymentId } = await post('/payments', payment)
  await post(`/payments/${paymentId}/reverse`, { amount: 100, tip: 50, method: 2, reason: 'too\tmuch\n' })
  const { lastEntry: seen } = (await server.asOwner('GET', '/api/days/open')).json()
  await post('/days/close', { counted: 7000, left: 500, seen, note: 'ă "quoted"' })
  await post('/till', { kind: 'in', amount: 20_000, reason: 'change' })
  await switchPayments(false)
  await complete(id)
}

let dir = ''
let name = ''
let before: Record<string, string[]> = {}
let made: Awaited<ReturnType<typeof backupsOf>>
let merged = 0

beforeAll(async () => {
  made = await backupsOf(server)
  dir = made.dir
  await server.pictures.put(MENU_PICTURE, pictureOf('a dish'))
  await server.pictures.put(UNUSED_PICTURE, pictureOf('not shown'))
  await query(url(), `update menu_items set image_url = '/pictures/${MENU_PICTURE}/640.webp' where id = ${server.soup}`)
  await query(url(), `insert into pictures (hash, used_at) values ('${UNUSED_PICTURE}', now())`)
  await query(
    url(),
    `update whatsapp_queue set configured = true; update settings set owner_phone_number = '40712000111'`,
  )
  for (const phoneNumber of ['0712000001', '0712000002', '0712000003', '0712000004']) {
    const order = await placeOrder({
      phoneNumber,
      notes: 'tab\there\\ and\na line',
      customerName: `Zoița ${phoneNumber}`,
    })
    await complete(order.id)
  }
  await closeDay()
  // An evening that is not over: an open order whose ticket a device has claimed, and a cart at a table.
  await placeOrder({ phoneNumber: '0712000005' })
  await query(
    url(),
    `update orders set tickets = '[{"id":1,"kind":"kitchen","claimedUntil":"2100-01-01T00:00:00Z"}]' where status = 'pending'`,
  )
  await query(
    url(),
    `insert into shared_sessions (id, table_id, created_at, updated_at, expires_at)
       values ('evening', ${server.table}, now(), now(), now() + interval '1 hour');
     insert into session_participants (id, session_id, guest_number, name, token_hash, created_at, updated_at)
       values ('one', 'evening', 1, 'Ana', 'x', now(), now());
     insert into shared_cart_items (session_id, participant_id, menu_item_id, quantity, created_at, updated_at)
       values ('evening', 'one', ${server.soup}, 3, now(), now())`,
  )
  await server.asOwner('POST', '/api/events', {
    ...{ customerName: 'Ana Pop', customerEmail: 'ana@example.com', customerPhone: '40712000003' },
    ...{ eventDate: '2030-01-01', numberOfGuests: 30, items: [{ menuItemId: server.soup, quantity: 2 }] },
  })
  await eraseCustomerOf('0712000001')
  name = (await made.make()).name
  before = await allRows(url(), CHANGED)

  // After the backup: an order that the backup lacks, two customers merged and erased, one more erased.
  await complete((await placeOrder({ phoneNumber: '0712000006' })).id)
  const idOf = async (phone: string) =>
    (await server.asOwner('GET', `/api/customers?q=${phone}`)).json<{ id: number }[]>()[0]?.id ?? 0
  merged = await idOf('0712000004')
  await server.asOwner('POST', `/api/customers/${merged}/merge`, { intoId: await idOf('0712000003') })
  await eraseCustomerOf('0712000003')
  await made.backups.noteErasures()
})
afterAll(() => made.backups.close())

const restoreAll = (more: Parameters<typeof restoreFrom>[2] = {}) =>
  restoreFrom(dir, name, { eraseAgain: (tx) => eraseAgain(tx, new Date()), ...more })

describe('restoring an evening', () => {
  it('restores every row, sequence, cart and picture, and leaves out sign-ins', async () => {
    // Without the places, nothing that was erased later is known.
    const { url: restored, pictures } = await restoreFrom(dir, name, { places: [], withoutPictures: true })
    expect(pictures.stored.size).toBe(0)
    const after = await allRows(restored, CHANGED)
    const differing = Object.keys(before).filter(
      (table) => JSON.stringify(before[table]) !== JSON.stringify(after[table]),
    )
    // What was erased before the first backup is needed by none, so its keys were dropped after it.
    expect(differing).toEqual(['erasures', 'orders', 'whatsapp_messages'])
    expect([before.erasures?.length, after.erasures?.length]).toEqual([0, 2])
    expect(after.orders).toHaveLength(before.orders?.length ?? 0)
    expect(after.shared_cart_items).toHaveLength(1)
    expect([after.day_entries?.length, after.entry_shares?.length, after.days?.length]).toEqual([3, 2, 1])
    expect(await query(restored, 'select * from sessions union all select * from sessions')).toEqual([])
    expect((await query(url(), 'select * from sessions')).length).toBeGreaterThan(0)
    const [state] = await query(restored, 'select last_at, failed_at from backup_state')
    expect(state).toEqual({ last_at: null, failed_at: null })
    const [ids] = await query<{ orders: string; items: string }>(
      restored,
      `select nextval(pg_get_serial_sequence('orders', 'id')) as orders, nextval(pg_get_serial_sequence('order_items', 'id')) as items`,
    )
    const [last] = await query<{ orders: number; items: number }>(
      restored,
      'select max(id)::int as orders, (select max(id)::int from order_items) as items from orders',
    )
    expect(ids).toEqual({ orders: String((last?.orders ?? 0) + 10_001), items: String((last?.items ?? 0) + 1) })
  })

  it('notes the names of the migrations, as a start does', async () => {
    const { url: restored } = await restoreAll()
    expect(await migrationNames(restored)).toEqual(await migrationNames(url()))
  })

  it('sends no message twice, and drops the claims of devices that are gone', async () => {
    const { url: restored } = await restoreAll()
    const waiting = 'select count(*)::int as waiting from whatsapp_messages where accepted_at is null'
    expect((await query<{ waiting: number }>(url(), waiting))[0]?.waiting).toBeGreaterThan(0)
    expect(await query(restored, waiting)).toEqual([{ waiting: 0 }])
    expect(await query(restored, "select tickets from orders where status = 'pending'")).toEqual([
      { tickets: [{ id: 1, kind: 'kitchen' }] },
    ])
  })

  it('erases again what was erased after the backup, also customers that were merged later', async () => {
    const { url: restored, restored: report } = await restoreAll()
    // Two orders, an event, and two customers.
    expect(report.erased).toBe(5)
    const texts = JSON.stringify(await allRows(restored))
    for (const phone of ['712000001', '712000003', '712000004']) expect(texts).not.toContain(phone)
    expect(texts).toContain('712000002')
    expect(texts).toContain('712000005')
    const summaryOf = (database: string) =>
      query(database, 'select sum(orders)::int as orders, sum(customers)::int as customers from summary_shards')
    const counted =
      'select count(*)::int as orders, (select count(*)::int from customers where merged_into is null) as customers from orders'
    expect(await summaryOf(restored)).toEqual(await query(restored, counted))
  })

  it('restores the pictures from beside the backup, from a download, and not at all if one is missing', async () => {
    const { pictures } = await restoreAll()
    expect(pictures.stored).toEqual(server.pictures.stored)

    const folder = await newFolder()
    const { fileName, stream } = await made.backups.open(name)
    await pipeline(stream, createWriteStream(path.join(folder, fileName)))
    const fromDownload = await restoreFrom(folder, fileName, { eraseAgain: (tx) => eraseAgain(tx, new Date()) })
    expect(fromDownload.pictures.stored).toEqual(server.pictures.stored)
    expect(fromDownload.restored.erased).toBe(5)

    const into = await newDatabase()
    await expect(restoreAll({ places: [], url: into })).rejects.toThrow(/2 of the 2 pictures are missing/)
    expect(await allRows(into)).toEqual({})
  })

  it('does not restore a picture of which a byte has changed, and takes it from elsewhere if it can', async () => {
    const damaged = await newFolder()
    await cp(dir, damaged, { recursive: true })
    const file = path.join(damaged, 'pictures', `${MENU_PICTURE}.tar`)
    const intact = await readFile(file)
    await writeFile(file, changeByte(intact, intact.indexOf('a dish 640')))
    const refused = restoreAll({ places: [backupFolder(damaged)] })
    await expect(refused).rejects.toThrow(/1 of the 2 pictures are missing or damaged/)
    const { pictures } = await restoreAll({ places: [damaged, dir].map(backupFolder) })
    expect(pictures.stored).toEqual(server.pictures.stored)

    const { stream } = await made.backups.open(name)
    const download = await buffer(stream)
    const source = Readable.from([changeByte(download, download.indexOf('a dish 640'))])
    await expect(restoreAll({ source, places: [] })).rejects.toThrow(/1 of the 2 pictures are missing or damaged/)
  })

  it('ignores the erased keys of another restaurant', async () => {
    const place = (await backupsOf(server)).dir
    const keys = await query<{ key: string }>(url(), 'select key from erasures')
    await backupFolder(place).noteErased(
      'another-restaurant',
      keys.map(({ key }) => key),
    )
    const { restored } = await restoreAll({ places: [backupFolder(place)], withoutPictures: true })
    expect(restored.erased).toBe(0)
  })

  it('leads to a database on which Masa starts and takes orders', async () => {
    const { url: restored } = await restoreAll()
    const connection = connect(
      () => restored,
      () => {},
      { orders: 2, reports: 1 },
    )
    const { buildApp } = await import('#server/app.ts')
    const config = { publicUrl: undefined, trustProxy: false, timeZone: 'Europe/Bucharest', guestWritesPerMinute: 0 }
    const { recordingLog } = await import('#server/testing/log.ts')
    const app = await buildApp({
      ...{ config, connection, clock: server.clock, pictures: server.pictures },
      log: recordingLog().log as Parameters<typeof buildApp>[0]['log'],
    })
    const placed = await app.inject({ method: 'POST', url: '/api/orders', payload: takeaway(server) })
    expect(placed.statusCode).toBe(201)
    await app.close()
    await connection.close()
    expect(inject('databaseServer')).toBeTruthy()
  })
})
