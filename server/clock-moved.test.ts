import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { loginFailures, menuOptions, optionGroups, pictures, sharedSessions, webhooks } from './db/schema/index.ts'
import { takeaway } from './testing/app.ts'
import { SHORT_PRINTER_TIMEOUTS } from './testing/printer-timeouts.ts'
import { printingFixture } from './testing/printing.ts'
import { newTable, seatAtNewTable } from './testing/users.ts'

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000]
const NOON = new Date('2026-11-21T12:00:00.000Z')

/** The timers of the server: they run only when the test calls them. */
const timers: (() => unknown)[] = []
beforeAll(() => {
  const spy = vi.spyOn(globalThis, 'setInterval')
  spy.mockImplementation(((run: () => unknown) => {
    timers.push(run)
    return setTimeout(() => {}, 0)
  }) as unknown as typeof setInterval)
  afterAll(() => spy.mockRestore())
})
const { server, call, stand, add, addStar, place, db } = printingFixture(SHORT_PRINTER_TIMEOUTS)

async function runTimers() {
  for (const run of timers) await run()
}

/** What may be written at any time: who was there last, who has a lease, that a ticket is late. */
const NOTED =
  /^(printers\.(seen_at|leased_(by|until)|state)|print_jobs\.is_late|sessions\.(used|expires)_at|session_participants\.(seen_at|updated_at)|backup_state\..*)$/

/** Every row of every table, without what is noted. */
async function everything(): Promise<Record<string, string[]>> {
  const { rows: tables } = await db().execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  const all: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await db().execute<Record<string, unknown>>(sql`select * from ${sql.identifier(name)}`)
    const known = rows.map((row) =>
      JSON.stringify(Object.entries(row).filter(([column]) => !NOTED.test(`${name}.${column}`))),
    )
    all[name] = known.sort()
  }
  return all
}

/** A restaurant at noon, with one of each thing that time ends. */
async function furnish() {
  server.clock.set(NOON)
  const owner = (method: 'POST' | 'PATCH', path: string, body: unknown) => call(method, path, body)
  await owner('PATCH', '/settings', {
    pickup: { on: true, leadMinutes: 0, slotMinutes: 15, daysAhead: 1, ordersPerSlot: null },
  })
  // Delivered long enough ago for a clock that is two hours ahead.
  server.clock.set(new Date(NOON.getTime() - 2 * HOUR_MS))
  const delivered = await place()
  for (const status of ['preparing', 'ready', 'delivered']) await owner('PATCH', `/orders/${delivered.id}`, { status })
  server.clock.set(NOON)
  const printer = await stand({ hasPaper: false })
  await add(printer)
  await place()
  const { token } = await addStar({ stations: [1] })
  await place({ pickupAt: new Date(NOON.getTime() + 90 * MINUTE_MS).toISOString() })
  await server.call('POST', '/api/orders', takeaway(server, { phoneNumber: '0733 111 222' }), {
    headers: { 'idempotency-key': 'remembered' },
  })
  // It prints for as long as the clock is wrong.
  await server.call('GET', `/api/printing/${token}`)
  await owner('POST', `/menu/${server.soup}/portions`, { left: 3 })
  await owner('POST', `/menu/${server.pizza}/sold-out`, { soldOut: true })
  const [group] = await db().insert(optionGroups).values({ name: 'Sauces' }).returning()
  await db()
    .insert(menuOptions)
    .values({ groupId: group?.id ?? 0, position: 1, name: 'Garlic', soldOutUntil: new Date(NOON.getTime() + HOUR_MS) })
  await owner('POST', '/pause', { paused: true, until: new Date(NOON.getTime() + HOUR_MS).toISOString() })
  const [ana] = await seatAtNewTable(server, ['Ana'])
  ana.add(server.soup)
  await ana.waitForCart({ [server.soup]: 1 })
  const other = await newTable(server)
  await server.call('POST', `/api/tables/${other.id}/calls`, { kind: 'waiter' })
  await db()
    .insert(sharedSessions)
    .values({
      ...{ id: 'over', tableId: other.id, status: 'cancelled' as const },
      ...{ createdAt: NOON, updatedAt: NOON, expiresAt: NOON },
    })
  await db()
    .insert(loginFailures)
    .values({ networks: ['10.0.0.1'], usernameKey: 'boss', device: null, at: NOON })
  await db()
    .insert(pictures)
    .values({ hash: 'a'.repeat(32), usedAt: NOON })
  await db()
    .insert(webhooks)
    .values({
      url: 'http://192.0.2.1/',
      secret: 'whsec_AAAA',
      events: ['day.closed'],
      personal: false,
      failingSince: NOON,
    })
  await owner('PATCH', '/settings', { retentionMonths: 1 })
  await db().execute(sql`update settings set retention_starts_at = null`)
  return ana
}

const READ = ['/settings', '/menu', '/printers', '/floor', '/hours', '/orders', '/shared-sessions']

/** What people see of it. */
async function seen() {
  const get = async (path: string) => (await call('GET', path)).json()
  const { ordersPaused, ordersPausedUntil } = await get('/settings')
  const menu = await (await server.call('GET', '/api/menu')).json()
  const printers = await get('/printers')
  const floor = await get('/floor')
  return {
    ...{ ordersPaused, ordersPausedUntil, menu },
    waiting: printers.map(({ waiting }: { waiting: number }) => waiting),
    tables: floor.map(({ id, since, status, calls, session }: Record<string, unknown>) => [
      id,
      since,
      status,
      calls,
      session,
    ]),
    hours: await get('/hours'),
  }
}

it('a clock that is wrong for a minute ends nothing', async () => {
  const ana = await furnish()
  await runTimers()
  const before = await everything()
  const shown = await seen()
  for (const [moved, ms] of [
    ['two hours ahead', 2 * HOUR_MS],
    ['forty days ahead', 40 * DAY_MS],
    ['three years ahead', 3 * 365 * DAY_MS],
    ['two hours behind', -2 * HOUR_MS],
  ] as const) {
    server.clock.jump(ms)
    for (let times = 0; times < 2; times++) await runTimers()
    // Nobody may be signed in then.
    for (const path of READ) await call('GET', path)
    await ana.complete()
    server.clock.jump(-ms)
    for (let times = 0; times < 2; times++) await runTimers()
    const after = await everything()
    const changed = Object.entries(before).flatMap(([table, rows]) => [
      ...rows.filter((row) => !after[table]?.includes(row)).map((row) => `${table} - ${row}`),
      ...(after[table] ?? []).filter((row) => !rows.includes(row)).map((row) => `${table} + ${row}`),
    ])
    expect.soft({ moved, changed }).toEqual({ moved, changed: [] })
    expect.soft({ moved, ...(await seen()) }).toEqual({ moved, ...shown })
  }
})
