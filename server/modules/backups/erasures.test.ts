import { open, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testServer } from '#server/testing/app.ts'
import { query } from '#server/testing/databases.ts'
import { openBucket } from '#server/testing/storage.ts'
import type { BackupParts } from './engine.ts'
import { backupsOf, newFolder } from './fixtures/places.ts'
import { backupFolder } from './places/folder.ts'

const server = testServer()
const url = () => server.connection.url()
const opened: { close(): Promise<void> }[] = []
beforeEach(() => query(url(), 'delete from erasures'))
afterEach(async () => {
  vi.restoreAllMocks()
  for (const { close } of opened.splice(0).reverse()) await close()
})

async function start(more: Partial<BackupParts> = {}) {
  const all = await backupsOf(server, more)
  opened.push(all.backups)
  return { ...all, erased: () => readFile(path.join(all.dir, 'erased'), 'utf8') }
}
async function bucketOf() {
  const bucket = await openBucket()
  opened.push(bucket)
  return bucket
}

/** Records erased rows. @returns their keys */
async function erase(count = 1): Promise<string[]> {
  const rows = await query<{ key: string }>(
    url(),
    `insert into erasures (key) select gen_random_uuid() from generate_series(1, ${count}) returning key::text`,
  )
  return rows.map(({ key }) => key)
}

/** How often each text occurs in another one. */
const timesIn = (text: string, keys: readonly string[]) => keys.map((key) => text.split(key).length - 1)

/** Counts what is read: the keys that the database sends, and the bytes of files. */
async function countReads() {
  const counted = { keys: 0, bytes: 0 }
  const query = pg.Client.prototype.query as (
    this: pg.Client,
    ...values: unknown[]
  ) => Promise<pg.QueryResult> | undefined
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...values: unknown[]) {
    const answer = query.apply(this, values)
    void answer?.then?.(
      ({ rows = [] }) => {
        counted.keys += rows.filter((row) => 'key' in row).length
      },
      () => {},
    )
    return answer
  } as never)
  const handle = await open(path.join(await newFolder(), 'any'), 'w')
  const prototype = Object.getPrototypeOf(handle) as typeof handle
  await handle.close()
  const { readFile: readAll } = prototype
  vi.spyOn(prototype, 'readFile').mockImplementation(async function (this: typeof handle, ...values: unknown[]) {
    const content = await (readAll as (...values: unknown[]) => Promise<string>).apply(this, values)
    counted.bytes += content.length
    return content
  } as never)
  return counted
}

describe('noting erased keys', () => {
  it('reads each key once after a start, lists the bucket once, and then reads only what is new', async () => {
    const bucket = await bucketOf()
    const before = await start()
    const many = 50_000
    const keys = await erase(many)
    const [first = ''] = keys
    // An earlier start has noted all of them.
    await before.backups.noteErasures()
    const [restaurant] = (await before.erased()).split(' ')
    for (const key of keys) bucket.objects.set(`erased/${restaurant}/${key}`, Buffer.alloc(0))

    const counted = await countReads()
    const { backups, erased, dir } = await start({ bucket, dir: before.dir })
    bucket.requests = []
    await backups.noteErasures()
    expect(counted.keys).toBe(2 * many)
    const { length } = await erased()
    expect(counted.bytes).toBe(length)
    expect(bucket.requests.filter((request) => request.includes('list-type'))).toHaveLength(many / bucket.pageSize)
    expect(bucket.requests.filter((request) => request.startsWith('PUT'))).toEqual([])

    Object.assign(counted, { keys: 0, bytes: 0 })
    bucket.requests = []
    for (let minute = 0; minute < 5; minute += 1) await backups.noteErasures()
    expect(counted.keys).toBe(0)
    expect(counted.bytes).toBe(0)
    expect(bucket.requests).toEqual([])

    const [added = ''] = await erase()
    await backups.noteErasures()
    // By the insert, and once for each place.
    expect(counted.keys).toBe(3)
    expect(counted.bytes).toBe(0)
    expect(bucket.requests.filter((request) => !request.endsWith(added))).toHaveLength(1)
    expect(bucket.requests.join()).not.toContain('list-type')
    expect(timesIn(await readFile(path.join(dir, 'erased'), 'utf8'), [first, added])).toEqual([1, 1])
  })

  it('misses no key of a transaction that ends later than a younger one', async () => {
    const { backups, erased } = await start()
    const slow = new pg.Client({ connectionString: url() })
    await slow.connect()
    await slow.query('begin')
    const { rows } = await slow.query('insert into erasures (key) values (gen_random_uuid()) returning key::text')
    const [quick = ''] = await erase()
    await backups.noteErasures()
    expect(timesIn(await erased(), [rows[0].key, quick])).toEqual([0, 1])
    await slow.query('commit')
    await slow.end()
    await backups.noteErasures()
    expect(timesIn(await erased(), [rows[0].key, quick])).toEqual([1, 1])
  })

  it('gives everything to a folder that is lost, cut short, or replaced by an older one', async () => {
    const { backups, erased, dir } = await start()
    const file = path.join(dir, 'erased')
    const keys = await erase(3)
    await backups.noteErasures()
    const old = await erased()
    const [restaurant = ''] = old.split(' ')
    keys.push(...(await erase(3)))
    await backups.noteErasures()
    const damages = [
      () => rm(dir, { recursive: true }),
      () => writeFile(file, old),
      async () => writeFile(file, (await erased()).slice(0, -5)),
      async () => writeFile(file, (await erased()).split('\n').reverse().join('\n').trimStart()),
      // As long as before, with other content.
      async () => writeFile(file, (await erased()).replace(/[0-9a-f]/g, '0')),
    ]
    for (const [i, damage] of damages.entries()) {
      await damage()
      await backups.noteErasures()
      expect([i, timesIn(await erased(), keys)]).toEqual([i, keys.map(() => 1)])
      const read = await backupFolder(dir).readErased(restaurant)
      expect([i, read.keys]).toEqual([i, new Set(keys)])
    }
  })

  it('notes a key once for two instances with one folder, and for each of two with folders of their own', async () => {
    const one = await start()
    const same = await start({ dir: one.dir })
    const other = await start()
    const all = [one, same, other]
    for (let i = 0; i < 2; i += 1) {
      const keys = await erase(2)
      for (const { backups } of all) await backups.noteErasures()
      for (const { erased } of all) expect(timesIn(await erased(), keys)).toEqual([1, 1])
    }
  })
})
