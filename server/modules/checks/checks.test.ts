import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { backupState, menuItems, orders, settings, whatsappMessages, whatsappQueue } from '#server/db/schema/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { listenUrl, openTestSocket, WAIT_OPTIONS } from '#server/testing/phone.ts'
import type { BeforeService } from '#shared/contracts/before-service.ts'
import type { Language } from '#shared/domain/language.ts'
import { diskState, readChecks } from './index.ts'

const server = testServer()
const NOW = new Date('2026-11-21T15:00:00.000Z')
const MINUTE_MS = 60_000
const [MB, GB] = [1_000_000, 1_000_000_000]
beforeEach(() => server.clock.set(NOW))

const answer = async (lang: Language = 'en'): Promise<BeforeService> =>
  (await server.asOwner('GET', '/api/before-service', undefined, { 'accept-language': lang })).json()
type Name = BeforeService['checks'][number]['name']
const rowOf = ({ checks }: Pick<BeforeService, 'checks'>, name: Name) => {
  const { state, text, way } = checks.find((check) => check.name === name) ?? {}
  return [state, text, way]
}
const check = async (name: Name) => rowOf(await answer(), name)
const change = (values: Partial<typeof settings.$inferInsert>) => server.connection.db.update(settings).set(values)

/** Reads the checks as the doctor does: without an owner, with backups and a disk. */
async function checksOfMachine(
  name: Name,
  { dataDir, ...more }: { dataDir?: string; keep?: number; dir?: string } = {},
) {
  const backups = { dir: path.join(os.tmpdir(), 'masa-nowhere', 'backups'), keep: 14, ...more }
  const parts = { timeZone: 'Europe/Bucharest', whatsapp: undefined, dataDir, backups }
  const log = { warn: vi.fn() } as unknown as Parameters<typeof readChecks>[1]['log']
  const found = await readChecks(parts, {
    ...{ db: server.connection.db, now: NOW, language: 'en' as const, log, address: undefined },
  })
  return rowOf(found, name)
}

