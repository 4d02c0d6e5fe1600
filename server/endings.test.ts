import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { backupState, journal } from './db/schema/index.ts'
import { runEndings } from './endings.ts'
import { openGate } from './platform/gate.ts'
import type { Log } from './platform/log.ts'
import { openOutside } from './platform/outside.ts'
import { testServer } from './testing/app.ts'
import { recordingLog } from './testing/log.ts'

const server = testServer()
const NOW = new Date('2026-11-21T12:00:00.000Z')
const HOUR_MS = 3_600_000
let timers: NonNullable<ReturnType<typeof runEndings>['timers']>

beforeEach(async () => {
  server.clock.set(NOW)
  const { app, clock, pictures, connection } = server
  const { db, reports } = connection
  const { log } = recordingLog()
  const base = { app, db, clock, log: log as Log, timeZone: 'Europe/Bucharest', outside: openOutside(db) }
  timers = runEndings({ ...base, gate: await openGate(db, clock), reports, pictures }).timers ?? []
  await db.delete(journal)
  await db.insert(journal).values({ kind: 'signed_in', at: new Date(0) })
})

const run = () => Promise.all(timers.map((timer) => timer.run()))
const isDeleted = async () => (await server.connection.db.$count(journal)) === 0
const gateOpenAt = async () => (await server.connection.db.select().from(backupState))[0]?.gateOpenAt

it('what time ends is ended while the gate is open, which is stored', async () => {
  await run()
  expect([await isDeleted(), await gateOpenAt()]).toEqual([true, NOW])
})

it('nothing is ended while the gate is shut', async () => {
  server.clock.jump(40 * 24 * HOUR_MS)
  await run()
  server.clock.jump(-40 * 24 * HOUR_MS)
  await run()
  expect([await isDeleted(), await gateOpenAt()]).toEqual([false, NOW])
  server.clock.set(new Date(NOW.getTime() + HOUR_MS))
  await run()
  expect(await isDeleted()).toBe(true)
})

it('one instance at a time ends things, whose lock goes with its connection', async () => {
  const lock = sql`(hashtextextended('endings', 0))`
  await server.connection.reports.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock${lock}`)
    await run()
    expect(await isDeleted()).toBe(false)
  })
  await run()
  expect(await isDeleted()).toBe(true)
})
