import { expect, it } from 'vitest'
import { memoryStore } from '#server/testing/pictures.ts'
import { PICTURE_WIDTHS } from '#shared/domain/menu/pictures.ts'
import { knownOnly } from './store.ts'

const HASH = 'a'.repeat(32)
const hashes = (count: number) => Array.from({ length: count }, (_, n) => n.toString(16).padStart(32, '0'))

/** A store that holds one picture, which the restaurant knows while `known` has it. */
async function open() {
  const stored = memoryStore()
  await stored.put(HASH, new Map(PICTURE_WIDTHS.map((width) => [width, Buffer.from(`${width}`)])))
  const known = new Set([HASH])
  const lookups: string[][] = []
  const read: string[] = []
  const counted = {
    ...stored,
    get: (hash: string, width: 160 | 320 | 640 | 1280) => {
      read.push(`${hash}/${width}`)
      return stored.get(hash, width)
    },
  }
  const store = knownOnly(counted, async (requested) => {
    lookups.push(requested)
    return requested.filter((hash) => known.has(hash))
  })
  return { store, known, lookups, read }
}

it('a picture is looked up once, and then remembered in all its widths', async () => {
  const { store, lookups } = await open()
  for (const width of PICTURE_WIDTHS) expect(String(await store.get(HASH, width))).toBe(String(width))
  expect(lookups).toEqual([[HASH]])
})

it('names that are not known never reach the store, and concurrent ones share a lookup', async () => {
  const { store, lookups, read } = await open()
  expect(await Promise.all(hashes(500).map((hash) => store.get(hash, 640)))).toEqual(Array(500).fill(undefined))
  expect(read).toEqual([])
  // The first one is looked up at once, the others together after it.
  expect(lookups.map((requested) => requested.length)).toEqual([1, 499])
})

it('a picture that becomes known is found, and one that is removed is looked up again', async () => {
  const { store, known, lookups } = await open()
  known.clear()
  expect(await store.get(HASH, 640)).toBeUndefined()
  known.add(HASH)
  expect(await store.get(HASH, 640)).toEqual(Buffer.from('640'))
  await store.remove(HASH)
  expect(await store.get(HASH, 640)).toBeUndefined()
  expect(lookups).toHaveLength(3)
})
