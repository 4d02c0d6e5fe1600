import { createReadStream } from 'node:fs'
import { copyFile, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fixedServer } from '#server/db/index.ts'
import { eraseAgain } from '#server/modules/customers/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { query } from '#server/testing/databases.ts'
import { openBucket } from '#server/testing/storage.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import type { BackupParts } from './engine.ts'
import { neededKeys } from './erasures.ts'
import { backupsOf, restoreFrom } from './fixtures/places.ts'
import { backupBucket } from './places/bucket.ts'
import { backupFolder } from './places/folder.ts'
import { backupName } from './places/place.ts'

const server = testServer()
const url = () => server.connection.url()
const opened: { close(): Promise<void> }[] = []
beforeEach(() => query(url(), 'delete from erasures; delete from backup_positions'))
afterEach(async () => {
  server.clock.set(new Date())
  for (const { close } of opened.splice(0).reverse()) await close()
})

async function start(more: Partial<BackupParts> = {}) {
  const all = await backupsOf(server, more)
  opened.push(all.backups)
  return all
}

let guests = 0
/** Places an order under a new name. */
async function orderOf() {
  const customerName = `Guest number ${++guests} of all`
  const phoneNumber = `07220${String(guests).padStart(5, '0')}`
  const { id } = (
    await server.call('POST', '/api/orders', takeaway(server, { customerName, phoneNumber }))
  ).json<PlacedOrder>()
  return { id, customerName, phoneNumber }
}
async function eraseGuest({ id, phoneNumber }: { id: number; phoneNumber: string }) {
  await server.asOwner('PATCH', `/api/orders/${id}`, { status: 'completed' })
  const [found] = (await server.asOwner('GET', `/api/customers?q=${phoneNumber}`)).json<{ id: number }[]>()
  expect((await server.asOwner('DELETE', `/api/customers/${found?.id}`)).statusCode).toBe(204)
}

const namesIn = async (database: string) =>
  (await query<{ name: string }>(database, 'select customer_name as name from orders')).map(({ name }) => name)

const keysIn = async (database: string) =>
  (await query<{ key: string }>(database, 'select key::text as key from erasures order by 1')).map(({ key }) => key)
const nowOf = async () => new Set(await keysIn(url()))

/** Erases a guest. @returns the keys of the order and the customer */
async function keysOfErasing(guest: Awaited<ReturnType<typeof orderOf>>): Promise<string[]> {
  const before = await nowOf()
  await eraseGuest(guest)
  return [...(await nowOf())].filter((key) => !before.has(key))
}

async function bucketOf() {
  const bucket = await openBucket()
  opened.push(bucket)
  return bucket
}

/** Makes a backup at a time. The clock is right again afterwards: sign-ins would end with it. */
async function makeAt({ make }: Awaited<ReturnType<typeof start>>, at: string) {
  server.clock.set(new Date(at))
  try {
    return (await make()).name
  } finally {
    server.clock.set(new Date())
  }
}

const notedIn = async (dir: string) => readFile(path.join(dir, 'erased'), 'utf8').catch(() => '')
const erasing = { eraseAgain: (tx: Parameters<typeof eraseAgain>[0]) => eraseAgain(tx, new Date()) }