describe('the checks before service', () => {
  it('are one list, with title, text and way in the language of the request', async () => {
    const inEnglish = await answer()
    expect(inEnglish.checks.map(({ name, state }) => [name, state])).toEqual([
      ['signIn', 'ok'],
      ['name', 'look'],
      ['menu', 'ok'],
      ['tables', 'ok'],
      ['team', 'look'],
      ['order', 'unknown'],
      ['phone', 'wrong'],
      ['paused', 'ok'],
      ['hours', 'unused'],
      ['soldOut', 'ok'],
      ['unpriced', 'ok'],
      ['undeclared', 'look'],
      ['registration', 'look'],
      ['whatsapp', 'unused'],
      ['clock', 'ok'],
      ['database', 'ok'],
      ['disk', 'unused'],
      ['backup', 'unused'],
    ])
    expect(inEnglish.checks[2]).toEqual({
      ...{ name: 'menu', group: 'guests', state: 'ok', title: 'Menu', text: 'Guests see 2 dishes.', way: null },
    })
    expect((await answer('ro')).checks[2]).toMatchObject({ title: 'Meniul', text: 'Clienții văd 2 preparate.' })
    expect(inEnglish.forgottenDay).toBeNull()
  })

  it('tell what the first steps have reached', async () => {
    const { db } = server.connection
    onTestFinished(async () => {
      await change({ restaurantName: null, registration: true })
      await db.delete(orders)
    })
    expect([await check('name'), await check('team'), await check('order')]).toEqual([
      ['look', expect.any(String), 'name'],
      ['look', expect.any(String), 'team'],
      ['unknown', expect.any(String), 'order'],
    ])
    await change({ restaurantName: 'La Conac', registration: false })
    await server.call('POST', '/api/orders', takeaway(server))
    expect(await check('name')).toEqual(['ok', expect.stringContaining('La Conac'), null])
    expect(await check('team')).toEqual(['ok', 'Only owners sign in.', 'team'])
    expect(await check('order')).toEqual(['ok', 'The board has received an order.', 'order'])
  })

  it('name shown dishes that declare nothing of their allergens', async () => {
    const { db } = server.connection
    const declared = async (values: object) => {
      await db.update(menuItems).set(values).where(eq(menuItems.id, server.soup))
      return (await check('undeclared'))[1]
    }
    onTestFinished(async () => {
      await declared({ allergens: null, allergenCodes: [], allergensChecked: false, isActive: true })
    })
    expect(await declared({ isActive: true })).toContain('Bean soup; Pizza')
    for (const values of [
      { allergenCodes: ['milk'] },
      { allergenCodes: [], allergens: 'Urme' },
      { allergens: null, allergensChecked: true },
    ])
      expect([values, await declared(values)]).toEqual([values, expect.not.stringContaining('Bean soup')])
    expect(await declared({ allergensChecked: false, isActive: false })).not.toContain('Bean soup')
  })

  it('name visible dishes that are sold out or have no price, and call nothing ready of an empty menu', async () => {
    const { db } = server.connection
    const before = await db.select().from(menuItems)
    onTestFinished(async () => {
      for (const { id, ...row } of before) await db.update(menuItems).set(row).where(eq(menuItems.id, id))
    })
    const later = new Date(NOW.getTime() + 1)
    await db.update(menuItems).set({ soldOutUntil: later, price: 0 }).where(eq(menuItems.id, server.soldOut))
    await db.update(menuItems).set({ soldOutUntil: later }).where(eq(menuItems.id, server.soup))
    await db.update(menuItems).set({ soldOutUntil: NOW, price: 0 }).where(eq(menuItems.id, server.pizza))
    expect(await check('soldOut')).toEqual(['look', '1 dish is marked as sold out: Bean soup.', 'menu'])
    expect(await check('unpriced')).toEqual(['wrong', '1 dish that guests see costs nothing: Pizza.', 'menu'])
    await db.update(menuItems).set({ isActive: false })
    const empty = await answer()
    expect(rowOf(empty, 'menu')).toEqual(['wrong', expect.any(String), 'dishes'])
    for (const name of ['paused', 'soldOut', 'unpriced', 'undeclared'] as const)
      expect([name, rowOf(empty, name)[0]]).toEqual([name, 'unused'])
  })

  it('tell today’s opening hours, and the dates with other hours of the next seven days', async () => {
    onTestFinished(async () => void (await change({ openingHours: null })))
    const [noon, late] = [
      { from: '12:00', to: '15:00' },
      { from: '18:00', to: '02:00' },
    ]
    // A Saturday.
    const weekly = [noon, late].map((hours) => ({ day: 6, ...hours }))
    const exceptions = [
      { date: '2026-11-29', closed: true as const },
      { date: '2026-11-28', hours: [late] },
      { date: '2026-11-22', closed: true as const },
    ]
    await change({ openingHours: { weekly, exceptions } })
    const dates = '22 Nov 2026: Closed; 28 Nov 2026: 18:00–02:00'
    const text = `Open today 12:00–15:00, 18:00–02:00. Other hours soon: ${dates}.`
    expect(await check('hours')).toEqual(['ok', text, 'hours'])
    await change({ openingHours: { weekly, exceptions: [{ date: '2026-11-21', closed: true }] } })
    expect(await check('hours')).toEqual(['look', 'Closed today, so guests cannot order.', 'hours'])
  })

  it('tell of paused orders until the pause ends', async () => {
    onTestFinished(async () => void (await change({ ordersPaused: false, ordersPausedUntil: null })))
    const until = new Date(NOW.getTime() + MINUTE_MS)
    await change({ ordersPaused: true, ordersPausedUntil: until })
    expect(await check('paused')).toEqual(['wrong', 'Orders are paused until 17:01.', 'resume'])
    server.clock.set(until)
    expect(await check('paused')).toEqual(['ok', 'Guests can order.', null])
    await change({ ordersPausedUntil: null })
    expect(await check('paused')).toEqual(['wrong', 'Orders are paused until you take them again.', 'resume'])
  })

  it('tell whether WhatsApp sends', async () => {
    const { db } = server.connection
    onTestFinished(async () => {
      await db.delete(whatsappMessages)
      await db.update(whatsappQueue).set({ configured: false, stoppedBy: null, lastAt: null })
      await change({ whatsappNotificationsEnabled: true, ownerPhoneNumber: null })
    })
    await db.update(whatsappQueue).set({ configured: true, lastAt: NOW })
    expect((await check('whatsapp'))[0]).toBe('look')
    await change({ ownerPhoneNumber: '40712345678' })
    await db.insert(whatsappMessages).values([{ createdAt: NOW }, { createdAt: NOW, acceptedAt: NOW }])
    const sent = 'Messages about new orders are sent. 1 message waits to be sent.'
    expect(await check('whatsapp')).toEqual(['ok', sent, 'whatsapp'])
    await db.update(whatsappQueue).set({ stoppedBy: 'token' })
    expect(await check('whatsapp')).toEqual(['wrong', expect.stringContaining('access token'), 'whatsapp'])
    await change({ whatsappNotificationsEnabled: false })
    expect((await check('whatsapp'))[0]).toBe('unused')
  })

  it('tell that the clock was set, for an hour', async () => {
    expect(await check('clock')).toEqual(['ok', 'It shows 21 Nov 2026, 17:00.', null])
    server.clock.jump(2 * 60 * MINUTE_MS)
    expect(await check('clock')).toEqual(['look', expect.stringMatching(/21 Nov 2026, 19:00.* Until 20:00 /), null])
    server.clock.jump(-2 * 60 * MINUTE_MS)
    expect((await check('clock'))[0]).toBe('look')
    server.clock.set(new Date(NOW.getTime() + 60 * MINUTE_MS))
    expect((await check('clock'))[0]).toBe('ok')
    expect(await checksOfMachine('clock')).toEqual([undefined, undefined, undefined])
  })

  it('tell the end of the owner’s own session two weeks in advance', async () => {
    const sessions = sql`update sessions set created_at = '2026-05-25T12:00:00Z', expires_at = '2027-01-01T00:00:00Z'`
    await server.connection.db.execute(sessions)
    // 180 days later it is 21 November, 14:00; the next business day begins at four.
    for (const [now, state] of [
      ['2026-11-08T01:59:59.000Z', 'ok'],
      ['2026-11-08T02:00:00.000Z', 'look'],
    ] as const) {
      server.clock.set(new Date(now))
      expect([now, (await check('signIn'))[0]]).toEqual([now, state])
    }
    expect((await check('signIn'))[1]).toContain('22 Nov 2026, 04:00')
    await server.connection.db.execute(sql`update sessions set created_at = now()`)
    expect(await checksOfMachine('signIn')).toEqual([undefined, undefined, undefined])
  })

  it.each([
    ['half of it free', 'ok', 50 * GB, 100 * GB],
    ['1 GB and 5 % free', 'ok', GB, 20 * GB],
    ['less than 1 GB free', 'look', GB - 1, 10 * GB],
    ['less than 5 % free', 'look', 5 * GB - 1, 100 * GB],
    ['200 MB free', 'look', 200 * MB, GB],
    ['less than 200 MB free', 'wrong', 200 * MB - 1, GB],
    ['nothing free', 'wrong', 0, 0],
  ])('rate a disk with %s as %s', (_, state, free, total) => {
    expect(diskState({ free, total })).toBe(state)
  })

  it('do not fail with a disk that cannot be read', async () => {
    expect((await checksOfMachine('disk', { dataDir: '/gone' }))[0]).toBe('unused')
  })

  it.each([
    ['made on time', { lastAt: '2026-11-19T15:00:00.000Z' }, {}, 'ok', null],
    ['none yet', {}, {}, 'look', 'backup'],
    ['older than two days', { lastAt: '2026-11-19T14:59:59.999Z' }, {}, 'look', 'backup'],
    ['on the disk with the data', { lastAt: '2026-11-21T02:00:00.000Z' }, { dataDir: '/' }, 'look', null],
    ['failed', { lastAt: '2026-11-21T02:00:00.000Z', failedAt: '2026-11-21T03:00:00.000Z' }, {}, 'wrong', 'backup'],
    ['not made by themselves', {}, { keep: 0 }, 'unused', null],
  ])('rate backups that are %s', async (_, { lastAt, failedAt }: Record<string, string>, machine, state, way) => {
    const { db } = server.connection
    onTestFinished(async () => void (await db.update(backupState).set({ lastAt: null, failedAt: null })))
    const at = (moment?: string) => (moment ? new Date(moment) : null)
    await db.update(backupState).set({ lastAt: at(lastAt), failedAt: at(failedAt) })
    const [foundState, , foundWay] = await checksOfMachine('backup', machine)
    expect([foundState, foundWay]).toEqual([state, way])
  })
})

