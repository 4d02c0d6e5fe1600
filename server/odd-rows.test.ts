import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { DEFAULT_RESERVATIONS } from '#shared/domain/reservations/reservations.ts'
import { addDays } from '#shared/domain/time/local-time.ts'
import { inTransaction } from './db/index.ts'
import { takeaway, testServer } from './testing/app.ts'
import { businessDay } from './testing/business-day.ts'
import { declaredEndpoints } from './testing/endpoints.ts'
import { furnishServer } from './testing/furnished.ts'
import { multipartOf } from './testing/pictures.ts'
import { signInPeople } from './testing/users.ts'

/* What the database allows in a row, and no request can write, takes nothing from anybody but the row itself. */

const server = testServer()

const JSONS = [null, {}, [], 'x', 5, [null], [{}], [5]]
const ODD: Record<string, readonly unknown[]> = {
  timestamptz: ['infinity', '-infinity', '4713-01-01 00:00:00+00 BC', '294276-12-31', '0001-01-01', '9999-12-31'],
  date: ['infinity', '-infinity', '4713-01-01 BC', '5874897-12-31', '10000-01-01', '9999-12-31'],
  int2: [-32_768, 32_767, 0],
  int4: [-2_147_483_648, 2_147_483_647, 0],
  int8: ['-9223372036854775808', '9223372036854775807', 0],
  numeric: ['NaN', -1, 100],
  text: ['', '\u0001\u202e', 'x'.repeat(10_000)],
  bool: [true, false],
}

/** What a column may hold. @param stored what it does hold */
function oddValues(type: string, stored: unknown): readonly unknown[] {
  if (type.startsWith('_')) return ['{}', '{NULL}', '{{1,2}}', '{x}']
  return type === 'jsonb' ? [...JSONS, ...oddFields(stored)] : (ODD[type] ?? [])
}

/** JSON with one field of its objects replaced. */
function oddFields(json: unknown): unknown[] {
  if (Array.isArray(json)) return json.slice(0, 1).flatMap((entry) => oddFields(entry).map((odd) => [odd]))
  if (typeof json !== 'object' || json === null) return []
  return Object.keys(json).flatMap((field) => JSONS.map((odd) => ({ ...json, [field]: odd })))
}

/**
 * The tables behind the lists that are published, in whose columns anything may stand; in others, any date and any
 * amount, but for lines, each of which is a part of its order.
 */
const PUBLISHED = [
  ...['menu_categories', 'menu_items', 'dish_portions', 'option_groups', 'menu_options', 'price_rules', 'promotions'],
  ...['tables', 'reservations'],
]
const ONE_ROW = ['settings', 'secrets', 'totals', 'backup_state']

