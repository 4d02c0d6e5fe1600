import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { menuImports, menuItems, pictures, promotions } from '#server/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'
import { testServer } from '#server/testing/app.ts'
import { recordingLog } from '#server/testing/log.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import { pictureAt } from '#shared/domain/menu/pictures.ts'
import { addUploadedPicture, sweepPictures } from './index.ts'

const server = testServer()
const DAY_MS = 24 * 60 * 60 * 1000
const START = new Date('2026-03-01T12:00:00Z')
const at = (days: number) => new Date(START.getTime() + days * DAY_MS)
const { log, logged } = recordingLog()

const sweep = (days: number) =>
  sweepPictures(server.connection.db, { store: server.pictures, log: log as Log, now: at(days) })
const storedHashes = () => [...server.pictures.stored.keys()]
const hashOf = (url: string) => url.split('/')[2] ?? ''
const colour = (name: string) => plainPicture(name).png().toBuffer()
const upload = async (bytes: Buffer, days = 0) =>
  addUploadedPicture(server.connection.db, server.pictures, {
    file: { name: 'a.png', bytes },
    now: at(days),
  })
const showOnSoup = (imageUrl: string) =>
  server.connection.db.update(menuItems).set({ imageUrl }).where(eq(menuItems.id, server.soup))

beforeEach(async () => {
  const { db } = server.connection
  server.pictures.stored.clear()
  await db.delete(pictures)
  await db.delete(menuImports)
  await db.delete(promotions)
  await showOnSoup('')
})

it('a picture that is shown nowhere is deleted after a week, not before', async () => {
  const url = await upload(await colour('red'))
  await sweep(6.99)
  expect(storedHashes()).toEqual([hashOf(url)])
  await sweep(7.01)
  expect(storedHashes()).toEqual([])
  expect(await server.connection.db.select().from(pictures)).toEqual([])
})

it('a picture that a dish shows in any width stays, and is deleted a week after the dish stops showing it', async () => {
  const url = await upload(await colour('red'))
  await showOnSoup(pictureAt(url, 1280))
  for (const days of [8, 20, 30]) await sweep(days)
  expect(storedHashes()).toEqual([hashOf(url)])
  await showOnSoup('https://example.com/soup.jpg')
  await sweep(36)
  expect(storedHashes()).toEqual([hashOf(url)])
  await sweep(38)
  expect(storedHashes()).toEqual([])
})

it('a picture that a promotion shows stays', async () => {
  const imageUrl = await upload(await colour('red'))
  const texts = { title: 'A', titleRo: 'A', description: 'a', descriptionRo: 'a' }
  const days = { startDate: '2026-01-01', endDate: '2026-01-02' }
  await server.connection.db
    .insert(promotions)
    .values({ ...texts, ...days, imageUrl, createdAt: at(0), updatedAt: at(0) })
  await sweep(30)
  expect(storedHashes()).toEqual([hashOf(imageUrl)])
})

it('a picture that undoing an import would show again stays as long as the import can be undone', async () => {
  const { db } = server.connection
  const imageUrl = await upload(await colour('red'))
  await db.insert(menuImports).values({
    ...{ at: at(5), username: 'boss', kind: 'csv', added: 0, changed: 1, menuAfter: 'x' },
    before: { dishes: [{ imageUrl }], addedItems: [], addedCategories: [], categories: [] },
  })
  await sweep(11.9)
  expect(storedHashes()).toEqual([hashOf(imageUrl)])
  await sweep(12.1)
  expect(storedHashes()).toEqual([hashOf(imageUrl)])
  await sweep(19)
  expect(storedHashes()).toEqual([])
})

it('a picture that a dish shows again while others are deleted stays', async () => {
  const urls = [await upload(await colour('red')), await upload(await colour('blue'))]
  const { remove } = server.pictures
  server.pictures.remove = async (hash) => {
    server.pictures.remove = remove
    await showOnSoup(urls.find((url) => hashOf(url) !== hash) ?? '')
    await remove(hash)
  }
  await sweep(8)
  expect(storedHashes()).toHaveLength(1)
  const [dish] = await server.connection.db.select().from(menuItems).where(eq(menuItems.id, server.soup))
  expect(storedHashes()).toEqual([hashOf(dish?.imageUrl ?? '')])
})

it('a picture that is shown but not recorded, as after a restore, is recorded, and deleted a week after its last use', async () => {
  const url = await upload(await colour('red'))
  await showOnSoup(url)
  await server.connection.db.delete(pictures)
  await sweep(1)
  await showOnSoup('')
  await sweep(7.9)
  expect(storedHashes()).toEqual([hashOf(url)])
  await sweep(8.1)
  expect(storedHashes()).toEqual([])
})

it('uploading a picture again restarts its week', async () => {
  const bytes = await colour('red')
  const url = await upload(bytes)
  await upload(bytes, 6)
  await sweep(12)
  expect(storedHashes()).toEqual([hashOf(url)])
})

it('uploading a picture that is being deleted waits for the deletion, and stores it again', async () => {
  const bytes = await colour('red')
  const url = await upload(bytes)
  const { remove } = server.pictures
  let secondUpload: Promise<string> | undefined
  let isUploaded = false
  server.pictures.remove = async (hash) => {
    secondUpload = upload(bytes, 8).finally(() => {
      isUploaded = true
    })
    // This is long enough for the upload to reach the row that the sweep has locked.
    await server.connection.db.execute('select pg_sleep(0.3)')
    expect(isUploaded).toBe(false)
    await remove(hash)
  }
  await sweep(8)
  server.pictures.remove = remove
  expect(await secondUpload).toBe(url)
  expect(storedHashes()).toEqual([hashOf(url)])
  expect(await server.connection.db.select().from(pictures)).toEqual([{ hash: hashOf(url), usedAt: at(8) }])
})

it('two concurrent sweeps delete each picture once; a failed deletion is repeated by the next sweep', async () => {
  for (const name of ['red', 'green', 'blue']) await upload(await colour(name))
  const { remove } = server.pictures
  const removed: string[] = []
  const [failingHash = ''] = storedHashes()
  server.pictures.remove = async (hash) => {
    removed.push(hash)
    if (hash === failingHash) throw new Error('a store out of reach')
    await remove(hash)
  }
  await Promise.all([sweep(8), sweep(8)])
  server.pictures.remove = remove
  expect(storedHashes()).toEqual([failingHash])
  expect(removed.filter((hash) => hash !== failingHash)).toHaveLength(2)
  expect(logged()).toContain('a store out of reach')
  await sweep(8)
  expect(storedHashes()).toEqual([])
})
