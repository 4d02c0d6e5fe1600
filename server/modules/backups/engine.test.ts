import { execFileSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, stat, statfs, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import { query } from '#server/testing/databases.ts'
import { canMount, openBucket, type TestBucket } from '#server/testing/storage.ts'
import { MASA_VERSION } from './archive/parts.ts'
import { readArchive } from './archive/read-archive.ts'
import type { BackupParts } from './engine.ts'
import { backupsOf, changeByte, makeBackup, newFolder, pictureOf, restoreFrom } from './fixtures/places.ts'
import { backupBucket } from './places/bucket.ts'
import { backupFolder } from './places/folder.ts'
import { unpackPicture } from './places/pictures.ts'
import { backupName } from './places/place.ts'
import { openBackupDatabase } from './repo.ts'

const HASH = 'c'.repeat(32)
const server = testServer()
const url = () => server.connection.url()

beforeAll(async () => {
  await server.call('POST', '/api/orders', takeaway(server))
  await server.pictures.put(HASH, pictureOf('soup'))
  await query(url(), `update menu_items set image_url = '/pictures/${HASH}/640.webp' where id = ${server.soup}`)
})

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  server.clock.set(new Date())
  for (const { close } of opened.splice(0)) await close()
})
async function open(more: Partial<BackupParts> = {}) {
  const all = await backupsOf(server, more)
  opened.push(all.backups)
  return all
}
async function bucketOf(): Promise<TestBucket> {
  const bucket = await openBucket()
  opened.push(bucket)
  return bucket
}

/** The picture of the soup in a folder of backups; undefined if it is missing or damaged. */
async function pictureIn(dir: string) {
  const packed = await backupFolder(dir).picture(HASH)
  return packed && unpackPicture(packed)
}

