import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Database } from '#server/db/index.ts'
import { menuItems, phoneChecks, settings, whatsappMessages, whatsappQueue } from '#server/db/schema/index.ts'
import type { AreaParts } from '#server/platform/area.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { testServer } from '#server/testing/app.ts'
import { listening } from '#server/testing/phone.ts'
import { openTestSocket, PATIENCE } from '#server/testing/socket.ts'
import type { BeforeService } from '#shared/contracts/before-service.ts'
import { readFacts } from './facts.ts'
import { spendWord } from './phone.ts'

const server = testServer()
const NOW = new Date('2026-11-21T15:00:00.000Z')
const MINUTE_MS = 60_000
const PAGE = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** An address that no other test calls from, so that no limit is shared. */
let callers = 0
const asOwner = () => ({ headers: { cookie: server.owner } })
const facts = async (): Promise<BeforeService> =>
  (await server.call('GET', '/api/before-service', undefined, asOwner())).json()
const ask = async (): Promise<{ word: string; expiresAt: string }> => {
  const answer = await server.call('POST', '/api/before-service/phone', undefined, asOwner())
  expect(answer.statusCode).toBe(201)
  return answer.json()
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

describe('what the server knows', () => {
  it('says of an ordinary day that nothing is amiss', async () => {
    const known = await facts()
    expect(known).toEqual({
      whatsapp: { configured: false, enabled: true, state: 'ok', reason: null, lastAt: null, waiting: 0 },
      ordersPaused: false,
      ordersPausedUntil: null,
      soldOut: [],
      unpriced: [],
      databaseMs: expect.any(Number),
      disk: null,
      signInEndsAt: null,
      phone: null,
    })
    expect(known.databaseMs).toBeGreaterThan(0)
  })

  it('names the shown dishes that are sold out or cost nothing, and no hidden ones', async () => {
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

  it('says that orders are paused as long as the pause holds', async () => {
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

  it('says how WhatsApp stands', async () => {
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

  it('says two weeks ahead when the session that asks ends, and only of that session', async () => {
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

  it('tells the room on the disk of the data, and nothing where that cannot be told', async () => {
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

describe('a word for a phone', () => {
  // The first of those that ask: pages are told once a second, and might hear now of what another test did.
  it('tells owners’ open pages when it is given and when a phone has called', async () => {
    const line = await openTestSocket(await listening(server.app), { cookie: server.owner })
    const changes = () => line.told().filter(({ type }) => type === 'CHANGED')
    const { word } = await ask()
    await vi.waitFor(() => expect(changes()).toEqual([{ type: 'CHANGED', payload: { area: 'service' } }]), PATIENCE)
    await callPhone(word)
    await vi.waitFor(() => expect(changes()).toHaveLength(2), PATIENCE)
    line.socket.close()
  })

  it('turns the question into an answer, once, and keeps nothing but its hash', async () => {
    const { word, expiresAt } = await ask()
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
    const again = await callPhone(word)
    expect(again.statusCode).toBe(404)
    expect(again.body).toContain('This code is no longer valid. Scan the new one.')
    expect((await facts()).phone?.reachedAt).toBe(at.toISOString())
  })

  it('is taken from one of two phones that call at once', async () => {
    const { word } = await ask()
    const answers = await Promise.all(Array.from({ length: 8 }, () => callPhone(word)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(404)])
  })

  it.each([
    ['the last moment', -1, 200],
    ['its end', 0, 404],
  ])('is valid for ten minutes: at %s', async (_, ms, status) => {
    const { word } = await ask()
    server.clock.set(new Date(NOW.getTime() + 10 * MINUTE_MS + ms))
    expect((await callPhone(word)).statusCode).toBe(status)
  })

  it('ends the one before, also when two owners ask at once', async () => {
    const first = await ask()
    const [second, third] = await Promise.all([ask(), ask()])
    expect((await callPhone(first.word)).statusCode).toBe(404)
    const statuses = [(await callPhone(second.word)).statusCode, (await callPhone(third.word)).statusCode]
    expect(statuses.sort()).toEqual([200, 404])
    expect(await server.connection.db.select().from(phoneChecks)).toHaveLength(1)
  })

  it('is not used up by a program that asks for the headers alone', async () => {
    const { word } = await ask()
    await server.app.inject({ method: 'HEAD', url: `/api/before-service/phone/${word}`, headers: PAGE })
    expect((await callPhone(word)).statusCode).toBe(200)
  })
})

describe('the page of the phone', () => {
  it.each([
    ['en', 'This phone reaches &#60;b&#62;Ana &#38; &#34;Co&#34;&#60;/b&#62;.'],
    ['ro', 'Acest telefon ajunge la &#60;b&#62;Ana &#38; &#34;Co&#34;&#60;/b&#62;.'],
  ])('speaks the phone’s language, and shows a name as text (%s)', async (language, says) => {
    const { db } = server.connection
    await db.update(settings).set({ restaurantName: '<b>Ana & "Co"</b>' })
    onTestFinished(async () => {
      await db.update(settings).set({ restaurantName: null })
    })
    const { word } = await ask()
    const { body, headers } = await callPhone(word, { ...PAGE, 'accept-language': language })
    expect(body).toContain(`<html lang="${language}">`)
    expect(body).toContain(`<h1>${says}</h1>`)
    expect(body).not.toContain('<b>')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
  })

  it('may load and run nothing', async () => {
    const { word } = await ask()
    for (const { headers, body } of [await callPhone(word), await callPhone(word)]) {
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/]+=*'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      )
      expect(body).not.toMatch(/<script|<link|src=|href=|url\(|@import/)
    }
  })

  it('is JSON for a program, where the word is over', async () => {
    const refused = await callPhone('x'.repeat(22), { accept: 'application/json' })
    expect(refused.statusCode).toBe(404)
    expect(refused.json()).toEqual({ code: 'word_over', message: 'This code is no longer valid. Scan the new one.' })
  })
})

describe('who has no word', () => {
  it.each([
    ['too short', 'x', 404],
    ['too long by one', 'x'.repeat(23), 404],
    ['as long as may be', 'x'.repeat(100), 404],
    ['longer', 'x'.repeat(101), 400],
    ['of a thousand letters', 'x'.repeat(1000), 404],
    ['of other letters', encodeURIComponent('ăîșț<script>alert(1)</scr'), 404],
    ['with a NUL', 'x%00xxxxxxxxxxxxxxxxxxxx', 404],
    ['that cannot be read', '%E0%A4%A', 404],
  ])('learns and changes nothing by a word %s', async (_, word, status) => {
    await ask()
    const answer = await callPhone(word)
    expect(answer.statusCode).toBe(status)
    expect(answer.body).not.toContain('alert(1)')
    expect((await facts()).phone?.reachedAt).toBeNull()
  })

  it.each(['x', 'x'.repeat(23), `${'x'.repeat(21)}ă`, ''])('costs no look into the database: %j', async (word) => {
    await expect(spendWord({} as Database, word, NOW)).rejects.toMatchObject({ code: 'word_over' })
  })

  it('may try thirty times a minute', async () => {
    const { word } = await ask()
    const address = '10.9.9.9'
    for (let i = 0; i < 30; i++) expect((await callPhone('x'.repeat(22), PAGE, address)).statusCode).toBe(404)
    const refused = await callPhone(word, PAGE, address)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await facts()).phone?.reachedAt).toBeNull()
    expect((await callPhone(word)).statusCode).toBe(200)
  })
})
