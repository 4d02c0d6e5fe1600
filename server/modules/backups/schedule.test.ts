import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { settings } from '#server/db/schema/index.ts'
import { testServer } from '#server/testing/app.ts'
import { recordingLog } from '#server/testing/log.ts'
import { fakeBackups } from './fixtures/engine.ts'
import { backupsOf, newFolder } from './fixtures/places.ts'
import { BackupMaker, backUpWhenDue, isBackupDue } from './schedule.ts'

const server = testServer()
const IDLE = { lastAt: null, failedAt: null, failure: null, running: false, sameDisk: false }

describe('the backup of a business day is due', () => {
  const dayStart = new Date('2026-11-21T02:00:00.000Z')
  const now = new Date('2026-11-21T15:00:00.000Z')
  it.each([
    ['without any backup', true, {}],
    ['if the last one is of the day before', true, { lastAt: new Date('2026-11-21T01:59:59.999Z') }],
    ['not if the day has one', false, { lastAt: dayStart }],
    ['not while one is being made', false, { running: true }],
    ['not within an hour of a failed attempt', false, { failedAt: new Date('2026-11-21T14:00:00.001Z') }],
    ['an hour after a failed attempt', true, { failedAt: new Date('2026-11-21T14:00:00.000Z') }],
    [
      'a minute after one that found no connection',
      true,
      { failedAt: new Date('2026-11-21T14:59:01.000Z'), failure: 'no_connection' },
    ],
    [
      'not at once after one that found no connection',
      false,
      { failedAt: new Date('2026-11-21T14:59:59.000Z'), failure: 'no_connection' },
    ],
    ['if the last one is in the future', true, { lastAt: new Date('2027-11-21T15:00:00.000Z') }],
    ['if the last attempt failed in the future', true, { failedAt: new Date('2027-11-21T15:00:00.000Z') }],
  ] as const)('%s', (_, isDue, facts) => {
    expect(isBackupDue({ ...IDLE, ...facts }, dayStart, now)).toBe(isDue)
  })
})

describe('the schedule', () => {
  const backups = fakeBackups()
  const check = async (at: string) => {
    const { db } = server.connection
    server.clock.set(new Date(at))
    const { log } = recordingLog()
    const maker = new BackupMaker(backups, { db, clock: server.clock, log: log as never })
    await backUpWhenDue({ db, backups, maker, clock: server.clock, timeZone: 'Europe/Bucharest' })
    return backups.begun
  }
  beforeEach(() => {
    Object.assign(backups, { keep: 14, facts: { ...IDLE }, begun: [] })
  })

  it('begins a backup when the business day begins by the restaurant’s setting', async () => {
    await server.connection.db.update(settings).set({ businessDayStart: '05:30' })
    backups.facts.lastAt = new Date('2026-11-20T04:00:00.000Z')
    expect(await check('2026-11-21T03:29:59.999Z')).toEqual([])
    const unlessSince = new Date('2026-11-21T03:30:00.000Z')
    expect(await check('2026-11-21T03:30:00.000Z')).toEqual([{ reason: 'schedule', unlessSince }])
  })

  it('lets another instance make the backup that has begun meanwhile', async () => {
    backups.facts = { ...IDLE, running: true }
    const asBefore = { ...backups, state: async () => IDLE }
    const { db } = server.connection
    const maker = new BackupMaker(asBefore, { db, clock: server.clock, log: recordingLog().log as never })
    await backUpWhenDue({ db, backups: asBefore, maker, clock: server.clock, timeZone: 'Europe/Bucharest' })
    expect(backups.begun).toEqual([])
  })

  it('makes one backup on two instances', async () => {
    const { db } = server.connection
    await db.update(settings).set({ businessDayStart: '04:00' })
    const dir = path.join(await newFolder(), 'backups')
    const instances = await Promise.all(
      [1, 2].map(async () => {
        const { backups } = await backupsOf(server, { dir })
        const maker = new BackupMaker(backups, { db, clock: server.clock, log: recordingLog().log as never })
        return { db, backups, maker, clock: server.clock, timeZone: 'Europe/Bucharest' }
      }),
    )
    const [one, other] = instances
    if (!one || !other) throw new Error('there are two')
    const made = async () => (await one.backups.list()).length
    for (const [day, at] of ['2026-11-21T02:00:00.000Z', '2026-11-22T02:00:00.000Z'].entries()) {
      server.clock.set(new Date(at))
      const before = await one.backups.state()
      await Promise.all(instances.map(backUpWhenDue))
      await expect.poll(made, { timeout: 30_000 }).toBe(day + 1)
      await expect.poll(async () => (await one.backups.state()).running, { timeout: 30_000 }).toBe(false)
      // One that has looked before the backup was made, and begins only now.
      const late = { ...other.backups, state: async () => before }
      await backUpWhenDue({ ...other, backups: late })
      await Promise.all(instances.map(backUpWhenDue))
      expect((await one.backups.state()).running).toBe(false)
      expect(await made()).toBe(day + 1)
    }
    for (const { maker } of instances) await maker.close()
  })

  it('begins none where none is made by itself', async () => {
    backups.keep = 0
    expect(await check('2026-11-21T15:00:00.000Z')).toEqual([])
  })
})
