import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { menuImports, menuItems, pictures, promotions } from '#server/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'
import { testServer } from '#server/testing/app.ts'
import { recordingLog } from '#server/testing/log.ts'
import { plainPicture } from '#server/testing/photos.ts'
import { pictureAt } from '#shared/domain/pictures.ts'
import { sweepPictures } from './sweep.ts'
import { takePicture } from './take.ts'

const server = testServer()
const DAY_MS = 24 * 60 * 60 * 1000
const START = new Date('2026-03-01T12:00:00Z')
const at = (days: number) => new Date(START.getTime() + days * DAY_MS)
const { log, logged } = recordingLog()

const sweep = (days: number) =>
  sweepPictures(server.connection.db, { store: server.pictures, log: log as Log, now: at(days) })
const kept = () => [...server.pictures.kept.keys()]
const hashOf = (url: string) => url.split('/')[2] ?? ''
const colour = (name: string) => plainPicture(name).png().toBuffer()
const take = async (bytes: Buffer, days = 0) =>
  takePicture(server.connection.db, server.pictures, {
    file: { name: 'a.png', bytes },
    tooLarge: 'image_too_large',
    now: at(days),
  })
const show = (imageUrl: string) =>
  server.connection.db.update(menuItems).set({ imageUrl }).where(eq(menuItems.id, server.soup))

beforeEach(async () => {
  const { db } = server.connection
  server.pictures.kept.clear()
  await db.delete(pictures)
  await db.delete(menuImports)
  await db.delete(promotions)
  await show('')
})

it('a picture that nothing shows goes after a week, not before', async () => {
  const url = await take(await colour('red'))
  await sweep(6.99)
  expect(kept()).toEqual([hashOf(url)])
  await sweep(7.01)
  expect(kept()).toEqual([])
  expect(await server.connection.db.select().from(pictures)).toEqual([])
})

it('one that a dish shows stays, in whatever width it is named, and goes a week after the dish has lost it', async () => {
  const url = await take(await colour('red'))
  await show(pictureAt(url, 1280))
  for (const days of [8, 20, 30]) await sweep(days)
  expect(kept()).toEqual([hashOf(url)])
  await show('https://example.com/soup.jpg')
  await sweep(36)
  expect(kept()).toEqual([hashOf(url)])
  await sweep(38)
  expect(kept()).toEqual([])
})

it('one that a promotion shows stays', async () => {
  const imageUrl = await take(await colour('red'))
  const words = { title: 'A', titleRo: 'A', description: 'a', descriptionRo: 'a' }
  const days = { startDate: '2026-01-01', endDate: '2026-01-02' }
  await server.connection.db
    .insert(promotions)
    .values({ ...words, ...days, imageUrl, createdAt: at(0), updatedAt: at(0) })
  await sweep(30)
  expect(kept()).toEqual([hashOf(imageUrl)])
})

it('one that taking back an import would show stays as long as it can be taken back', async () => {
  const { db } = server.connection
  const imageUrl = await take(await colour('red'))
  await db.insert(menuImports).values({
    ...{ at: at(5), username: 'boss', kind: 'csv', added: 0, changed: 1, menuAfter: 'x' },
    before: { items: [{ image_url: imageUrl }], addedItems: [], addedCategories: [], categories: [], names: [] },
  })
  await sweep(11.9)
  expect(kept()).toEqual([hashOf(imageUrl)])
  await sweep(12.1)
  expect(kept()).toEqual([hashOf(imageUrl)])
  await sweep(19)
  expect(kept()).toEqual([])
})

it('one that a dish shows again while others are deleted stays', async () => {
  const urls = [await take(await colour('red')), await take(await colour('blue'))]
  const { remove } = server.pictures
  server.pictures.remove = async (hash) => {
    server.pictures.remove = remove
    await show(urls.find((url) => hashOf(url) !== hash) ?? '')
    await remove(hash)
  }
  await sweep(8)
  expect(kept()).toHaveLength(1)
  const [dish] = await server.connection.db.select().from(menuItems).where(eq(menuItems.id, server.soup))
  expect(kept()).toEqual([hashOf(dish?.imageUrl ?? '')])
})

it('one that is shown but not noted, as after a restore, is noted, and goes a week after nothing shows it', async () => {
  const url = await take(await colour('red'))
  await show(url)
  await server.connection.db.delete(pictures)
  await sweep(1)
  await show('')
  await sweep(7.9)
  expect(kept()).toEqual([hashOf(url)])
  await sweep(8.1)
  expect(kept()).toEqual([])
})

it('one that is sent again begins its week anew', async () => {
  const bytes = await colour('red')
  const url = await take(bytes)
  await take(bytes, 6)
  await sweep(12)
  expect(kept()).toEqual([hashOf(url)])
})

it('one that is sent again while it is deleted waits, and is there', async () => {
  const bytes = await colour('red')
  const url = await take(bytes)
  const { remove } = server.pictures
  let again: Promise<string> | undefined
  let isTaken = false
  server.pictures.remove = async (hash) => {
    again = take(bytes, 8).finally(() => {
      isTaken = true
    })
    // Long enough for it to meet the row that is held here.
    await server.connection.db.execute('select pg_sleep(0.3)')
    expect(isTaken).toBe(false)
    await remove(hash)
  }
  await sweep(8)
  server.pictures.remove = remove
  expect(await again).toBe(url)
  expect(kept()).toEqual([hashOf(url)])
  expect(await server.connection.db.select().from(pictures)).toEqual([{ hash: hashOf(url), usedAt: at(8) }])
})

it('two instances at once delete each once; one that cannot be deleted now is left for the next time', async () => {
  for (const name of ['red', 'green', 'blue']) await take(await colour(name))
  const { remove } = server.pictures
  const removed: string[] = []
  const [stuck = ''] = kept()
  server.pictures.remove = async (hash) => {
    removed.push(hash)
    if (hash === stuck) throw new Error('a store out of reach')
    await remove(hash)
  }
  await Promise.all([sweep(8), sweep(8)])
  server.pictures.remove = remove
  expect(kept()).toEqual([stuck])
  expect(removed.filter((hash) => hash !== stuck)).toHaveLength(2)
  expect(logged()).toContain('a store out of reach')
  await sweep(8)
  expect(kept()).toEqual([])
})
