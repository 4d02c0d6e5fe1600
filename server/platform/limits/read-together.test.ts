import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { lookUpTogether, readTogether } from './read-together.ts'

/** Creates a shared read whose end the test controls. `begun` lists the reads that have begun. */
function controlledRead() {
  const begun: { end: (value: number) => void; fail: () => void }[] = []
  const read = readTogether(
    () => new Promise<number>((resolve, reject) => begun.push({ end: resolve, fail: () => reject(new Error('no')) })),
  )
  return { begun, read }
}

describe('readTogether', () => {
  it('serves all calls during a read with one further read, which begins after that read', async () => {
    const { begun, read } = controlledRead()
    const first = read()
    const others = Array.from({ length: 60 }, () => read())
    expect(begun).toHaveLength(1)
    begun[0]?.end(1)
    expect(await first).toBe(1)
    await nextTurn()
    expect(begun).toHaveLength(2)
    const late = read()
    begun[1]?.end(2)
    expect(new Set(await Promise.all(others))).toEqual(new Set([2]))
    await nextTurn()
    begun[2]?.end(3)
    expect(await late).toBe(3)
    expect(begun).toHaveLength(3)
  })

  it('caches nothing, so that a later call reads again', async () => {
    const { begun, read } = controlledRead()
    for (const value of [1, 2]) {
      const response = read()
      begun.at(-1)?.end(value)
      expect(await response).toBe(value)
    }
  })

  it('rejects only the callers of a read that fails', async () => {
    const { begun, read } = controlledRead()
    const [first, second] = [read(), read()]
    begun[0]?.fail()
    await expect(first).rejects.toThrow('no')
    await nextTurn()
    begun[1]?.end(2)
    expect(await second).toBe(2)
  })
})

describe('lookUpTogether', () => {
  it('looks up the first key immediately, and then all keys that were requested meanwhile', async () => {
    const keysRead: string[][] = []
    const find = lookUpTogether(async (keys: string[]) => {
      keysRead.push(keys)
      await nextTurn()
      return new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.toUpperCase()]))
    })
    expect(await Promise.all(['a', 'b', 'none', 'b'].map(find))).toEqual(['A', 'B', undefined, 'B'])
    expect(keysRead).toEqual([['a'], ['b', 'none']])
    expect(await find('a')).toBe('A')
  })

  it('finds a key that is requested between the end of one read and the beginning of the next', async () => {
    const find = lookUpTogether(async (keys: string[]) => {
      await nextTurn()
      return new Map(keys.map((key) => [key, key]))
    })
    const later = find('a').then(() => Promise.all([find('c'), find('d')]))
    const waiting = find('b')
    expect([await waiting, ...(await later)]).toEqual(['b', 'c', 'd'])
  })
})