/** Adds rows that differ from a stored one in one odd value, wherever the database lets them. @returns how many */
async function addOddRows(): Promise<Record<string, number>> {
  const { db } = server.connection
  const { rows: columns } = await db.execute<{ table: string; column: string; type: string; isUnique: boolean }>(sql`
    select table_name as table, column_name as column, udt_name as type, exists (
      select from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
      where indisunique and indrelid = table_name::regclass and attname = column_name) as "isUnique"
    from information_schema.columns where table_schema = 'public' order by ordinal_position`)
  const counts: Record<string, number> = {}
  let next = 1_000_000
  for (const table of new Set(columns.map((one) => one.table))) {
    if (ONE_ROW.includes(table)) continue
    const own = columns.filter((one) => one.table === table)
    const { rows } = await db.execute<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(one) as row from ${sql.identifier(table)} one limit 1`,
    )
    const isOdd = ({ column, type }: (typeof own)[number]) =>
      column !== 'id' &&
      (PUBLISHED.includes(table) ||
        ['timestamptz', 'date'].includes(type) ||
        (type === 'int8' && table !== 'order_items'))
    for (const { column, type } of rows.length > 0 ? own.filter(isOdd) : [])
      for (const odd of [null, ...oddValues(type, rows[0]?.row[column])]) {
        next += 1
        const unique = own.filter((one) => one.isUnique && ['int8', 'int4', 'text'].includes(one.type))
        const fresh = unique.map((one) => [one.column, one.type === 'text' ? `odd${next}` : next])
        const row = JSON.stringify({ ...rows[0]?.row, ...Object.fromEntries(fresh), [column]: odd })
        const name = sql.identifier(table)
        const adding = inTransaction(db, (tx) =>
          tx.execute(sql`insert into ${name} overriding system value
            select * from jsonb_populate_record(null::${name}, ${row}::jsonb)`),
        )
        // The database may refuse it.
        if (await adding.then(() => true).catch(() => false)) counts[table] = (counts[table] ?? 0) + 1
      }
  }
  return counts
}

let people: Record<string, string>

/** Reads everything that needs no parameter, as everybody who may. */
async function readAll() {
  const reads = declaredEndpoints
    .filter(({ method, path }) => method === 'GET' && !path.includes(':'))
    .flatMap(({ path, access }) =>
      Object.entries(people).flatMap(([person, cookie]) =>
        access !== 'owner' || person === 'owner' ? [{ path, person, cookie }] : [],
      ),
    )
  const read = new Map<string, { status: number; list: { id?: number; isBroken?: true }[] }>()
  for (const { path, person, cookie } of reads) {
    const today = businessDay(new Date())
    const query = path === '/api/reports' ? `?from=${addDays(today, -1)}&to=${today}` : ''
    const response = await server.call('GET', path + query, undefined, { headers: { cookie } })
    const body = response.headers['content-type']?.toString().includes('json') ? response.json() : undefined
    read.set(`${person}: ${path}`, { status: response.statusCode, list: Array.isArray(body) ? body : [] })
  }
  return read
}

async function owner(method: 'POST' | 'PATCH', path: string, body: object) {
  const response = await server.asOwner(method, path, body)
  expect([path, response.statusCode < 300 ? 'done' : response.body]).toEqual([path, 'done'])
  return response.json()
}

describe('rows of every shape that the database allows', () => {
  let before: Awaited<ReturnType<typeof readAll>>
  let after: Awaited<ReturnType<typeof readAll>>
  let added: Record<string, number>
  const blocked = monitorEventLoopDelay()

  beforeAll(async () => {
    const { both, guest } = await signInPeople(server)
    people = { guest, staff: both, owner: server.owner }
    await furnishServer(server)
    await owner('PATCH', '/api/settings', { reservations: { ...DEFAULT_RESERVATIONS, on: true, online: true } })
    await owner('PATCH', `/api/menu/${server.soup}`, { takeawayFee: { name: 'Box', amount: 100, deposit: false } })
    await owner('POST', `/api/menu/${server.pizza}/portions`, { left: 50 })
    // A rule that does not run while this test orders, on whatever weekday that is.
    const weekly = [{ day: ((new Date().getUTCDay() + 2) % 7) + 1, from: '10:00', to: '12:00' }]
    const dates = { from: '2026-01-01', until: '2040-01-01' }
    await owner('POST', '/api/price-rules', { name: 'Rule', percent: 10, dishIds: [server.soup], weekly, ...dates })
    const promotion = {
      ...{ title: 'Soup', titleRo: 'Supă', description: 'Hot', descriptionRo: 'Fierbinte' },
      ...{ startDate: '2026-01-01', endDate: '2090-01-01' },
    }
    const { payload, headers } = multipartOf(...Object.entries(promotion).map(([name, content]) => ({ name, content })))
    await server.call('POST', '/api/promotions', undefined, { payload, headers: { ...headers, cookie: server.owner } })
    const at = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 24 * 3_600_000).toISOString()
    await owner('POST', '/api/reservations', { at, party: 2, name: 'Ana Pop', phoneNumber: '0712345678' })
    await server.call('POST', '/api/orders', takeaway(server, { diningOption: 'dine-in', tableId: server.table }))
    before = await readAll()
    added = await addOddRows()
    // In another minute, nothing that depends on the time is cached.
    server.clock.jump(60_000)
    blocked.enable()
    after = await readAll()
    blocked.disable()
  })

  it('are many', () => {
    expect(Object.keys(added)).toEqual(expect.arrayContaining(PUBLISHED.filter((table) => table !== 'dish_portions')))
    expect(added.price_rules).toBeGreaterThan(30)
    expect(added.menu_items).toBeGreaterThan(80)
    expect(added.orders).toBeGreaterThan(20)
  })

  it('take no list from anybody, and no other row from any list', () => {
    for (const [read, { status, list }] of before) {
      const now = after.get(read)
      expect([read, now?.status]).toEqual([read, status])
      const ids = new Set(now?.list.map(({ id }) => id))
      expect([read, list.filter(({ id }) => !ids.has(id))]).toEqual([read, []])
    }
    const failures = server
      .logged()
      .split('\n')
      .filter((line) => /work of an area failed|request failed/.test(line))
    expect(failures).toEqual([])
    // So long that others lose their connections.
    expect(blocked.max / 1e9).toBeLessThan(10)
  })

  it('keep nobody from ordering another dish', async () => {
    const order = takeaway(server, { items: [{ menuItemId: server.pizza, quantity: 1 }], total: 4200 })
    expect((await server.call('POST', '/api/orders', order)).statusCode).toBe(201)
    expect((await server.call('POST', '/api/orders', takeaway(server))).statusCode).toBeLessThan(500)
  })

  it.each(['"x"', '[5]', '[{"day": 9}]'])('take no dishes from a category whose hours are %s', async (hours) => {
    const { db } = server.connection
    await db.execute(sql`update menu_categories set served_hours = ${hours}::jsonb where name = 'Test soups'`)
    const listOf = async (path: string, cookie = '') =>
      (await server.call('GET', path, undefined, { headers: { cookie } })).json<{ id: number; isBroken?: true }[]>()
    const broken = expect.objectContaining({ name: 'Test soups', isBroken: true })
    await vi.waitFor(async () => expect(await listOf('/api/menu/categories', server.owner)).toContainEqual(broken))
    expect(await listOf('/api/menu')).toContainEqual(expect.objectContaining({ id: server.pizza }))
    expect(await listOf('/api/menu/categories')).toContainEqual(expect.objectContaining({ name: 'Test soups' }))
    const order = takeaway(server, { items: [{ menuItemId: server.pizza, quantity: 1 }], total: 4200 })
    expect((await server.call('POST', '/api/orders', order)).statusCode).toBe(201)
    await db.execute(sql`update menu_categories set served_hours = null where name = 'Test soups'`)
  })

  it.each([
    ['/api/price-rules', '/api/price-rules'],
    ['/api/menu', '/api/menu'],
    ['/api/menu/categories', '/api/menu/categories'],
    ['/api/menu/options', '/api/menu/options'],
    ['/api/promotions/all', '/api/promotions'],
  ])('are shown by %s to owners, who can delete them, and not to guests', async (list, path) => {
    const brokenOf = (person: string) => after.get(`${person}: ${list}`)?.list.filter(({ isBroken }) => isBroken) ?? []
    expect([brokenOf('guest'), brokenOf('owner')[0]]).toEqual([[], expect.objectContaining({ isBroken: true })])
    const [first] = brokenOf('owner')
    if (list === path && list !== '/api/menu/options')
      expect((await server.asOwner('PATCH', `${path}/${first?.id}`, { name: 'Mended' })).statusCode).toBe(200)
    for (const { id } of brokenOf('owner').slice(0, 5))
      expect((await server.asOwner('DELETE', `${path}/${id}`)).statusCode).toBe(204)
  })
})
