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
const settled = () => new Promise(setImmediate)

it('keeps what was read until it is forgotten', async () => {
  const cache = open()
  const first = cache.current()
  expect(cache.ready()).toBeUndefined()
  cache.reads[0]?.()
  expect(await first).toBe(1)
  cache.state = 2
  expect([cache.ready(), await cache.current()]).toEqual([1, 1])
  cache.forget()
  expect(cache.ready()).toBeUndefined()
  const second = cache.current()
  cache.reads[1]?.()
  expect([await second, cache.ready(), cache.reads.length]).toEqual([2, 2, 2])
})

it('does not keep what a change overtook, and gives it to nobody who asked after the change', async () => {
  const cache = open()
  const before = cache.current()
  cache.state = 2
  cache.forget()
  const after = [cache.current(), cache.current()]
  cache.reads[0]?.()
  expect(await before).toBe(1)
  expect(cache.ready()).toBeUndefined()
  await settled()
  cache.reads[1]?.()
  expect(await Promise.all(after)).toEqual([2, 2])
  expect([cache.ready(), cache.reads.length]).toEqual([2, 2])
})

it('shares one read between all who wait for the same state', async () => {
  const cache = open()
  const all = [cache.current(), cache.current(), cache.current()]
  cache.reads[0]?.()
  expect(await Promise.all(all)).toEqual([1, 1, 1])
  expect(cache.reads).toHaveLength(1)
})

it('keeps nothing without a listening connection, nor what was read before it listened', async () => {
  const cache = open()
  cache.isListening = false
  const early = cache.current()
  // Reads after the call are shared, as they see every change before it.
  const late = [cache.current(), cache.current()]
  cache.state = 2
  cache.reads[0]?.()
  expect(await early).toBe(1)
  await settled()
  cache.isListening = true
  cache.reads[1]?.()
  expect(await Promise.all(late)).toEqual([2, 2])
  expect(cache.ready()).toBeUndefined()
})

it('returns nothing that is kept while the connection is lost', async () => {
  const cache = open()
  const first = cache.current()
  cache.reads[0]?.()
  await first
  cache.isListening = false
  expect(cache.ready()).toBeUndefined()
})

it('reads again at the end of validity, and after the clock was set back', async () => {
  const cache = open({ validMs: 100 })
  const first = cache.current()
  cache.reads[0]?.()
  await first
  const readyAt = [1_000, 1_099, 1_100, 999].map((now) => {
    cache.now = now
    return cache.ready()
  })
  expect(readyAt).toEqual([1, 1, undefined, undefined])
})

it('reads again after a failure', async () => {
  const cache = open()
  const first = cache.current()
  cache.reads[0]?.(new Error('no database'))
  await expect(first).rejects.toThrow('no database')
  const second = cache.current()
  cache.reads[1]?.()
  expect([await second, cache.ready()]).toEqual([1, 1])
})