describe('a backup', () => {
  it('is one file that only its owner can read, checked, with its pictures beside it', async () => {
    const { backups, dir, make } = await open()
    expect(await backups.list()).toEqual([])
    const made = await make()
    expect(await readdir(dir)).toEqual([made.name, 'pictures'])
    expect((await stat(path.join(dir, made.name))).mode & 0o777).toBe(0o600)
    expect((await stat(dir)).mode & 0o777).toBe(0o700)
    await readArchive(createReadStream(path.join(dir, made.name)), {}, MASA_VERSION)
    expect(await backups.list()).toEqual(
      [{ ...made, checked: true, where: 'folder' }].map(({ name, at, bytes, checked, where }) => ({
        name,
        at,
        bytes,
        checked,
        where,
      })),
    )
    expect(await backups.state()).toMatchObject({ failedAt: null, failure: null, running: false, sameDisk: true })
    expect(await pictureIn(dir)).toEqual(pictureOf('soup'))
  })

  it('is refused while another one is made, and the lease ends with its connection', async () => {
    const { backups, make } = await open()
    const other = await openBackupDatabase(url())
    expect(await other.takeLease()).toBe(true)
    await expect(backups.begin('hand')).rejects.toMatchObject({ code: 'backup_running' })
    expect((await backups.state()).running).toBe(true)
    await other.close()
    await expect.poll(async () => (await backups.state()).running).toBe(false)
    const both = await Promise.allSettled([make(), make()])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('is not made again if one was made since, unless the clock was set back', async () => {
    const { backups } = await open()
    const now = new Date()
    await makeBackup(backups)
    const begin = async () => (await backups.begin('schedule', { unlessSince: new Date(now.getTime() - 60_000) }))?.done
    expect(await begin()).toBeUndefined()
    server.clock.set(new Date(now.getTime() - 24 * 3600_000))
    expect(await begin()).toMatchObject({ checked: true })
    // The earlier time in its name does not make it the one to remove.
    expect((await backups.list()).length).toBe(2)
  })

  it('removes what killed backups left, and keeps as many as configured and the first of each month', async () => {
    const { dir, make } = await open({ keep: 2 })
    server.clock.set(new Date('2026-11-22T12:00:00Z'))
    await mkdir(path.join(dir, 'pictures', '.new-1'), { recursive: true })
    await writeFile(path.join(dir, '.new-77-1.tar.zst'), 'half')
    // A time of the first of October in Bucharest, and of September in UTC.
    const names = [
      '2025-10-03T02:00:00Z',
      '2026-09-30T22:00:00Z',
      '2026-10-02T02:00:00Z',
      '2026-11-20T02:00:00Z',
      '2026-11-21T02:00:00Z',
    ]
    for (const at of names) await writeFile(path.join(dir, backupName(new Date(at))), 'not read')
    const made = await make()
    const kept = ['2026-09-30T22:00:00Z', '2026-11-20T02:00:00Z', '2026-11-21T02:00:00Z'].map((at) =>
      backupName(new Date(at)),
    )
    expect((await readdir(dir)).sort()).toEqual([...kept, made.name, 'pictures'].sort())
    expect(await readdir(path.join(dir, 'pictures'))).toEqual([`${HASH}.tar`])
  })

  it('keeps the newest and the first of the month of those made in one second', async () => {
    const { dir, make } = await open({ keep: 2 })
    server.clock.set(new Date('2026-11-22T12:00:00Z'))
    const made: string[] = []
    for (let n = 1; n <= 5; n += 1) made.push((await make()).name)
    const kept = [made[0], ...made.slice(-2)]
    expect((await readdir(dir)).filter((name) => name.endsWith('.zst')).sort()).toEqual(kept.sort())
  })

  it('removes pictures that no backup needs any more', async () => {
    const { dir, make } = await open({ keep: 1 })
    await backupFolder(dir).addPicture('d'.repeat(32), Buffer.from('old'))
    await make()
    expect(await readdir(path.join(dir, 'pictures'))).toEqual([`${HASH}.tar`])
  })

  it('replaces a stored picture of which a byte has changed', async () => {
    const { dir, make } = await open()
    await make()
    const file = path.join(dir, 'pictures', `${HASH}.tar`)
    const intact = await readFile(file)
    await writeFile(file, changeByte(intact, intact.indexOf('soup 640')))
    expect(await pictureIn(dir)).toBeUndefined()
    await make()
    expect(await readFile(file)).toEqual(intact)
  })

  it('that fails is recorded with its reason, leaves nothing, and the next one clears it', async () => {
    const folder = await newFolder()
    const blocked = path.join(folder, 'file')
    await writeFile(blocked, '')
    const { backups } = await open({ dir: path.join(blocked, 'backups') })
    await expect(makeBackup(backups)).rejects.toThrow()
    expect(await backups.state()).toMatchObject({ failedAt: expect.any(Date), failure: 'folder_closed' })
    const good = await open()
    await makeBackup(good.backups)
    expect(await good.backups.state()).toMatchObject({ failedAt: null, failure: null })
    await chmod(folder, 0o700)
  })

  it.runIf(canMount())('that finds the disk full leaves nothing, and succeeds once there is room', async () => {
    const disk = await newFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', disk])
    opened.push({ close: async () => void execFileSync('umount', [disk]) })
    const { backups, dir } = await open({ dir: path.join(disk, 'backups') })
    await makeBackup(backups)
    const { bsize, bavail } = await statfs(disk)
    await writeFile(path.join(disk, 'filler'), Buffer.alloc(bavail * bsize - 4096))
    const before = await readdir(dir)
    await expect(makeBackup(backups)).rejects.toMatchObject({ code: 'ENOSPC' })
    expect((await backups.state()).failure).toBe('disk_full')
    expect(await readdir(dir)).toEqual(before)
    await rm(path.join(disk, 'filler'))
    await makeBackup(backups)
  })

  it('that is ended in the middle leaves no file', async () => {
    const { backups, dir } = await open()
    const began = await backups.begin('hand')
    const failed = began?.done.catch((error: Error) => error.message)
    await backups.close()
    expect(await failed).toMatch(/interrupted/)
    expect((await readdir(dir)).filter((name) => name.endsWith('.zst'))).toEqual([])
  })
})

describe('a bucket of backups', () => {
  it('gets the backup and only new pictures, and a restore reads all from it', async () => {
    const bucket = await bucketOf()
    const { backups, dir } = await open({ bucket })
    expect(await makeBackup(backups)).toMatchObject({ where: 'both' })
    bucket.requests = []
    const second = await makeBackup(backups)
    expect(bucket.requests.filter((request) => /^PUT/.test(request))).toEqual([`PUT ${second.name}`])
    expect((await backups.list()).map(({ where }) => where)).toEqual(['both', 'both'])
    const place = backupBucket(bucket)
    const { stream } = await place.read(second.name)
    const { pictures } = await restoreFrom(dir, second.name, { source: stream, places: [place] })
    expect(pictures.stored.get(HASH)).toEqual(server.pictures.stored.get(HASH))
  })

  it('that is gone for a day gets what it missed with the next backup', async () => {
    const bucket = await bucketOf()
    const { backups } = await open({ bucket })
    bucket.mishap = () => ({ status: 403 })
    await expect(makeBackup(backups)).rejects.toThrow(/The bucket answered 403/)
    // The one in the folder is good.
    expect(await backups.state()).toMatchObject({ lastAt: expect.any(Date), failure: 'bucket_refused' })
    expect((await backups.list()).map(({ where }) => where)).toEqual(['folder'])
    // An update goes on with the one in the folder.
    expect(await (await backups.begin('migration'))?.done).toMatchObject({ where: 'folder' })
    bucket.mishap = () => undefined
    await makeBackup(backups)
    expect((await backups.list()).map(({ where }) => where)).toEqual(['both', 'both', 'both'])
    expect(await backups.state()).toMatchObject({ failedAt: null })
  })

  it('that does not answer is named as the reason, and gets no file of more than 5 GB', async () => {
    const bucket = await bucketOf()
    const { backups, dir } = await open({ bucket })
    bucket.mishap = () => ({ status: 500 })
    await expect(makeBackup(backups)).rejects.toThrow(/The bucket answered 500/)
    expect(await backups.state()).toMatchObject({ failure: 'bucket_unreachable' })
    bucket.mishap = () => undefined
    bucket.requests = []
    // One that the bucket has not got yet. It has no content on the disk.
    const large = path.join(dir, backupName(new Date()))
    await writeFile(large, '')
    await truncate(large, 5 * 1024 ** 3 + 1)
    const place = backupBucket(bucket)
    await expect(place.add('masa-large', large)).rejects.toThrow(/has 5\.0 GB, and a bucket takes at most 5 GB/)
    await rm(large)
    expect(bucket.requests).toEqual([])
  })

  it('is listed page by page', async () => {
    const bucket = await bucketOf()
    bucket.pageSize = 2
    for (let n = 1; n <= 5; n += 1) bucket.objects.set(backupName(new Date('2026-11-22T12:00:00Z'), n), Buffer.alloc(n))
    expect((await backupBucket(bucket).list()).map(({ bytes }) => bytes).sort()).toEqual([1, 2, 3, 4, 5])
  })
})

describe('erased keys', () => {
  it('are noted once in the folder and in the bucket, also after a time without the bucket', async () => {
    const bucket = await bucketOf()
    const { backups, dir, logged } = await open({ bucket })
    bucket.mishap = () => ({ status: 403 })
    const [row] = await query<{ key: string }>(
      url(),
      'insert into erasures (key) values (gen_random_uuid()) returning key::text',
    )
    const key = row?.key ?? ''
    await backups.noteErasures()
    expect(logged()).toMatch(/erased keys could not be noted/)
    const lines = () => readFile(path.join(dir, 'erased'), 'utf8')
    expect(await lines()).toContain(key)
    bucket.mishap = () => undefined
    await Promise.all([backups.noteErasures(), backups.noteErasures()])
    expect([...bucket.objects.keys()].filter((name) => name.endsWith(key))).toHaveLength(1)
    expect((await lines()).split(key)).toHaveLength(2)
  })
})
