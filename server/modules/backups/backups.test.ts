import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { backupLinks, journal } from '#server/db/schema/index.ts'
import { testServer } from '#server/testing/app.ts'
import { backupsOf, newFolder } from '#server/testing/backups.ts'
import { query } from '#server/testing/databases.ts'
import { listenUrl, openTestSocket, WAIT_OPTIONS } from '#server/testing/phone.ts'
import type { Backup, BackupState } from '#shared/contracts/backups.ts'
import { PICTURE_WIDTHS } from '#shared/domain/menu/pictures.ts'
import { picturesBeside, readErased, storedBackups } from './folder.ts'
import type { Backups } from './make.ts'

// Filled below, because the backups use the server's own parts.
const backups = {} as Backups
const server = testServer({}, undefined, { backups })
const NOW = new Date('2026-11-21T18:00:00.000Z')
const SECOND_MS = 1_000

const HASH = 'c'.repeat(32)

beforeAll(async () => {
  // The server would begin one by itself, a second after the clock is set.
  Object.assign(backups, (await backupsOf(server, { keep: 0 })).backups)
  await server.pictures.put(HASH, new Map(PICTURE_WIDTHS.map((width) => [width, Buffer.from(`soup ${width}`)])))
  await query(server.connection.server.url(), `insert into pictures (hash, used_at) values ('${HASH}', now())`)
})

/** Counts the tests. Each test calls from its own address, so that limits per address do not carry over. */
let callers = 0
const asOwner = () => ({ headers: { cookie: server.owner }, remoteAddress: `10.0.0.${callers}` })
const callAsOwner = (method: 'GET' | 'POST', url: string, body?: unknown) => server.call(method, url, body, asOwner())
const stateOf = async () => (await callAsOwner('GET', '/api/before-service')).json<{ backup: BackupState }>().backup
const recorded = async () =>
  (await server.connection.db.select().from(journal).orderBy(journal.id)).map(({ kind, username, details }) => ({
    kind,
    username,
    details,
  }))

beforeEach(async () => {
  callers++
  server.clock.set(NOW)
  await server.connection.db.delete(journal)
  await server.connection.db.delete(backupLinks)
})

it('a backup made by an owner is answered once it has begun, announced at both ends, recorded and listed', async () => {
  const socket = await openTestSocket(await listenUrl(server.app), { cookie: server.owner })
  const changes = () => socket.receivedFrames().filter(({ type }) => type === 'CHANGED')
  expect(await stateOf()).toEqual({
    ...{
      lastAt: null,
      failed: false,
      reason: null,
      sameDisk: false,
      running: false,
      automatic: false,
      restoredAt: null,
    },
  })
  const begun = await callAsOwner('POST', '/api/backups')
  expect([begun.statusCode, begun.body]).toEqual([202, ''])
  await vi.waitFor(
    async () => expect(await stateOf()).toMatchObject({ running: false, failed: false, lastAt: NOW.toISOString() }),
    WAIT_OPTIONS,
  )
  // A jump of the clock announces other areas.
  const announced = { type: 'CHANGED', payload: { area: 'service' } }
  await vi.waitFor(() => expect(changes()).toContainEqual(announced), WAIT_OPTIONS)
  const name = 'masa-2026-11-21T18-00-00Z.sql.zst'
  expect((await callAsOwner('GET', '/api/backups')).json()).toEqual([
    { name, at: NOW.toISOString(), bytes: expect.any(Number), checked: true },
  ])
  expect(await recorded()).toEqual([{ kind: 'backup_made', username: 'boss', details: { backup: name } }])
  socket.socket.close()
})

it('is refused while another one is made', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => callAsOwner('POST', '/api/backups')))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([202, 409, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
    code: 'backup_running',
    message: 'A backup is already being made. Wait until it is finished.',
  })
  await vi.waitFor(async () => expect((await stateOf()).running).toBe(false), WAIT_OPTIONS)
})

it('the keys of what was erased are noted beside the backups at once', async () => {
  const keys = await query<{ key: string }>(
    server.connection.server.url(),
    'insert into erasures (key) select gen_random_uuid() from generate_series(1, 3) returning key::text as key',
  )
  await vi.waitFor(
    async () => expect(new Set(await readErased(backups.dir))).toEqual(new Set(keys.map(({ key }) => key))),
    WAIT_OPTIONS,
  )
  // A line that a crash cut off does not damage the next one.
  await writeFile(path.join(backups.dir, 'erased'), `${keys[0]?.key.slice(0, 20)}${keys[0]?.key}\n`)
  expect(await readErased(backups.dir)).toEqual([keys[0]?.key])
})

