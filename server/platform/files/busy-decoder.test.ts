import { expect, it, vi } from 'vitest'
import { storePicture } from '#server/platform/files/index.ts'
import { memoryStore } from '#server/testing/pictures.ts'

/** A decoder that ends only when it has a time limit. */
const decoder = vi.hoisted(() => {
  const limits: number[] = []
  const failing: (() => void)[] = []
  const picture: Record<string, unknown> = {
    metadata: async () => ({ format: 'png', width: 8, height: 8, channels: 3 }),
    timeout({ seconds }: { seconds: number }) {
      limits.push(seconds)
      return picture
    },
    toBuffer: () => new Promise((_, reject) => failing.push(() => reject(new Error('timeout: 12% complete')))),
  }
  for (const step of ['autoOrient', 'resize', 'toColourspace', 'raw', 'webp']) picture[step] = () => picture
  return { limits, failing, sharp: Object.assign(() => picture, { cache: () => {}, concurrency: () => {} }) }
})
vi.mock('sharp', () => ({ default: decoder.sharp }))

const png = (name: string) => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(name)])
const take = (name: string) =>
  storePicture(memoryStore(), png(name), { tooLarge: 'image_too_large', note: async () => {} }).catch(
    ({ code }: { code?: string }) => code,
  )

it('a picture is worked on for ten seconds at most, and twenty wait at most', async () => {
  const taken = Array.from({ length: 20 }, (_, i) => take(String(i)))
  expect(await take('one too many')).toBe('unavailable')
  for (const picture of taken) {
    await vi.waitFor(() => expect(decoder.failing).toHaveLength(1))
    decoder.failing.pop()?.()
    expect(await picture).toBe('image_too_large')
  }
  expect(decoder.limits).toEqual(Array.from({ length: 20 }, () => 10))
  const later = take('later')
  await vi.waitFor(() => expect(decoder.failing).toHaveLength(1))
  decoder.failing.pop()?.()
  expect(await later).toBe('image_too_large')
})
