import { expect, it, vi } from 'vitest'
import { storePicture } from '#server/platform/files/pictures.ts'
import { memoryStore } from '#server/testing/pictures.ts'

/** A mock of sharp whose decoding never finishes; the test rejects it with sharp's timeout error. */
const decoder = vi.hoisted(() => {
  const timeouts: number[] = []
  const pendingRejects: (() => void)[] = []
  const picture: Record<string, unknown> = {
    metadata: async () => ({ format: 'png', width: 8, height: 8, channels: 3 }),
    timeout({ seconds }: { seconds: number }) {
      timeouts.push(seconds)
      return picture
    },
    toBuffer: () => new Promise((_, reject) => pendingRejects.push(() => reject(new Error('timeout: 12% complete')))),
  }
  for (const step of ['autoOrient', 'resize', 'toColourspace', 'raw', 'webp']) picture[step] = () => picture
  return { timeouts, pendingRejects, sharp: Object.assign(() => picture, { cache: () => {}, concurrency: () => {} }) }
})
vi.mock('sharp', () => ({ default: decoder.sharp }))

const png = (name: string) => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(name)])
const storeOrErrorCode = (name: string) =>
  storePicture(memoryStore(), png(name), { beforeStore: async () => {} }).catch(({ code }: { code?: string }) => code)

it('storePicture limits decoding to ten seconds per picture, and rejects a picture while twenty are waiting', async () => {
  const results = Array.from({ length: 20 }, (_, i) => storeOrErrorCode(String(i)))
  expect(await storeOrErrorCode('one too many')).toBe('unavailable')
  for (const picture of results) {
    await vi.waitFor(() => expect(decoder.pendingRejects).toHaveLength(1))
    decoder.pendingRejects.pop()?.()
    expect(await picture).toBe('image_pixels')
  }
  expect(decoder.timeouts).toEqual(Array.from({ length: 20 }, () => 10))
  const later = storeOrErrorCode('later')
  await vi.waitFor(() => expect(decoder.pendingRejects).toHaveLength(1))
  decoder.pendingRejects.pop()?.()
  expect(await later).toBe('image_pixels')
})