describe('a link to download a backup', () => {
  let name = ''
  const createLink = (currentPassword?: string, backup = name) =>
    callAsOwner('POST', `/api/backups/${backup}/link`, { currentPassword })
  const newLink = async () => (await createLink('secret-boss')).json<{ link: string }>().link
  const download = (link: string, method: 'GET' | 'HEAD' = 'GET') =>
    server.app.inject({ method, url: link, remoteAddress: `10.1.0.${callers}` })

  beforeAll(async () => {
    name = (await callAsOwner('GET', '/api/backups')).json<Backup[]>()[0]?.name ?? ''
  })

  it('requires the owner’s password, however recently they signed in', async () => {
    const missing = await createLink()
    expect([missing.statusCode, missing.json().issues[0].path]).toEqual([400, 'currentPassword'])
    const wrong = await createLink('secret-bos')
    expect([wrong.statusCode, wrong.json().code]).toEqual([403, 'wrong_password'])
    expect((await createLink('secret-boss')).statusCode).toBe(200)
    const entry = { kind: 'backup_link', username: 'boss', details: { backup: name } }
    expect((await recorded()).filter(({ kind }) => kind !== 'sign_in_refused')).toEqual([entry])
  })

  it.each(['masa-2026-11-20T04-00-00Z.sql.zst', 'erased', '..%2Fmasa', '%2Fetc%2Fpasswd'])(
    'is refused for %s, which is none',
    async (other) => {
      expect((await createLink('secret-boss', other)).statusCode).toBe(404)
      expect(await server.connection.db.select().from(backupLinks)).toEqual([])
    },
  )

  it('sends a tar once, without a cookie, and is stored only as a hash', async () => {
    const link = await newLink()
    const word = link.split('/').at(-1) as string
    expect(link).toMatch(/^\/api\/backups\/links\/[\w-]{43}$/)
    expect(JSON.stringify(await server.connection.db.select().from(backupLinks))).not.toContain(word)
    // A HEAD request, such as a download manager sends, does not use up the link.
    expect((await download(link, 'HEAD')).statusCode).toBe(404)
    const { statusCode, rawPayload, headers } = await download(link)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/x-tar',
      'content-disposition': `attachment; filename="${name.replace('.sql.zst', '.tar')}"`,
      'cache-control': 'no-store',
    })
    // The archive is unpacked by programs other than Masa.
    const folder = await newFolder()
    execFileSync('tar', ['xf', '-', '-C', folder], { input: rawPayload })
    const stored = await storedBackups(backups.dir)
    expect(await storedBackups(folder)).toEqual(stored.filter((backup) => backup.name === name))
    expect(await readErased(folder)).toEqual(await readErased(backups.dir))
    expect(await picturesBeside(folder).get(HASH, 640)).toEqual(Buffer.from('soup 640'))
    for (const over of [link, '/api/backups/links/x']) {
      const refused = await download(over)
      expect([refused.statusCode, refused.json().code]).toEqual([404, 'link_over'])
    }
  })

  it('is accepted by only one of several concurrent requests', async () => {
    const link = await newLink()
    const responses = await Promise.all(Array.from({ length: 6 }, () => download(link)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(5).fill(404)])
  })

  it.each([
    ['their last millisecond', -1, 200],
    ['the first millisecond afterwards', 0, 404],
  ])('is valid for 60 seconds (checked in %s)', async (_, ms, status) => {
    const link = await newLink()
    server.clock.set(new Date(NOW.getTime() + 60 * SECOND_MS + ms))
    expect((await download(link)).statusCode).toBe(status)
  })

  it('does not invalidate another one', async () => {
    const [first, second] = [await newLink(), await newLink()]
    expect([(await download(first)).statusCode, (await download(second)).statusCode]).toEqual([200, 200])
  })

  it('works whatever others at its address try, who are refused', async () => {
    const link = await newLink()
    const guess = async () => (await download(`/api/backups/links/${'x'.repeat(43)}`)).statusCode
    for (let i = 0; i < 30; i++) expect(await guess()).toBe(404)
    expect(await guess()).toBe(429)
    expect((await download(link)).statusCode).toBe(200)
  })
})
