import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { BUILD_HEADER } from '#shared/domain/cached-responses.ts'
import { DEFAULT_RESERVATIONS } from '#shared/domain/reservations/reservations.ts'
import { takeaway, testServer } from '../testing/app.ts'

const SHELL = '<!doctype html><title>shell</title>'
const STYLES = 'b{color:red}'
/** Replaces the client's code: it renders what it was given, and counts. */
const CODE = `export function pageRenderer(template, { settings, menu, promotions }) {
  globalThis.renderers = (globalThis.renderers ?? 0) + 1
  const dishes = menu.map((dish) => dish.name + (dish.soldOutUntil ? ' (sold out)' : ''))
  return (table) => {
    globalThis.pages = (globalThis.pages ?? 0) + 1
    if (settings.restaurantName === 'Broken') throw new Error('cannot render')
    return template + JSON.stringify({ dishes, promotions: promotions.length, language: settings.language, paused: settings.ordersPaused, table: table && table.number, label: table?.label })
  }
}`

const clientDir = mkdtempSync(path.join(os.tmpdir(), 'masa-first-view-'))
mkdirSync(path.join(clientDir, 'ssr'))
writeFileSync(path.join(clientDir, 'index.html'), SHELL)
writeFileSync(path.join(clientDir, 'ssr', 'page.html'), `<style>${STYLES}</style>`)
writeFileSync(path.join(clientDir, 'ssr', 'page-renderer.js'), CODE)
afterAll(() => rmSync(clientDir, { recursive: true }))

const server = testServer({}, clientDir)
const counts = globalThis as unknown as { renderers: number; pages: number }

const open = (url = '/menu', headers = {}) => server.call('GET', url, undefined, { headers })
const rendered = async (url = '/menu') => JSON.parse((await open(url)).payload.replace(/^<style>.*<\/style>/, ''))

const rename = async (name: string) =>
  expect((await server.asOwner('PATCH', `/api/menu/${server.pizza}`, { name })).statusCode).toBe(200)

