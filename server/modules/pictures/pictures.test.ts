import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { menuItems, pictures } from '#server/db/schema/index.ts'
import { bucketStore } from '#server/platform/files/bucket-store.ts'
import type { PictureStore } from '#server/platform/files/store.ts'
import { testServer } from '#server/testing/app.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import { openBucket, type TestBucket } from '#server/testing/storage.ts'
import { addUploadedPicture, servedPictures } from './index.ts'

const server = testServer()

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

const upload = async (colour: string) =>
  addUploadedPicture(server.connection.db, stored, {
    file: { name: 'a.png', bytes: await plainPicture(colour).png().toBuffer() },
    now: new Date(),
  })
const hashOf = (url: string) => url.split('/')[2] ?? ''
const statusesOf = (urls: string[]) => Promise.all(urls.map(async (url) => (await server.call('GET', url)).statusCode))

describe('the pictures in a bucket', () => {
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
