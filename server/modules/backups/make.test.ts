import { execFileSync } from 'node:child_process'
import { mkdir, readdir, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { databaseAt, isLocked, readBackupOutcome } from '#server/db/index.ts'
import { journal } from '#server/db/schema/index.ts'
import { SERVER } from '#server/modules/accounts/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { testServer } from '#server/testing/app.ts'
import { backupsOf, makeBackup, newFolder } from '#server/testing/backups.ts'
import { query } from '#server/testing/databases.ts'
import { canMount } from '#server/testing/storage.ts'
import { PICTURE_WIDTHS } from '#shared/domain/menu/pictures.ts'
import { backupsToKeep, backupTime, picturesBeside, readErased, type StoredBackup, storedBackups } from './folder.ts'
import {
  backUpBeforeMigration,
  beginBackup,
  dayWithoutBackup,
  describeFailure,
  failureReason,
  NoBackup,
} from './make.ts'
import { UnusableBackup } from './text.ts'

const HASH = 'c'.repeat(32)
const server = testServer()
const url = () => server.connection.server.url()
const outcome = () => readBackupOutcome(server.connection.db)
const at = (moment: string) => server.clock.set(new Date(moment))

beforeAll(async () => {
  await server.pictures.put(HASH, new Map(PICTURE_WIDTHS.map((width) => [width, Buffer.from(`soup ${width}`)])))
  await query(url(), `update menu_items set image_url = '/pictures/${HASH}/640.webp' where id = ${server.soup}`)
})
afterEach(() => server.clock.set(undefined))

describe('a backup', () => {
  it('has its name after it was checked, and pictures and erased keys beside it', async () => {
    const { dir, make } = await backupsOf(server)
    await query(url(), 'insert into erasures (key) values (gen_random_uuid())')
    at('2026-11-22T02:00:30.700Z')
    const made = await make()
    expect(made).toMatchObject({ name: 'masa-2026-11-22T02-00-30Z.sql.zst', checked: true })
    expect((await readdir(dir)).sort()).toEqual(['erased', made.name, 'pictures'])
    expect((await stat(dir)).mode & 0o777).toBe(0o700)
    for (const name of ['erased', made.name]) expect((await stat(path.join(dir, name))).mode & 0o777).toBe(0o600)
    expect(await storedBackups(dir)).toEqual([made])
    expect(await picturesBeside(dir).get(HASH, 640)).toEqual(Buffer.from('soup 640'))
    expect(await readErased(dir)).toHaveLength(1)
    expect(await outcome()).toMatchObject({
      lastAt: new Date('2026-11-22T02:00:30.700Z'),
      failedAt: null,
      failure: null,
    })
    const entries = await server.connection.db.select().from(journal)
    expect(entries.at(-1)).toMatchObject({ kind: 'backup_made', username: null, details: { backup: made.name } })
    // A second backup within the same second does not replace the first.
    expect((await make()).name).toBe('masa-2026-11-22T02-00-31Z.sql.zst')
  })

  it('is refused while another one is made, and not made again if one was made since', async () => {
    const { backups, make } = await backupsOf(server)
    const both = await Promise.allSettled([make(), make()])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const since = (moment: number) => beginBackup(backups, SERVER, { unlessSince: new Date(moment) })
    expect(await since(Date.now() - 60_000)).toBeUndefined()
    const later = await since(Date.now())
    await expect(beginBackup(backups, SERVER)).rejects.toMatchObject({ code: 'backup_running' })
    await later?.done
    await expect.poll(() => isLocked(server.connection.db.$client, 7_262_002)).toBe(false)
    // After the clock was set back, a backup from the future does not count.
    server.clock.set(new Date(Date.now() - 24 * 60 * 60_000))
    await (await since(Date.now() - 25 * 60 * 60_000))?.done
    expect(await storedBackups(backups.dir)).toHaveLength(3)
  })

  it('removes old ones, what killed ones left, and pictures that none needs', async () => {
    const { backups, dir, make } = await backupsOf(server, { keep: 2 })
    for (const day of ['2026-10-02', '2026-11-01', '2026-11-19', '2026-11-20']) {
      at(`${day}T02:00:00Z`)
      await make()
    }
    await mkdir(path.join(dir, 'pictures', '.new-1'))
    await mkdir(path.join(dir, 'pictures', 'd'.repeat(32)))
    await writeFile(path.join(dir, '.new-77'), 'half')
    at('2026-11-21T02:00:00Z')
    await (await beginBackup(backups, SERVER, { keepsOld: true }))?.done
    expect(await storedBackups(dir)).toHaveLength(5)
    at('2026-11-21T02:00:01Z')
    await make()
    const days = (await storedBackups(dir)).map(({ name }) => name.slice(5, 15))
    expect(days).toEqual(['2026-11-21', '2026-11-21', '2026-11-01', '2026-10-02'])
    expect((await readdir(dir)).filter((name) => !backupTime(name)).sort()).toEqual(['erased', 'pictures'])
    expect(await readdir(path.join(dir, 'pictures'))).toEqual([HASH])
  })

  it('that fails is recorded with its reason, leaves nothing, and the next one clears it', async () => {
    const blocked = path.join(await newFolder(), 'file')
    await writeFile(blocked, '')
    const { backups } = await backupsOf(server, { dir: path.join(blocked, 'backups') })
    await expect(makeBackup(backups)).rejects.toThrow()
    expect(await outcome()).toMatchObject({ failedAt: expect.any(Date), failure: 'folder_closed' })
    await expect(backUpBeforeMigration(backups)).rejects.toThrow(NoBackup)
    await backUpBeforeMigration((await backupsOf(server)).backups)
    expect(await outcome()).toMatchObject({ failedAt: null, failure: null })
  })

  it.runIf(canMount())('that finds the disk full leaves nothing', async () => {
    const disk = await newFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', disk])
    onTestFinished(() => void execFileSync('umount', [disk]))
    const { backups, dir } = await backupsOf(server, { dir: path.join(disk, 'backups') })
    await makeBackup(backups)
    const { bsize, bavail } = await statfs(disk)
    await writeFile(path.join(disk, 'filler'), Buffer.alloc(bavail * bsize - 4096))
    const before = await readdir(dir)
    await expect(makeBackup(backups)).rejects.toMatchObject({ code: 'ENOSPC' })
    expect((await outcome())?.failure).toBe('disk_full')
    expect(await readdir(dir)).toEqual(before)
  })

  it('copies the tables in one process, which gives way', async () => {
    const { backups } = await backupsOf(server)
    const lowered: number[] = []
    await makeBackup({ ...backups, server: databaseAt(url, (pid) => lowered.push(pid)) })
    expect(lowered).toEqual([expect.any(Number)])
  })

  it('that is ended, or loses the database, in the middle leaves no file and no lock', async () => {
    const { backups, dir } = await backupsOf(server)
    const ending = new AbortController()
    const begun = await beginBackup(backups, SERVER, { ended: ending.signal })
    ending.abort(new Error('closed'))
    await expect(begun?.done).rejects.toThrow()
    let opened = 0
    // The second connection is that of the snapshot.
    const lost = databaseAt(() => (opened++ === 0 ? url() : 'postgres://nobody@127.0.0.1:1/none'))
    await expect(makeBackup({ ...backups, server: lost })).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    expect((await outcome())?.failure).toBe('database')
    expect(await readdir(dir)).toEqual([])
    await makeBackup(backups)
  })
})

it.each([
  [Object.assign(new Error('x'), { code: 'ENOSPC' }), 'disk_full'],
  [Object.assign(new Error('x'), { code: 'EROFS' }), 'folder_closed'],
  [new UnusableBackup('x'), 'changed'],
  [new AppError('unavailable'), 'pictures_unreachable'],
  [Object.assign(new Error('a name'), { code: '53300' }), 'database'],
  [new Error('x'), 'other'],
])('a failure (%s) has a reason', (error, reason) => {
  expect(failureReason(error)).toBe(reason)
  expect(describeFailure(error, '/backups')).not.toContain('a name')
})

it('those of the same second have names in their order, and the oldest goes first', async () => {
  const { backups, make } = await backupsOf(server)
  Object.assign(backups, { keep: 2 })
  at('2026-11-22T02:00:30.700Z')
  const names: string[] = []
  for (let i = 0; i < 5; i++) names.push((await make()).name)
  expect(names).toEqual(names.toSorted())
  // After the clock was set back, too.
  at('2026-11-21T02:00:30.700Z')
  names.push((await make()).name)
  expect(names).toEqual(names.toSorted())
  // The first of a month stays.
  const kept = [names[0], ...names.slice(-2)].reverse()
  expect((await storedBackups(backups.dir)).map(({ name }) => name)).toEqual(kept)
})

it('the newest are kept, and the first of each of the last twelve months', () => {
  const name = (day: string) => `masa-${day}T02-00-00Z.sql.zst`
  const days = Array.from(
    { length: 15 },
    (_, month) => `${2025 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`,
  )
  const names = days.flatMap((month) => [name(`${month}-02`), name(`${month}-17`)])
  const kept = backupsToKeep([...names, 'erased', 'masa-letter.txt'], 1)
  expect([...kept].sort()).toEqual([...days.slice(-12).map((month) => name(`${month}-02`)), names.at(-1)].sort())
  // Automatic backups are off, so manual ones are limited to the default of 14.
  expect(backupsToKeep(names.slice(-14), 0).size).toBe(14)
})

describe('the backup of a business day is due', () => {
  const isDueAt = async (moment: string, keep = 14) => {
    at(moment)
    return dayWithoutBackup(server.connection.db, { keep, clock: server.clock }, 'Europe/Bucharest')
  }
  it.each([
    ['without any backup', true, 'null', 'null'],
    ['if the last one is of the day before', true, "'2026-11-21T01:59:59.999Z'", 'null'],
    ['not if the day has one', false, "'2026-11-21T02:00:00Z'", 'null'],
    ['not within ten minutes of a failed attempt', false, 'null', "'2026-11-21T14:50:00.001Z'"],
    ['ten minutes after a failed attempt', true, 'null', "'2026-11-21T14:50:00Z'"],
    ['if the last one is in the future', true, "'2027-11-21T15:00:00Z'", 'null'],
    ['if the last attempt failed in the future', true, 'null', "'2027-11-21T15:00:00Z'"],
  ])('%s', async (_, isDue, lastAt, failedAt) => {
    await query(url(), `update backup_state set last_at = ${lastAt}, failed_at = ${failedAt}`)
    expect(await isDueAt('2026-11-21T15:00:00Z')).toEqual(isDue ? new Date('2026-11-21T02:00:00Z') : undefined)
  })

  it('when it begins by the restaurant’s setting, and never where none is made by itself', async () => {
    await query(
      url(),
      "update settings set business_day_start = '05:30'; update backup_state set last_at = '2026-11-20T04:00:00Z', failed_at = null",
    )
    expect(await isDueAt('2026-11-21T03:29:59.999Z')).toBeUndefined()
    expect(await isDueAt('2026-11-21T03:30:00Z')).toEqual(new Date('2026-11-21T03:30:00Z'))
    expect(await isDueAt('2026-11-21T03:30:00Z', 0)).toBeUndefined()
  })
})

it('a list of backups has none of the other files', async () => {
  const dir = await newFolder()
  for (const name of ['masa-2026-13-01T00-00-00Z.sql.zst', 'masa-2026-11-01T00-00-00Z.tar.zst', 'erased'])
    await writeFile(path.join(dir, name), '')
  expect(await storedBackups(dir)).toEqual<StoredBackup[]>([])
  expect(await storedBackups(path.join(dir, 'none'))).toEqual([])
})
