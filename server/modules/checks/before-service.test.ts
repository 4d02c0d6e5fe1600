import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Database } from '#server/db/index.ts'
import { menuItems, phoneChecks, settings, whatsappMessages, whatsappQueue } from '#server/db/schema/index.ts'
import type { AreaParts } from '#server/platform/area.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { testServer } from '#server/testing/app.ts'
import { listenUrl, openTestSocket, WAIT_OPTIONS } from '#server/testing/phone.ts'
import type { BeforeService } from '#shared/contracts/before-service.ts'
import { judge } from '#shared/domain/checks/judge.ts'
import { readFacts } from './facts.ts'
import { redeemPhoneWord } from './phone.ts'

const server = testServer()
const NOW = new Date('2026-11-21T15:00:00.000Z')
const MINUTE_MS = 60_000
const PAGE = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** Counts the tests. Each test calls from its own address, so that limits per address do not carry over. */
let callers = 0
const facts = async (): Promise<BeforeService> => (await server.asOwner('GET', '/api/before-service')).json()
const createWord = async (): Promise<{ word: string; expiresAt: string }> => {
  const response = await server.asOwner('POST', '/api/before-service/phone')
  expect(response.statusCode).toBe(201)
  return response.json()
}
const callPhone = (
  word: string,
  headers: Record<string, string> = PAGE,
  remoteAddress = `10.0.${callers >> 8}.${callers & 255}`,
) => server.app.inject({ method: 'GET', url: `/api/before-service/phone/${word}`, headers, remoteAddress })

beforeEach(async () => {
  callers++
  server.clock.set(NOW)
  await server.connection.db.delete(phoneChecks)
})

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
      phone: null,
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

describe('a one-time word for a phone', () => {
  // First of the tests that create a word: changes are announced once a second, so those of other tests would be counted.
  it('notifies owners’ pages when it is created and when a phone uses it', async () => {
    const ownerSocket = await openTestSocket(await listenUrl(server.app), { cookie: server.owner })
    const changes = () => ownerSocket.receivedFrames().filter(({ type }) => type === 'CHANGED')
    const { word } = await createWord()
    await vi.waitFor(() => expect(changes()).toEqual([{ type: 'CHANGED', payload: { area: 'service' } }]), WAIT_OPTIONS)
    await callPhone(word)
    await vi.waitFor(() => expect(changes()).toHaveLength(2), WAIT_OPTIONS)
    ownerSocket.socket.close()
  })

  it('records that a phone reached the server, works once, and is stored only as a hash', async () => {
    const { word, expiresAt } = await createWord()
    expect(word).toMatch(/^[\w-]{22}$/)
    expect(expiresAt).toBe(new Date(NOW.getTime() + 10 * MINUTE_MS).toISOString())
    expect(await facts()).toMatchObject({ phone: { askedAt: NOW.toISOString(), expiresAt, reachedAt: null } })
    const rows = await server.connection.db.execute(sql`select phone_checks::text as row from phone_checks`)
    expect(JSON.stringify(rows)).not.toContain(word)

    const at = new Date(NOW.getTime() + MINUTE_MS)
    server.clock.set(at)
    const reached = await callPhone(word)
    expect(reached.statusCode).toBe(200)
    expect(reached.body).toContain('This phone reaches Masa.')
    expect((await facts()).phone?.reachedAt).toBe(at.toISOString())

    server.clock.set(new Date(at.getTime() + MINUTE_MS))
    const repeated = await callPhone(word)
    expect(repeated.statusCode).toBe(404)
    expect(repeated.body).toContain('This code is no longer valid. Scan the new one.')
    expect((await facts()).phone?.reachedAt).toBe(at.toISOString())
  })

  it('is accepted by only one of several concurrent requests', async () => {
    const { word } = await createWord()
    const responses = await Promise.all(Array.from({ length: 8 }, () => callPhone(word)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(404)])
  })

  it.each([
    ['their last millisecond', -1, 200],
    ['the first millisecond afterwards', 0, 404],
  ])('is valid for ten minutes (checked in %s)', async (_, ms, status) => {
    const { word } = await createWord()
    server.clock.set(new Date(NOW.getTime() + 10 * MINUTE_MS + ms))
    expect((await callPhone(word)).statusCode).toBe(status)
  })

  it('invalidates the previous one, even in concurrent requests', async () => {
    const first = await createWord()
    const [second, third] = await Promise.all([createWord(), createWord()])
    expect((await callPhone(first.word)).statusCode).toBe(404)
    const statuses = [(await callPhone(second.word)).statusCode, (await callPhone(third.word)).statusCode]
    expect(statuses.sort()).toEqual([200, 404])
    expect(await server.connection.db.select().from(phoneChecks)).toHaveLength(1)
  })

  it('is not used up by a HEAD request', async () => {
    const { word } = await createWord()
    await server.app.inject({ method: 'HEAD', url: `/api/before-service/phone/${word}`, headers: PAGE })
    expect((await callPhone(word)).statusCode).toBe(200)
  })
})

