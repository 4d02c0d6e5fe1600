import { expect, it } from 'vitest'
import { cached } from './cached.ts'

/** A cache of a state that the test changes; a read returns the state of its beginning, once the test lets it end. */
function open({ validMs }: { validMs?: number } = {}) {
  const started = { state: 1, now: 1_000, isListening: true, reads: [] as ((error?: Error) => void)[] }
  const values = cached({
    clock: { now: () => new Date(started.now) },
    isListening: () => started.isListening,
    read: (now) => {
      const validUntil = validMs === undefined ? undefined : new Date(now.getTime() + validMs)
      const result = { value: started.state, validUntil }
      return new Promise<typeof result>((resolve, reject) =>
        started.reads.push((error) => (error ? reject(error) : resolve(result))),
      )
    },
  })
  return Object.assign(started, values)
}

type Cache = ReturnType<typeof open>
const settled = () => new Promise(setImmediate)

/** Lets the read with this index end, and waits for it. */
async function end(cache: Cache, index: number, error?: Error) {
  await settled()
  cache.reads[index]?.(error)
  await settled()
}

/** Whether a call is answered without a read; if not, its read is left open. */
async function isKept(cache: Cache) {
  const { length } = cache.reads
  const isRead = cache.current().then(() => false)
  await settled()
  return cache.reads.length === length && !(await isRead)
}

it('keeps what was read until it is forgotten', async () => {
  const cache = open()
  const first = cache.current()
  await end(cache, 0)
  cache.state = 2
  expect([await first, await cache.current()]).toEqual([1, 1])
  cache.forget()
  const second = cache.current()
  await end(cache, 1)
  expect([await second, await cache.current(), cache.reads.length]).toEqual([2, 2, 2])
})

it('does not keep what a change overtook, and gives it to nobody who asked after the change', async () => {
  const cache = open()
  const before = cache.current()
  cache.state = 2
  cache.forget()
  const after = [cache.current(), cache.current()]
  await end(cache, 0)
  await end(cache, 1)
  expect([await before, ...(await Promise.all(after))]).toEqual([1, 2, 2])
  expect(await isKept(cache)).toBe(true)
  expect(cache.reads).toHaveLength(2)
})

it('does not keep what a change overtook when nobody else asks meanwhile', async () => {
  const cache = open()
  void cache.current()
  cache.forget()
  await end(cache, 0)
  expect(await isKept(cache)).toBe(false)
})

it('shares one read between all who wait for the same state', async () => {
  const cache = open()
  const all = [cache.current(), cache.current(), cache.current()]
  await end(cache, 0)
  expect(cache.reads).toHaveLength(1)
  expect(await Promise.all(all)).toEqual([1, 1, 1])
})

it('keeps nothing without a listening connection, and shares only reads that began after the call', async () => {
  const cache = open()
  cache.isListening = false
  const early = cache.current()
  const late = [cache.current(), cache.current()]
  cache.state = 2
  await end(cache, 0)
  await end(cache, 1)
  expect([await early, ...(await Promise.all(late))]).toEqual([1, 2, 2])
  expect(await isKept(cache)).toBe(false)
})

it('keeps nothing whose read began without a listening connection', async () => {
  const cache = open()
  cache.isListening = false
  void cache.current()
  cache.isListening = true
  await end(cache, 0)
  expect(await isKept(cache)).toBe(false)
})

it('reads again once the connection is lost', async () => {
  const cache = open()
  void cache.current()
  await end(cache, 0)
  cache.isListening = false
  expect(await isKept(cache)).toBe(false)
})

it.each([
  [1_000, true],
  [1_099, true],
  [1_100, false],
  [999, false],
])('a value that was read at 1,000 ms and is valid for 100 is kept at %i: %s', async (now, kept) => {
  const cache = open({ validMs: 100 })
  void cache.current()
  await end(cache, 0)
  cache.now = now
  expect(await isKept(cache)).toBe(kept)
})

it('reads again after a failure', async () => {
  const cache = open()
  const first = cache.current()
  first.catch(() => {})
  await end(cache, 0, new Error('no database'))
  await expect(first).rejects.toThrow('no database')
  const second = cache.current()
  await end(cache, 1)
  expect(await second).toBe(1)
})
