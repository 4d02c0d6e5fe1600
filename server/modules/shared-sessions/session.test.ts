import { describe, expect, it } from 'vitest'
import { sharedSessions } from '#server/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'
import { testServer } from '#server/testing/app.ts'
import { recordingLog } from '#server/testing/log.ts'
import { newTable, seatAtNewTable } from '#server/testing/users.ts'
import { endExpired } from './ending.ts'
import { isAway, isPresent } from './session.ts'

const NOW = new Date('2026-11-21T18:00:00.000Z')
const at = (seconds: number) => ({ seenAt: new Date(NOW.getTime() + seconds * 1000) })

describe('a participant', () => {
  it('is present for 130 s and not away for 29 s after being seen, and neither if that was before the clock was set back', () => {
    expect([-131, -130, 0, 7200].map((seconds) => isPresent(at(seconds), NOW))).toEqual([false, true, true, false])
    expect([-30, -29, 0, 7200].map((seconds) => isAway(at(seconds), NOW))).toEqual([true, false, false, true])
  })
})

describe('when the clock is set back', () => {
  const server = testServer()
  const db = () => server.connection.db

  it('a session to which no phone has connected ends', async () => {
    const { id: tableId } = await newTable(server)
    server.clock.set(new Date(NOW.getTime() + 2 * 60 * 60_000))
    expect((await server.call('POST', '/api/shared-sessions', { tableId, name: 'Ana' })).statusCode).toBe(201)
    await endExpired(db(), NOW, recordingLog().log as Log)
    const [session] = await db().select().from(sharedSessions)
    expect(session?.status).toBe('cancelled')
  })
})

describe('a clock that is ahead for a moment', () => {
  const server = testServer()

  it('ends no session, whoever asks for it or joins', async () => {
    const [ana] = await seatAtNewTable(server, ['Ana'])
    ana.add(server.soup)
    await ana.waitForCart({ [server.soup]: 1 })
    const { id, tableId } = ana.joined
    const moved = 2 * 60 * 60_000
    server.clock.jump(moved)
    expect(await ana.complete()).toMatchObject({ body: { code: 'session_over' } })
    await ana.leave()
    const joined = await server.call('POST', '/api/shared-sessions', { tableId, name: 'Dan' })
    expect([joined.json().id, joined.json().expiresAt > server.clock.now().toISOString()]).toEqual([id, true])
    server.clock.jump(-moved)
    await ana.enter()
    await ana.waitForCart({ [server.soup]: 1 })
  })

  it('lets a session that began then end by the list an hour later, and none when it was set back by hours', async () => {
    const { db } = server.connection
    const begun = async (ms: number) => {
      server.clock.set(new Date(NOW.getTime() + ms))
      return (await seatAtNewTable(server, ['Eve']))[0].joined.id
    }
    const ids = [await begun(40 * 24 * 60 * 60_000), await begun(2 * 60 * 60_000)]
    await endExpired(db, NOW, recordingLog().log as Log)
    const statusOf = new Map((await db.select().from(sharedSessions)).map(({ id, status }) => [id, status]))
    expect(ids.map((id) => statusOf.get(id))).toEqual(['cancelled', 'active'])
  })
})