describe('the page on the phone', () => {
  it.each([
    ['en', 'This phone reaches &#60;b&#62;Ana &#38; &#34;Co&#34;&#60;/b&#62;.'],
    ['ro', 'Acest telefon ajunge la &#60;b&#62;Ana &#38; &#34;Co&#34;&#60;/b&#62;.'],
  ])('is in the phone’s language and escapes the restaurant’s name (%s)', async (language, heading) => {
    const { db } = server.connection
    await db.update(settings).set({ restaurantName: '<b>Ana & "Co"</b>' })
    onTestFinished(async () => {
      await db.update(settings).set({ restaurantName: null })
    })
    const { word } = await createWord()
    const { body, headers } = await callPhone(word, { ...PAGE, 'accept-language': language })
    expect(body).toContain(`<html lang="${language}">`)
    expect(body).toContain(`<h1>${heading}</h1>`)
    expect(body).not.toContain('<b>')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
  })

  it('loads no files and runs no scripts', async () => {
    const { word } = await createWord()
    for (const { headers, body } of [await callPhone(word), await callPhone(word)]) {
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/]+=*'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      )
      expect(body).not.toMatch(/<script|<link|src=|href=|url\(|@import/)
    }
  })

  it('is JSON for a program if the word is invalid', async () => {
    const rejected = await callPhone('x'.repeat(22), { accept: 'application/json' })
    expect(rejected.statusCode).toBe(404)
    expect(rejected.json()).toMatchObject({
      code: 'word_over',
      message: 'This code is no longer valid. Scan the new one.',
    })
  })
})

describe('a caller without a valid word', () => {
  it.each([
    ['too short', 'x', 404],
    ['too long by one', 'x'.repeat(23), 404],
    ['as long as may be', 'x'.repeat(100), 404],
    ['longer', 'x'.repeat(101), 400],
    ['of a thousand letters', 'x'.repeat(1000), 404],
    ['of other letters', encodeURIComponent('ăîșț<script>alert(1)</scr'), 404],
    ['with a NUL', 'x%00xxxxxxxxxxxxxxxxxxxx', 404],
    ['that cannot be read', '%E0%A4%A', 404],
  ])('gets no information and changes nothing with a word %s', async (_, word, status) => {
    await createWord()
    const response = await callPhone(word)
    expect(response.statusCode).toBe(status)
    expect(response.body).not.toContain('alert(1)')
    expect((await facts()).phone?.reachedAt).toBeNull()
  })

  it.each(['x', 'x'.repeat(23), `${'x'.repeat(21)}ă`, ''])(
    'causes no query with the malformed word %j',
    async (word) => {
      await expect(redeemPhoneWord({} as Database, word, NOW)).rejects.toMatchObject({ code: 'word_over' })
    },
  )

  it('gets 429 after thirty attempts in a minute from one address', async () => {
    const { word } = await createWord()
    const address = '10.9.9.9'
    for (let i = 0; i < 30; i++) expect((await callPhone('x'.repeat(22), PAGE, address)).statusCode).toBe(404)
    const rejected = await callPhone(word, PAGE, address)
    expect(rejected.statusCode).toBe(429)
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
    expect((await facts()).phone?.reachedAt).toBeNull()
    expect((await callPhone(word)).statusCode).toBe(200)
  })
})
