import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { inTransaction } from '#server/db/index.ts'
import { menuItems, reachedAddresses, settings, whatsappMessages, whatsappQueue } from '#server/db/schema/index.ts'
import type { AreaParts } from '#server/platform/area.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { listenUrl, openTestSocket, WAIT_OPTIONS } from '#server/testing/phone.ts'
import type { BeforeService } from '#shared/contracts/before-service.ts'
import { judge } from '#shared/domain/checks/judge.ts'
import { readFacts } from './facts.ts'
import { insertReached } from './repo.ts'

const server = testServer()
const NOW = new Date('2026-11-21T15:00:00.000Z')
const MINUTE_MS = 60_000
const facts = async (): Promise<BeforeService> => (await server.asOwner('GET', '/api/before-service')).json()
beforeEach(() => server.clock.set(NOW))

describe('the checks before service', () => {
  it('report no problem on an ordinary day', async () => {
    const state = await facts()
    expect(state).toEqual({
      whatsapp: { configured: false, enabled: true, state: 'ok', reason: null, lastAt: null, waiting: 0 },
      dishes: 2,
      staff: 0,
      printers: null,
      hasOrders: false,
      tables: 2,
      ordersPaused: false,
      ordersPausedUntil: null,
      hours: null,
      soldOut: [],
      unpriced: [],
      undeclared: [
        { id: server.soup, name: 'Bean soup', nameRo: 'Ciorbă de fasole' },
        { id: server.pizza, name: 'Pizza', nameRo: '' },
      ],
      databaseMs: expect.any(Number),
      disk: null,
      backup: { lastAt: null, failed: false, reason: null, sameDisk: false, running: false, automatic: false },
      dayEnd: null,
      signInEndsAt: null,
      reached: [],
      checks: judge(state, { noTables: false, ownerPhoneNumber: null, registration: true }, NOW),
    })
    expect(state.checks.undeclared).toEqual({ state: 'look', finding: 'some' })
    expect(state.databaseMs).toBeGreaterThan(0)
  })

  it('name shown dishes that declare nothing of their allergens', async () => {
    const { db } = server.connection
    const declared = async (change: object) => {
      await db.update(menuItems).set(change).where(eq(menuItems.id, server.soup))
      return (await facts()).undeclared.map(({ id }) => id)
    }
    onTestFinished(async () => {
      await declared({ allergens: null, allergenCodes: [], allergensChecked: false, isActive: true })
    })
    expect(await declared({ isActive: true })).toEqual([server.soup, server.pizza])
    for (const change of [
      { allergenCodes: ['milk'] },
      { allergenCodes: [], allergens: 'Urme' },
      { allergens: null, allergensChecked: true },
    ])
      expect([change, await declared(change)]).toEqual([change, [server.pizza]])
    expect(await declared({ allergensChecked: false, isActive: false })).toEqual([server.pizza])
  })

  it('list visible dishes that are sold out or have no price, and no hidden ones', async () => {
    const { db } = server.connection
    const before = await db.select().from(menuItems)
    onTestFinished(async () => {
      for (const { id, ...row } of before) await db.update(menuItems).set(row).where(eq(menuItems.id, id))
    })
    const later = new Date(NOW.getTime() + 1)
    await db.update(menuItems).set({ soldOutUntil: later, price: 0 }).where(eq(menuItems.id, server.soldOut))
    await db.update(menuItems).set({ soldOutUntil: later }).where(eq(menuItems.id, server.soup))
    await db.update(menuItems).set({ soldOutUntil: NOW, price: 0 }).where(eq(menuItems.id, server.pizza))
    expect(await facts()).toMatchObject({
      soldOut: [{ id: server.soup, name: 'Bean soup', nameRo: 'Ciorbă de fasole' }],
      unpriced: [{ id: server.pizza, name: 'Pizza', nameRo: '' }],
    })
    // One dish can be both.
    await db.update(menuItems).set({ price: 0 }).where(eq(menuItems.id, server.soup))
    const both = await facts()
    expect(both.soldOut.map(({ id }) => id)).toEqual([server.soup])
    expect(both.unpriced.map(({ id }) => id)).toEqual([server.soup, server.pizza])
  })

  it('report today’s opening hours, and the dates with other hours of the next seven days', async () => {
    const { db } = server.connection
    onTestFinished(async () => {
      await db.update(settings).set({ openingHours: null })
    })
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
    await db.update(settings).set({ openingHours: { weekly, exceptions } })
    expect((await facts()).hours).toEqual({
      today: [noon, late],
      exceptions: [
        { date: '2026-11-22', hours: [] },
        { date: '2026-11-28', hours: [late] },
      ],
    })
    await db.update(settings).set({ openingHours: { weekly, exceptions: [{ date: '2026-11-21', closed: true }] } })
    expect(await facts()).toMatchObject({
      hours: { today: [], exceptions: [] },
      checks: { hours: { state: 'look', finding: 'closed' } },
    })
  })

  it('report paused orders until the pause ends', async () => {
    const { db } = server.connection
    onTestFinished(async () => {
      await db.update(settings).set({ ordersPaused: false, ordersPausedUntil: null })
    })
    const until = new Date(NOW.getTime() + MINUTE_MS)
    await db.update(settings).set({ ordersPaused: true, ordersPausedUntil: until })
    expect(await facts()).toMatchObject({ ordersPaused: true, ordersPausedUntil: until.toISOString() })
    server.clock.set(until)
    expect(await facts()).toMatchObject({ ordersPaused: false, ordersPausedUntil: null })
  })

  it('report the state of the WhatsApp notifications', async () => {
    const { db } = server.connection
    onTestFinished(async () => {
      await db.delete(whatsappMessages)
      await db.update(whatsappQueue).set({ configured: false, stoppedBy: null, lastAt: null })
      await db.update(settings).set({ whatsappNotificationsEnabled: true })
    })
    await db.update(whatsappQueue).set({ configured: true, stoppedBy: 'token', lastAt: NOW })
    await db
      .insert(whatsappMessages)
      .values([{ createdAt: NOW }, { createdAt: NOW }, { createdAt: NOW, acceptedAt: NOW }])
    await db.update(settings).set({ whatsappNotificationsEnabled: false })
    expect((await facts()).whatsapp).toMatchObject({
      configured: true,
      enabled: false,
      state: 'stopped',
      reason: 'token',
      lastAt: NOW.toISOString(),
      waiting: 2,
    })
  })

  it('report the end of the owner’s own session two weeks in advance', async () => {
    const sessions = sql`update sessions set created_at = '2026-05-25T12:00:00Z', expires_at = '2027-01-01T00:00:00Z'`
    await server.connection.db.execute(sessions)
    // 180 days later it is 21 November, 14:00; the next business day begins at four.
    for (const [now, at] of [
      ['2026-11-08T01:59:59.000Z', null],
      ['2026-11-08T02:00:00.000Z', '2026-11-22T02:00:00.000Z'],
      ['2026-11-21T23:00:00.000Z', '2026-11-22T02:00:00.000Z'],
    ] as const) {
      server.clock.set(new Date(now))
      expect([now, (await facts()).signInEndsAt]).toEqual([now, at])
    }
    await server.connection.db.execute(sql`update sessions set created_at = now()`)
  })

  it('report the disk space of the data folder, or null if it cannot be read', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'masa-disk-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const warn = vi.fn()
    const log = { warn } as unknown as AreaParts['log']
    const parts = {
      db: server.connection.db,
      clock: server.clock,
      log,
      timeZone: 'Europe/Bucharest',
      whatsapp: undefined,
      backups: undefined,
    }
    const me = { signedInAt: new Date() } as Viewer
    const { blocks, bsize } = await statfs(dataDir)
    const { disk } = await readFacts({ ...parts, dataDir }, me)
    expect(disk?.total).toBe(blocks * bsize)
    expect(disk?.free).toBeGreaterThan(0)
    expect(disk?.free).toBeLessThanOrEqual(blocks * bsize)
    expect(warn).not.toHaveBeenCalled()
    expect((await readFacts({ ...parts, dataDir: path.join(dataDir, 'gone') }, me)).disk).toBeNull()
    expect(warn).toHaveBeenCalledOnce()
  })
})