it('call a folder of backups wrong that cannot be one, whatever the last backup did', async () => {
  const { db } = server.connection
  const folder = await mkdtemp(path.join(os.tmpdir(), 'masa-checks-'))
  onTestFinished(async () => {
    await db.update(backupState).set({ lastAt: null })
    await rm(folder, { recursive: true })
  })
  await db.update(backupState).set({ lastAt: NOW })
  await writeFile(path.join(folder, 'file'), '')
  await symlink(path.join(folder, 'gone'), path.join(folder, 'link'))
  const stateOf = async (dir: string, keep?: number) =>
    (await checksOfMachine('backup', { dir: path.join(folder, dir), ...(keep !== undefined && { keep }) }))[0]
  for (const dir of ['', 'new', 'new/deep']) expect([dir, await stateOf(dir)]).toEqual([dir, 'ok'])
  for (const dir of ['file', 'file/below', 'file/below/deep', 'link', 'link/below', 'x'.repeat(300)])
    expect([dir, await stateOf(dir)]).toEqual([dir, 'wrong'])
  expect(await stateOf('file', 0)).toBe('wrong')
})

describe('whether phones reach the address', () => {
  const ADDRESS = 'https://la-conac.example'
  const NETWORK = 'http://192.168.1.20:3000'
  const order = (origin: string, headers = {}) =>
    server.call('POST', '/api/orders', takeaway(server), {
      headers: { origin, host: new URL(origin).host, ...headers },
    })
  const phone = async (host = '192.168.1.20:3000') =>
    rowOf((await server.asOwner('GET', '/api/before-service', undefined, { host })).json(), 'phone')

  it('is told by the first order by the address of the owner’s page, and by no made-up one', async () => {
    expect(await check('phone')).toEqual(['wrong', expect.stringContaining('localhost'), 'phone'])
    expect(await phone()).toEqual(['unknown', expect.stringContaining(NETWORK), 'phone'])
    const statuses = new Set<number>()
    for (let n = 0; n < 20; n++) statuses.add((await order(`http://10.0.1.${n}`)).statusCode)
    expect([...statuses]).toEqual([201])
    // None of these counts: a refused order, an owner's order, and a request from another origin.
    expect((await order(NETWORK, { 'content-type': 'text/plain' })).statusCode).toBe(415)
    expect((await order(NETWORK, { cookie: server.owner })).statusCode).toBe(201)
    expect((await order(NETWORK, { host: 'localhost' })).statusCode).toBe(403)
    expect((await phone())[0]).toBe('unknown')

    const join = { tableId: server.table, name: 'Ana' }
    const byNetwork = { headers: { origin: NETWORK, host: '192.168.1.20:3000' } }
    expect((await server.call('POST', '/api/shared-sessions', join, byNetwork)).statusCode).toBe(201)
    await vi.waitFor(
      async () => expect(await phone()).toEqual(['ok', `A guest has come through ${NETWORK}.`, null]),
      WAIT_OPTIONS,
    )
    expect((await order('http://10.0.2.1')).statusCode).toBe(201)
    expect((await phone())[0]).toBe('ok')
  })

  it('costs no statement once it is known, nor does an order by another address', async () => {
    await phone()
    await order(NETWORK)
    await vi.waitFor(async () => expect((await phone())[0]).toBe('ok'), WAIT_OPTIONS)
    // Read once more after the change, which this order may find.
    await order(NETWORK)
    const update = vi.spyOn(server.connection.db, 'update')
    onTestFinished(() => update.mockRestore())
    for (const origin of [NETWORK, 'http://10.0.3.1', NETWORK]) expect((await order(origin)).statusCode).toBe(201)
    // What no response waits for has been sent by now.
    await server.connection.db.execute(sql`select 1`)
    expect(update.mock.calls.filter(([table]) => table === settings)).toHaveLength(0)
  })

  it('is told by the first order by the address that is set, and owners’ pages are notified once', async () => {
    await server.asOwner('PATCH', '/api/settings', { publicAddress: ADDRESS })
    onTestFinished(async () => void (await server.asOwner('PATCH', '/api/settings', { publicAddress: null })))
    const ownerSocket = await openTestSocket(await listenUrl(server.app), { cookie: server.owner })
    onTestFinished(() => ownerSocket.socket.close())
    // The server knows the address a moment later.
    await vi.waitFor(async () => expect(await phone()).toEqual(['unknown', expect.stringContaining(ADDRESS), 'phone']))
    const changes = () =>
      ownerSocket.receivedFrames().filter((frame) => frame.type === 'CHANGED' && frame.payload.area === 'service')
    const before = changes().length
    // A proxy may pass on another host.
    for (let n = 0; n < 3; n++) expect((await order(ADDRESS, { host: '127.0.0.1:3000' })).statusCode).toBe(201)
    await vi.waitFor(async () => expect((await phone())[0]).toBe('ok'), WAIT_OPTIONS)
    await vi.waitFor(() => expect(changes()).toHaveLength(before + 1), WAIT_OPTIONS)
  })
})