describe('the menu page with its dishes', () => {
  it('is rendered for guests, with the answers that the page would request', async () => {
    const response = await open()
    expect(response.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'Cookie, Accept-Encoding',
      'content-type': 'text/html; charset=utf-8',
      [BUILD_HEADER]: expect.stringMatching(/^[\da-f]{32}$/),
    })
    expect(await rendered()).toMatchObject({ dishes: expect.arrayContaining(['Bean soup', 'Pizza']), language: 'en' })
    expect(response.payload).not.toContain('Trout')
  })

  it('allows the styles inside the page, and nothing else, in the security headers', async () => {
    const { headers } = await open()
    expect(headers['content-security-policy']).toContain("'sha256-")
    expect(headers['content-security-policy']).not.toContain('unsafe')
  })

  it('is compressed, and a 304 for a page that has not changed', async () => {
    for (const encoding of ['br', 'gzip']) {
      const { headers } = await open('/menu', { 'accept-encoding': encoding })
      expect(headers['content-encoding']).toBe(encoding)
      const again = await open('/menu', { 'accept-encoding': encoding, 'if-none-match': headers.etag })
      expect([again.statusCode, again.payload]).toEqual([304, ''])
    }
  })

  it.each(['/shell', '/', '/auth', '/dashboard'])('is not rendered at %s', async (url) => {
    expect((await open(url)).payload).toBe(SHELL)
  })

  it('is not rendered for a browser with a login session, whose menu may differ', async () => {
    for (const cookie of [server.owner, 'masa_session=invented']) {
      const { payload, headers } = await open('/menu', { cookie })
      expect([payload, headers[BUILD_HEADER], headers['cache-control']]).toEqual([SHELL, undefined, 'no-cache'])
    }
  })

  it('does not serve what only the server reads', async () => {
    for (const url of ['/ssr/page-renderer.js', '/ssr/page.html', '//ssr/page.html', '/%73sr/page.html'])
      expect((await open(url)).statusCode, url).toBe(404)
  })

  it('is rendered once for all visits, and again when menu, settings, promotions or tables change', async () => {
    await open()
    const before = { ...counts }
    for (let visit = 0; visit < 5; visit++) await open()
    expect({ ...counts }).toEqual(before)

    const { headers } = await open()
    await rename('Calzone')
    expect((await rendered()).dishes).toContain('Calzone')
    expect((await open()).headers.etag).not.toBe(headers.etag)

    await server.asOwner('PATCH', '/api/settings', { language: 'ro' })
    await expect.poll(async () => (await rendered()).language).toBe('ro')
    await server.asOwner('PATCH', '/api/settings', { language: 'en' })
    await expect.poll(async () => (await rendered()).language).toBe('en')

    await server.asOwner('PATCH', `/api/tables/${server.table}`, { number: 77 })
    await expect.poll(async () => (await rendered(`/menu?table=${server.table}`)).table).toBe(77)
    await server.asOwner('PATCH', `/api/tables/${server.table}`, { number: 5 })
    await expect.poll(async () => (await rendered(`/menu?table=${server.table}`)).table).toBe(5)
    const address = `/menu?table=${server.table}`
    for (const label of ['Terasa 3', 'Foișor']) {
      await server.asOwner('PATCH', `/api/tables/${server.table}`, { label })
      await expect.poll(async () => (await rendered(address)).label).toBe(label)
    }
    await server.asOwner('PATCH', `/api/tables/${server.table}`, { label: null })
  })

  it('reads only the tables again after an order at a table and after a reservation', async () => {
    server.clock.set(new Date('2026-11-22T12:00:10Z'))
    const address = `/menu?table=${server.table}`
    // What was read at another time is read anew by itself.
    await open(address)
    const inject = vi.spyOn(server.app, 'inject')
    await server.asOwner('PATCH', '/api/settings', { reservations: { ...DEFAULT_RESERVATIONS, on: true } })
    const reads = () => (inject.mock.calls as unknown as [{ url: string }][]).map(([{ url }]) => url)
    const readAnew = (url: string) =>
      expect.poll(async () => [await open(address), reads().includes(url)].at(1)).toBe(true)
    // Their own change is heard first.
    await readAnew('/api/menu')
    for (const [url, body] of [
      ['/api/orders', takeaway(server, { tableId: server.table })],
      ['/api/reservations', { at: '2026-11-22T18:00:00Z', party: 2, name: 'Ana' }],
    ] as const) {
      inject.mockClear()
      expect((await server.asOwner('POST', url, body)).statusCode).toBe(201)
      await readAnew('/api/tables')
      expect(reads()).not.toContain('/api/menu')
    }
    inject.mockRestore()
    server.clock.set(undefined)
  })

  it('never has an older menu than the one whose change was answered, whoever opens it meanwhile', async () => {
    for (const name of ['One', 'Two', 'Three', 'Calzone']) {
      let isSaved = false
      const saving = rename(name).finally(() => {
        isSaved = true
      })
      const visiting = (async () => {
        for (; !isSaved; await nextTurn()) await open()
      })()
      await saving
      expect((await rendered()).dishes).toContain(name)
      await visiting
      expect((await rendered()).dishes).toContain(name)
    }
  })

  it('is rendered once for all tables that do not exist', async () => {
    expect((await rendered('/menu?table=100000')).table).toBeNull()
    const before = { ...counts }
    for (let table = 100_001; table < 100_200; table++)
      expect((await open(`/menu?table=${table}`)).statusCode).toBe(200)
    expect({ ...counts }).toEqual(before)
  })

  it('ignores what is no table, and other parts of the address', async () => {
    for (const url of ['/menu?table=x', '/menu?table=', '/menu?x=1&y=2', '/menu?table[]=1'])
      expect((await rendered(url)).table, url).toBeUndefined()
    expect((await rendered(`/menu?table=${server.table}&key=abc`)).table).toBe(5)
  })

  it('expires when a sold-out dish returns, a pause ends and a promotion begins, without an announcement', async () => {
    const now = new Date('2026-11-22T12:00:10Z')
    server.clock.set(now)
    const marked = await server.asOwner('POST', `/api/menu/${server.soup}/sold-out`, { soldOut: true })
    expect(marked.statusCode, marked.payload).toBe(200)
    await expect.poll(async () => (await rendered()).dishes).toContain('Bean soup (sold out)')
    const until = new Date('2026-11-22T12:30:20Z').toISOString()
    await server.asOwner('PATCH', '/api/settings', { ordersPaused: true, ordersPausedUntil: until })
    await expect.poll(async () => (await rendered()).paused).toBe(true)
    server.clock.set(new Date('2026-11-22T12:30:19Z'))
    expect((await rendered()).paused).toBe(true)
    server.clock.set(new Date('2026-11-22T12:30:20Z'))
    expect((await rendered()).paused).toBe(false)
    // A promotion that begins at 14:41 in Bucharest, unannounced.
    server.clock.set(new Date('2026-11-22T12:40:59Z'))
    expect((await rendered()).promotions).toBe(0)
    await server.connection.db.execute(
      `insert into promotions (title, title_ro, description, description_ro, start_date, end_date, start_hour, end_hour, created_at, updated_at)
       values ('Soup', '', '', '', '2026-11-22', '2026-11-22', '14:41', '15:00', now(), now())`,
    )
    expect((await rendered()).promotions).toBe(0)
    server.clock.set(new Date('2026-11-22T12:41:00Z'))
    expect((await rendered()).promotions).toBe(1)
    // The next business day.
    server.clock.set(new Date('2026-11-23T12:00:00Z'))
    expect((await rendered()).dishes).toContain('Bean soup')
  })

  it('is the page without dishes while it cannot be rendered, and the reason is logged', async () => {
    await server.asOwner('PATCH', '/api/settings', { restaurantName: 'Broken' })
    await expect.poll(async () => (await open()).payload).toBe(SHELL)
    expect(server.logged()).toContain('cannot render')
    await server.asOwner('PATCH', '/api/settings', { restaurantName: 'La Conac' })
    await expect.poll(async () => (await open()).payload).not.toBe(SHELL)
  })

  it('is the page without dishes once another build was published, whose code does not fit', async () => {
    const template = path.join(clientDir, 'ssr', 'page.html')
    writeFileSync(template, 'another')
    await server.asOwner('PATCH', '/api/settings', { restaurantName: 'Hanul' })
    await expect.poll(async () => (await open()).payload).toBe(SHELL)
    writeFileSync(template, `<style>${STYLES}</style>`)
    await server.asOwner('PATCH', '/api/settings', { restaurantName: 'La Conac' })
    await expect.poll(async () => (await open()).payload).not.toBe(SHELL)
  })

  it('lets only some requests wait for pages to be rendered', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => `(${1000 + index}, 2, now(), now())`).join(',')
    await server.connection.db.execute(`insert into tables (number, capacity, created_at, updated_at) values ${rows}`)
    // Announces the new tables.
    await server.asOwner('PATCH', `/api/tables/${server.table}`, { number: 78 })
    await expect.poll(async () => (await rendered(`/menu?table=${server.table}`)).table).toBe(78)
    const { rows: ids } = await server.connection.db.execute<{ id: number }>(
      'select id from tables where number >= 1000',
    )
    const pages = await Promise.all(ids.map(({ id }) => open(`/menu?table=${id}`)))
    const withDishes = pages.filter(({ payload }) => payload !== SHELL).length
    expect(withDishes).toBeGreaterThan(0)
    expect(withDishes).toBeLessThan(60)
  })
})
