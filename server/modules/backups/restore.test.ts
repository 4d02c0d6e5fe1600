import { mkdtemp, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { eraseAgain } from '#server/modules/customers/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { allRows, backupsOf, newDatabase, newFolder, restoreFrom } from '#server/testing/backups.ts'
import { query } from '#server/testing/databases.ts'
import { WAIT_OPTIONS } from '#server/testing/phone.ts'
import { runCommand } from '#server/testing/process.ts'
import type { OrderRequest, PlacedOrder } from '#shared/contracts/orders.ts'
import { PICTURE_WIDTHS } from '#shared/domain/menu/pictures.ts'
import { noteErased } from './folder.ts'

/** Tables whose rows are meant to differ after a restore. */
const CHANGED = ['sessions', 'login_failures', 'backup_state']
const PICTURE = 'a'.repeat(32)
const UNUSED_PICTURE = 'b'.repeat(32)

const server = testServer()
const url = () => server.connection.server.url()

async function placeOrder(more: Partial<OrderRequest> = {}) {
  return (await server.call('POST', '/api/orders', takeaway(server, more))).json<PlacedOrder>()
}
const complete = (id: number) => server.asOwner('PATCH', `/api/orders/${id}`, { status: 'completed' })
const idOf = async (phone: string) =>
  (await server.asOwner('GET', `/api/customers?q=${phone}`)).json<{ id: number }[]>()[0]?.id ?? 0
async function eraseCustomerOf(phone: string) {
  expect((await server.asOwner('DELETE', `/api/customers/${await idOf(phone)}`)).statusCode).toBe(204)
}

/** Records a payment, its reversal and a movement of the till, closes the day, and begins another. */
async function closeDay() {
  const post = async (route: string, body: object) => {
    const response = await server.asOwner('POST', `/api${route}`, body, {
      'idempotency-key': `drill ${route} ${Date.now()}`,
    })
    expect([response.statusCode, response.body]).toEqual([201, expect.any(String)])
    return response.json()
  }
  await server.asOwner('PATCH', '/api/settings', { payments: true })
  const { id, total } = await placeOrder({ tableId: server.table })
  const payment = { orders: [id], due: total, amount: total, method: 1, tip: 300, guestName: 'Ana' }
  const { id: paymentId } = await post('/payments', payment)
  await post(`/payments/${paymentId}/reverse`, { amount: 100, tip: 50, method: 2, reason: 'too\tmuch\n' })
  const { lastEntry: seen } = (await server.asOwner('GET', '/api/days/open')).json()
  await post('/days/close', { counted: 7000, left: 500, seen, note: 'ă "quoted"' })
  await post('/till', { kind: 'in', amount: 20_000, reason: 'change' })
  await server.asOwner('PATCH', '/api/settings', { payments: false })
  await complete(id)
}

let dir = ''
let name = ''
let file = ''
let before: Record<string, string[]> = {}

beforeAll(async () => {
  const made = await backupsOf(server)
  dir = made.dir
  for (const hash of [PICTURE, UNUSED_PICTURE])
    await server.pictures.put(hash, new Map(PICTURE_WIDTHS.map((width) => [width, Buffer.from(`${hash} ${width}`)])))
  await query(
    url(),
    `update menu_items set image_url = '/pictures/${PICTURE}/640.webp' where id = ${server.soup};
     insert into pictures (hash, used_at) values ('${UNUSED_PICTURE}', now());
     update whatsapp_queue set configured = true; update settings set owner_phone_number = '40712000111'`,
  )
  for (const phoneNumber of ['0712000001', '0712000002', '0712000003', '0712000004'])
    await complete((await placeOrder({ phoneNumber, notes: 'tab\there\\ and\na line' })).id)
  await closeDay()
  // An evening that is not over: an open order whose ticket a device has claimed, a withdrawn one, and a cart.
  await placeOrder({ phoneNumber: '0712000005' })
  await query(
    url(),
    `update orders set tickets = '[{"id":1,"kind":"kitchen","claimedUntil":"2100-01-01T00:00:00Z"}]' where status = 'pending';
     insert into shared_sessions (id, table_id, created_at, updated_at, expires_at)
       values ('evening', ${server.table}, now(), now(), now() + interval '1 hour');
     insert into session_participants (id, session_id, guest_number, name, token_hash, created_at, updated_at)
       values ('one', 'evening', 1, 'Ana', 'x', now(), now());
     insert into shared_cart_items (session_id, participant_id, menu_item_id, quantity, created_at, updated_at)
       values ('evening', 'one', ${server.soup}, 3, now(), now());
     insert into fiscal_receipts (kind, name, names, state, at, changed_at, by)
       values ('receipt', 'a', '{}', 'waiting', now(), now(), 'Ana'), ('receipt', 'b', '{b}', 'handed', now(), now(), 'Ana'),
         ('receipt', 'c', '{c}', 'printed', now(), now(), 'Ana')`,
  )
  await server.asOwner('POST', '/api/events', {
    ...{ customerName: 'Ana Pop', customerEmail: 'ana@example.com', customerPhone: '40712000003' },
    ...{ eventDate: '2030-01-01', numberOfGuests: 30, items: [{ menuItemId: server.soup, quantity: 2 }] },
  })
  await eraseCustomerOf('0712000001')
  before = await allRows(url(), CHANGED)
  name = (await made.make()).name
  file = path.join(dir, name)

  // After the backup, an order is placed, and two customers are merged and erased.
  await complete((await placeOrder({ phoneNumber: '0712000006' })).id)
  const [merged, into] = [await idOf('0712000004'), await idOf('0712000003')]
  await server.asOwner('POST', `/api/customers/${merged}/merge`, { intoId: into })
  await eraseCustomerOf('0712000003')
  await noteErased(server.connection.db, dir)
})

const restoreAll = () => restoreFrom(file, { eraseAgain: (tx) => eraseAgain(tx, new Date()) })

describe('restoring an evening', () => {
  it('restores every row, sequence, cart and picture, and leaves out sign-ins', async () => {
    const { url: restored, pictures } = await restoreFrom(file)
    expect(pictures.stored).toEqual(server.pictures.stored)
    const after = await allRows(restored, CHANGED)
    const differing = Object.keys(before).filter(
      (table) => JSON.stringify(before[table]) !== JSON.stringify(after[table]),
    )
    expect(differing).toEqual(['erasures', 'fiscal_receipts', 'orders', 'whatsapp_messages'])
    // What was under way may have been printed since.
    expect(await query(restored, 'select name, state from fiscal_receipts order by id')).toEqual([
      ...[
        { name: 'a', state: 'unclear' },
        { name: 'b', state: 'unclear' },
        { name: 'c', state: 'printed' },
      ],
    ])
    expect(after.orders).toHaveLength(before.orders?.length ?? 0)
    expect(after.shared_cart_items).toHaveLength(1)
    expect([after.day_entries?.length, after.entry_shares?.length, after.days?.length]).toEqual([3, 2, 1])
    expect(await query(restored, 'select from sessions')).toEqual([])
    expect((await query(url(), 'select from sessions')).length).toBeGreaterThan(0)
    expect(await query(restored, 'select last_at, failed_at from backup_state')).toEqual([
      { last_at: null, failed_at: null },
    ])
    const migrations = 'select hash, created_at from drizzle.__drizzle_migrations order by id'
    expect(await query(restored, migrations)).toEqual(await query(url(), migrations))
    const [ids] = await query<{ orders: string; items: string; lastOrder: number; lastItem: number }>(
      restored,
      `select nextval('orders_id_seq') as orders, nextval('order_items_id_seq') as items,
         (select max(id)::int from orders) as "lastOrder", (select max(id)::int from order_items) as "lastItem"`,
    )
    expect(Number(ids?.orders)).toBe((ids?.lastOrder ?? 0) + 10_001)
    expect(Number(ids?.items)).toBe((ids?.lastItem ?? 0) + 1)
  })

  it('sends no message twice, and drops the claims of devices that are gone', async () => {
    const { url: restored } = await restoreAll()
    const waiting = 'select from whatsapp_messages where accepted_at is null'
    expect((await query(url(), waiting)).length).toBeGreaterThan(0)
    expect(await query(restored, waiting)).toEqual([])
    expect(await query(restored, "select tickets from orders where status = 'pending'")).toEqual([
      { tickets: [{ id: 1, kind: 'kitchen' }] },
    ])
  })

  it('erases again what was erased after the backup, also customers that were merged later', async () => {
    const { url: restored, restored: report } = await restoreAll()
    // These are two orders, an event, and two customers.
    expect(report.erased).toBe(5)
    const texts = JSON.stringify(await allRows(restored))
    for (const phone of ['712000001', '712000003', '712000004']) expect(texts).not.toContain(phone)
    for (const phone of ['712000002', '712000005']) expect(texts).toContain(phone)
  })

  it('takes pictures and erased keys from the folder of the backups too, and says how many pictures are missing', async () => {
    const elsewhere = path.join(await newFolder(), 'copy.bin')
    const { make, dir: other } = await backupsOf(server, { dir: path.join(path.dirname(elsewhere), 'backups') })
    await rename(path.join(other, (await make()).name), elsewhere)
    await rm(path.join(other, 'pictures', PICTURE), { recursive: true })
    const alone = await restoreFrom(elsewhere)
    expect(alone.restored).toMatchObject({ pictures: 0, missingPictures: 2 })
    const both = await restoreFrom(elsewhere, { backupDir: other })
    expect(both.restored).toMatchObject({ pictures: 1, missingPictures: 1 })
  })
})

it('a restore is refused, and changes nothing, if the database contains anything', async () => {
  const started = await newDatabase(true)
  const foreign = await newDatabase()
  await query(foreign, 'create table accounts (id int)')
  for (const database of [started, foreign]) {
    const rows = await allRows(database)
    await expect(restoreFrom(file, { url: database })).rejects.toThrow(/is not empty/)
    expect(await allRows(database)).toEqual(rows)
  }
})

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'after %s during a restore the database is empty, and the next one succeeds',
  async (signal) => {
    const DATABASE_URL = await newDatabase()
    const env = { DATABASE_URL, DATA_DIR: await mkdtemp(path.join(await newFolder(), 'data-')), BACKUP_DIR: dir }
    // Slows down the creation of indexes, so that the restore is killed midway.
    await query(
      DATABASE_URL,
      `create schema slow;
       create function slow.down() returns event_trigger language plpgsql as $$ begin perform pg_sleep(0.05); end $$;
       create event trigger slow_down on ddl_command_end when tag in ('CREATE INDEX') execute function slow.down()`,
    )
    const killed = runCommand('restore', env, name)
    const inDatabase = `select from pg_stat_activity where datname = '${new URL(DATABASE_URL).pathname.slice(1)}'`
    const sleeping = `${inDatabase} and query ilike 'create index%' and wait_event = 'PgSleep'`
    await vi.waitFor(async () => expect(await query(url(), sleeping)).toHaveLength(1), { ...WAIT_OPTIONS, interval: 5 })
    killed.process.kill(signal)
    expect((await killed.ended).code).toBe(signal)
    // PostgreSQL notices the killed client a moment later.
    await vi.waitFor(async () => expect(await query(url(), inDatabase)).toEqual([]), WAIT_OPTIONS)
    expect(await allRows(DATABASE_URL)).toEqual({})
    await query(DATABASE_URL, 'drop event trigger slow_down')
    const again = await runCommand('restore', env, name).ended
    expect(again).toEqual({ code: 0, output: expect.stringContaining('all compared') })
    expect((await allRows(DATABASE_URL)).orders?.length).toBeGreaterThan(0)
  },
)