describe('the addresses by which guests come', () => {
  const ADDRESS = 'https://la-conac.example'
  const NETWORK = 'http://192.168.1.20:3000'
  const order = (origin: string, headers = {}) =>
    server.call('POST', '/api/orders', takeaway(server), {
      headers: { origin, host: new URL(origin).host, ...headers },
    })
  const reached = async () => (await facts()).reached.sort()

  it('are those of their first orders and shared carts, and owners’ pages are notified once', async () => {
    await server.asOwner('PATCH', '/api/settings', { publicAddress: ADDRESS })
    onTestFinished(async () => void (await server.asOwner('PATCH', '/api/settings', { publicAddress: null })))
    const ownerSocket = await openTestSocket(await listenUrl(server.app), { cookie: server.owner })
    const changes = () =>
      ownerSocket.receivedFrames().filter((frame) => frame.type === 'CHANGED' && frame.payload.area === 'service')
    // By a proxy that passes on another host.
    const headers = { host: '127.0.0.1:3000' }
    const ordered = async () => expect((await order(ADDRESS, headers)).statusCode).toBe(201)
    // The server knows the address a moment later.
    await vi.waitFor(ordered, WAIT_OPTIONS)
    await ordered()
    await vi.waitFor(async () => expect(await reached()).toEqual([ADDRESS]), WAIT_OPTIONS)
    await vi.waitFor(() => expect(changes()).toHaveLength(1), WAIT_OPTIONS)
    const join = { tableId: server.table, name: 'Ana' }
    const byNetwork = { headers: { origin: NETWORK, host: '192.168.1.20:3000' } }
    expect((await server.call('POST', '/api/shared-sessions', join, byNetwork)).statusCode).toBe(201)
    await vi.waitFor(async () => expect(await reached()).toEqual([NETWORK, ADDRESS]), WAIT_OPTIONS)
    ownerSocket.socket.close()
  })

  it('are not those of refused requests, of people who are signed in, or of other requests', async () => {
    expect((await order('http://192.168.1.31', { 'content-type': 'text/plain' })).statusCode).toBe(415)
    expect((await order('http://192.168.1.32', { cookie: server.owner })).statusCode).toBe(201)
    expect((await order('https://elsewhere.example', { host: 'localhost' })).statusCode).toBe(403)
    const origin = 'http://192.168.1.33'
    await server.call('POST', '/api/orders/withdraw', undefined, {
      headers: { origin, host: '192.168.1.33', 'idempotency-key': 'withdrawn' },
    })
    expect((await order('http://192.168.1.34')).statusCode).toBe(201)
    await vi.waitFor(async () => expect(await reached()).toContain('http://192.168.1.34'), WAIT_OPTIONS)
    expect((await reached()).filter((address) => /192\.168\.1\.3[0-3]|elsewhere/.test(address))).toEqual([])
  })

  it('are at most a hundred, whatever is sent', async () => {
    const { db } = server.connection
    await db.execute(sql`insert into reached_addresses select 'http://10.0.0.' || n from generate_series(1, 200) n
      on conflict do nothing`)
    const known = await inTransaction(db, (tx) => insertReached(tx, 'http://10.0.0.1'))
    expect([known, await inTransaction(db, (tx) => insertReached(tx, 'http://10.1.1.1'))]).toEqual([false, false])
    await db.delete(reachedAddresses)
    expect(await inTransaction(db, (tx) => insertReached(tx, 'http://10.1.1.1'))).toBe(true)
  })
})
