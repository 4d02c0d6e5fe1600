import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { menuItems, pictures } from '#server/db/schema/index.ts'
import { bucketStore } from '#server/platform/files/bucket-store.ts'
import type { PictureStore } from '#server/platform/files/store.ts'
import { secondInstance, testServer } from '#server/testing/app.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import { openBucket, type TestBucket } from '#server/testing/storage.ts'
import { addUploadedPicture, servedPictures } from './index.ts'

const server = testServer()
const other = secondInstance(server)

let bucket: TestBucket
let stored: PictureStore
beforeAll(async () => {
  bucket = await openBucket()
  stored = bucketStore(bucket, { call: 15_000, oneTry: 5_000 })
})
afterAll(() => bucket.close())
beforeEach(() => {
  Object.assign(server.pictures, servedPictures({ bucket }, stored, server.connection.db))
})

const upload = async (colour: string, at = server) =>
  addUploadedPicture(at.connection.db, stored, {
    file: { name: 'a.png', bytes: await plainPicture(colour).png().toBuffer() },
    tooLarge: 'image_too_large',
    now: new Date(),
  })
const hashOf = (url: string) => url.split('/')[2] ?? ''
const invented = () => `/pictures/${randomBytes(16).toString('hex')}/640.webp`
const statusesOf = (urls: string[]) => Promise.all(urls.map(async (url) => (await server.call('GET', url)).statusCode))
/** Returns the requests to the bucket when guests request these pictures at once. */
const requestsFor = async (urls: string[]) => {
  bucket.requests = []
  return { statuses: new Set(await statusesOf(urls)), requests: bucket.requests.length }
}

describe('the pictures in a bucket', () => {
  it('that nobody has stored cost no request to it', async () => {
    const urls = Array.from({ length: 300 }, invented)
    expect(await requestsFor(urls)).toEqual({ statuses: new Set([404]), requests: 0 })
  })

  it('cost one request for each width', async () => {
    const url = await upload('red')
    const guests = Array.from({ length: 20 }, () => url)
    for (const requests of [1, 0]) expect(await requestsFor(guests)).toEqual({ statuses: new Set([200]), requests })
    expect((await requestsFor([url.replace('640', '320')])).requests).toBe(1)
  })

  it('that another instance stores are found at once, also after somebody has asked for them', async () => {
    const url = await upload('green')
    await stored.remove(hashOf(url))
    await server.connection.db.delete(pictures).where(eq(pictures.hash, hashOf(url)))
    expect(await statusesOf([url])).toEqual([404])
    expect(await upload('green', other as typeof server)).toBe(url)
    expect(await statusesOf([url])).toEqual([200])
  })

  it('that a dish shows are found although no upload of them was recorded', async () => {
    const url = await upload('blue')
    await server.connection.db.delete(pictures).where(eq(pictures.hash, hashOf(url)))
    await server.connection.db.update(menuItems).set({ imageUrl: url }).where(eq(menuItems.id, server.soup))
    expect(await statusesOf([url])).toEqual([200])
  })

  it('are served while the database does not answer', async () => {
    const url = await upload('yellow')
    const away = vi.spyOn(server.connection.db, 'execute').mockRejectedValue(new Error('connect ECONNREFUSED'))
    expect(await statusesOf([url])).toEqual([200])
    away.mockRestore()
  })
})

it('the pictures in a folder are looked for there alone', () => {
  expect(servedPictures({ bucket: undefined }, stored, server.connection.db)).toBe(stored)
})
