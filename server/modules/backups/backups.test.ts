import { beforeEach, describe, expect, it, vi } from 'vitest'
import { backupLinks, journal } from '#server/db/schema/index.ts'
import { testServer } from '#server/testing/app.ts'
import { listenUrl, openTestSocket, WAIT_OPTIONS } from '#server/testing/phone.ts'
import type { BackupState } from '#shared/contracts/backups.ts'
import { fakeBackups } from './fixtures/engine.ts'
import { redeemLink } from './state.ts'

const backups = fakeBackups()
const server = testServer({}, undefined, { backups })
const NOW = new Date('2026-11-21T18:00:00.000Z')
const SECOND_MS = 1_000
const AT_FOUR = { name: 'masa-2026-11-21-0400', at: new Date('2026-11-21T02:00:00.000Z'), bytes: 1_234_567 }
const STORED = { ...AT_FOUR, checked: true, where: 'folder' } as const

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
  Object.assign(backups, { stored: [], begun: [] })
  backups.facts = { lastAt: null, failedAt: null, failure: null, running: false, sameDisk: true }
  await server.connection.db.delete(journal)
  await server.connection.db.delete(backupLinks)
})

describe('backups', () => {
  it('are listed with exactly their name, moment, size, check and place', async () => {
    backups.stored = [STORED]
    const listed = [{ ...STORED, at: '2026-11-21T02:00:00.000Z' }]
    expect((await callAsOwner('GET', '/api/backups')).json()).toEqual(listed)
  })

  it('made by an owner are answered once they have begun, announced at both ends, and recorded', async () => {
    const socket = await openTestSocket(await listenUrl(server.app), { cookie: server.owner })
    const changes = () => socket.receivedFrames().filter(({ type }) => type === 'CHANGED')
    expect(await stateOf()).toEqual({
      ...{ lastAt: null, failed: false, reason: null, sameDisk: true, running: false, automatic: true },
    })
    const begun = await callAsOwner('POST', '/api/backups')
    expect([begun.statusCode, begun.body, backups.begun]).toEqual([202, '', [{ reason: 'hand' }]])
    await vi.waitFor(() => expect(changes()).toEqual([{ type: 'CHANGED', payload: { area: 'service' } }]), WAIT_OPTIONS)
    expect(await stateOf()).toMatchObject({ lastAt: null, running: true })

    const second = await callAsOwner('POST', '/api/backups')
    expect(second.statusCode).toBe(409)
    expect(second.json()).toMatchObject({
      code: 'backup_running',
      message: 'A backup is already being made. Wait until it is finished.',
    })
    expect(await recorded()).toEqual([])

    backups.succeed(STORED)
    await vi.waitFor(() => expect(changes()).toHaveLength(2), WAIT_OPTIONS)
    expect(await stateOf()).toMatchObject({ lastAt: '2026-11-21T02:00:00.000Z', running: false })
    const entry = { kind: 'backup_made', username: 'boss', details: { backup: STORED.name } }
    expect(await recorded()).toEqual([entry])
    socket.socket.close()
  })

  it('that fail are shown, announced and not recorded', async () => {
    const socket = await openTestSocket(await listenUrl(server.app), { cookie: server.owner })
    const changes = () => socket.receivedFrames().filter(({ type }) => type === 'CHANGED')
    await callAsOwner('POST', '/api/backups')
    await vi.waitFor(() => expect(changes()).toHaveLength(1), WAIT_OPTIONS)
    backups.fail('disk_full', NOW)
    await vi.waitFor(() => expect(changes()).toHaveLength(2), WAIT_OPTIONS)
    expect(await stateOf()).toMatchObject({ failed: true, reason: 'disk_full', running: false })
    expect(await recorded()).toEqual([])
    socket.socket.close()
  })
})

describe('a link to download a backup', () => {
  const createLink = (currentPassword?: string, name: string = STORED.name) =>
    callAsOwner('POST', `/api/backups/${name}/link`, { currentPassword })
  const newLink = async () => (await createLink('secret-boss')).json<{ link: string }>().link
  const download = (link: string, method: 'GET' | 'HEAD' = 'GET') =>
    server.app.inject({ method, url: link, remoteAddress: `10.1.0.${callers}` })

  beforeEach(() => {
    backups.stored = [STORED]
  })

  it('requires the owner’s password, however recently they signed in', async () => {
    const missing = await createLink()
    expect([missing.statusCode, missing.json().issues[0].path]).toEqual([400, 'currentPassword'])
    const wrong = await createLink('secret-bos')
    expect([wrong.statusCode, wrong.json().code]).toEqual([403, 'wrong_password'])
    expect((await createLink('secret-boss')).statusCode).toBe(200)
    const entry = { kind: 'backup_link', username: 'boss', details: { backup: STORED.name } }
    expect((await recorded()).filter(({ kind }) => kind !== 'sign_in_refused')).toEqual([entry])
  })

  it.each(['masa-2026-11-20-0400', '..%2Fmasa', '%2Fetc%2Fpasswd'])(
    'is refused for %s, which is none',
    async (name) => {
      expect((await createLink('secret-boss', name)).statusCode).toBe(404)
      expect(await server.connection.db.select().from(backupLinks)).toEqual([])
    },
  )

  it('sends the file once, without a cookie, and is stored only as a hash', async () => {
    const link = await newLink()
    const word = link.split('/').at(-1) as string
    expect(link).toMatch(/^\/api\/backups\/links\/[\w-]{43}$/)
    expect(JSON.stringify(await server.connection.db.select().from(backupLinks))).not.toContain(word)
    // A HEAD request, such as of a download manager, does not use it up.
    expect((await download(link, 'HEAD')).statusCode).toBe(404)
    const { statusCode, body, headers } = await download(link)
    expect([statusCode, body]).toEqual([200, `the backup ${STORED.name}`])
    expect(headers).toMatchObject({
      'content-type': 'application/x-tar',
      'content-disposition': `attachment; filename="${STORED.name}.tar"`,
      'cache-control': 'no-store',
    })
    const repeated = await download(link)
    expect([repeated.statusCode, repeated.json().code]).toEqual([404, 'link_over'])
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

  it('does not invalidate another one, and removes those that are over', async () => {
    const [first, second] = [await newLink(), await newLink()]
    expect([(await download(first)).statusCode, (await download(second)).statusCode]).toEqual([200, 200])
    await newLink()
    server.clock.set(new Date(NOW.getTime() + 60 * SECOND_MS))
    await newLink()
    expect(await server.connection.db.select().from(backupLinks)).toHaveLength(1)
  })

  it.each(['x', 'x'.repeat(44), `${'x'.repeat(42)}ă`, ''])(
    'causes no query with the malformed word %j',
    async (word) => {
      await expect(redeemLink({} as typeof server.connection.db, word, NOW)).rejects.toMatchObject({
        code: 'link_over',
      })
    },
  )

  it('can be tried thirty times in a minute from one address', async () => {
    const link = await newLink()
    for (let i = 0; i < 30; i++) expect((await download(`/api/backups/links/${'x'.repeat(43)}`)).statusCode).toBe(404)
    expect((await download(link)).statusCode).toBe(429)
    expect((await server.app.inject({ url: link, remoteAddress: '10.2.0.1' })).statusCode).toBe(200)
  })
})