describe('erased stays erased', () => {
  it('from the folder and from the bucket, also after the secrets were emptied', async () => {
    const bucket = await bucketOf()
    const { backups, dir, make } = await start({ bucket })
    const guest = await orderOf()
    const { name } = await make()
    await query(url(), 'delete from secrets')
    await eraseGuest(guest)
    await backups.noteErasures()
    for (const [place, source] of [
      [backupFolder(dir), createReadStream(path.join(dir, name))],
      [backupBucket(bucket), (await backupBucket(bucket).read(name)).stream],
    ] as const) {
      const { url: restored, restored: report } = await restoreFrom(dir, name, { source, places: [place], ...erasing })
      expect(report.erased).toBe(2)
      expect(await namesIn(restored)).not.toContain(guest.customerName)
    }
  })

  it('while keys are dropped that no backup needs any more, in the table, the folder and the bucket', async () => {
    const bucket = await bucketOf()
    const instance = await start({ bucket, keep: 1 })
    const [early, late] = [await orderOf(), await orderOf()]
    await makeAt(instance, '2027-01-05T12:00:00Z')
    const needed = await keysOfErasing(early)
    await makeAt(instance, '2027-01-06T12:00:00Z')
    const everywhere = async () =>
      (await keysIn(url())).join() + (await notedIn(instance.dir)) + [...bucket.objects.keys()].join()
    const timesOf = async (keys: string[]) => {
      const text = await everywhere()
      return keys.map((key) => text.split(key).length - 1)
    }
    // The first backup of the month contains the guest.
    expect(await timesOf(needed)).toEqual([3, 3])

    const kept = [await makeAt(instance, '2028-03-01T12:00:00Z')]
    expect(await timesOf(needed)).toEqual([0, 0])
    const added = await keysOfErasing(late)
    kept.push(await makeAt(instance, '2028-03-02T12:00:00Z'))
    expect(await timesOf(added)).toEqual([3, 3])
    expect((await instance.backups.list()).map(({ name }) => name)).toEqual([...kept].reverse())

    for (const name of kept) {
      for (const [place, source] of [
        [backupFolder(instance.dir), createReadStream(path.join(instance.dir, name))],
        [backupBucket(bucket), (await backupBucket(bucket).read(name)).stream],
      ] as const) {
        const { url: restored } = await restoreFrom(instance.dir, name, { source, places: [place], ...erasing })
        const names = await namesIn(restored)
        expect([name, names.includes(early.customerName), names.includes(late.customerName)]).toEqual([
          name,
          false,
          false,
        ])
      }
    }
    // What is new is still noted, everywhere.
    const [last = ''] = await keysOfErasing(await orderOf())
    await instance.backups.noteErasures()
    expect(await timesOf([last, ...added])).toEqual([3, 3, 3])
  })

  it('while a place has a backup that this database does not know', async () => {
    const instance = await start({ keep: 1 })
    const guest = await orderOf()
    const name = await makeAt(instance, '2029-01-05T12:00:00Z')
    const keys = await keysOfErasing(guest)
    // As of a Masa with the same folder that was restored from an older backup.
    const unknown = path.join(instance.dir, backupName(new Date('2030-04-01T12:00:00Z')))
    await copyFile(path.join(instance.dir, name), unknown)
    await makeAt(instance, '2030-04-02T12:00:00Z')
    expect(await nowOf()).toEqual(new Set([...(await nowOf()), ...keys]))
    await rm(unknown)
    await makeAt(instance, '2030-04-03T12:00:00Z')
    expect((await keysIn(url())).filter((key) => keys.includes(key))).toEqual([])
  })

  it('while another instance has a folder of its own', async () => {
    const [one, other] = [await start(), await start()]
    const guest = await orderOf()
    const name = await makeAt(one, '2031-01-05T12:00:00Z')
    const keys = await keysOfErasing(guest)
    await makeAt(other, '2031-02-05T12:00:00Z')
    expect([...(await nowOf())]).toEqual(expect.arrayContaining(keys))
    // The one finds them although it did not run meanwhile.
    const again = await start({ dir: one.dir })
    await again.backups.noteErasures()
    // Later they go from the table, and stay beside the backup that needs them.
    await makeAt(other, '2032-04-05T12:00:00Z')
    expect((await keysIn(url())).filter((key) => keys.includes(key))).toEqual([])
    const { url: restored } = await restoreFrom(one.dir, name, erasing)
    expect(await namesIn(restored)).not.toContain(guest.customerName)
  })

  it('after a restore, for the backups of the time that it has undone', async () => {
    const instance = await start()
    const guest = await orderOf()
    const { name } = await instance.make()
    const { url: restored } = await restoreFrom(instance.dir, name, erasing)
    const elsewhere = await start({ server: fixedServer(() => restored) })
    const [row] = await query<{ key: string }>(
      restored,
      `insert into erasures (key) select erasure_key from orders where id = ${guest.id} returning key::text`,
    )
    await elsewhere.make()
    expect(await keysIn(restored)).toContain(row?.key)
  })

  it('is not promised for a backup that is older than 400 days', async () => {
    const { dir, make } = await start()
    const { name, at } = await make()
    const restoredAfter = async (days: number) => {
      const now = new Date(at.getTime() + days * 24 * 3600_000)
      return (await restoreFrom(dir, name, { ...erasing, now })).restored.mayLackErasures
    }
    expect([await restoredAfter(399), await restoredAfter(401)]).toEqual([false, true])
  })
})

describe('the keys that are needed', () => {
  const now = new Date('2030-06-15T12:00:00Z')
  const nameOf = (day: string) => backupName(new Date(`${day}T03:00:00Z`))
  const [old, recent, today] = [nameOf('2029-05-01'), nameOf('2029-06-01'), nameOf('2030-06-15')]

  it('are those that a backup lacks: any in a place, and any of the last 400 days elsewhere', () => {
    const positions = new Map([
      [old, 10],
      [recent, 20],
      [today, 30],
    ])
    expect(neededKeys(positions, new Set([today]), now)).toEqual({ upTo: 20, outdated: [old] })
    expect(neededKeys(positions, new Set([old, today]), now)).toEqual({ upTo: 10, outdated: [] })
    expect(neededKeys(new Map([[today, 30]]), new Set([today]), now)).toEqual({ upTo: 30, outdated: [] })
  })

  it('are all while a backup in a place is unknown', () => {
    expect(neededKeys(new Map([[today, 30]]), new Set([old, today]), now).upTo).toBe(0)
  })

  it('do not become fewer by a clock that is behind', () => {
    const positions = new Map([
      [recent, 20],
      [today, 30],
    ])
    expect(neededKeys(positions, new Set([today]), new Date('2001-01-01T00:00:00Z'))).toEqual({
      upTo: 20,
      outdated: [],
    })
  })
})
