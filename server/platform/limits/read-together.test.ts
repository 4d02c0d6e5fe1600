import { setImmediate as othersFirst } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { lookUpTogether, readTogether } from './read-together.ts'

/** A reading that a test ends, and how many have begun. */
function byHand() {
  const begun: { end: (value: number) => void; fail: () => void }[] = []
  const ask = readTogether(
    () => new Promise<number>((resolve, reject) => begun.push({ end: resolve, fail: () => reject(new Error('no')) })),
  )
  return { begun, ask }
}

describe('reading together', () => {
  it('reads once for all who ask meanwhile, and what each gets was read after they asked', async () => {
    const { begun, ask } = byHand()
    const first = ask()
    const others = Array.from({ length: 60 }, () => ask())
    expect(begun).toHaveLength(1)
    begun[0]?.end(1)
    expect(await first).toBe(1)
    await othersFirst()
    expect(begun).toHaveLength(2)
    const late = ask()
    begun[1]?.end(2)
    expect(new Set(await Promise.all(others))).toEqual(new Set([2]))
    await othersFirst()
    begun[2]?.end(3)
    expect(await late).toBe(3)
    expect(begun).toHaveLength(3)
  })

  it('keeps nothing: a question asked alone is read anew', async () => {
    const { begun, ask } = byHand()
    for (const value of [1, 2]) {
      const answer = ask()
      begun.at(-1)?.end(value)
      expect(await answer).toBe(value)
    }
  })

  it('passes a failure to those who waited for that reading, and to nobody else', async () => {
    const { begun, ask } = byHand()
    const [first, second] = [ask(), ask()]
    begun[0]?.fail()
    await expect(first).rejects.toThrow('no')
    await othersFirst()
    begun[1]?.end(2)
    expect(await second).toBe(2)
  })
})

describe('looking up together', () => {
  it('asks for one key at once, and then for all that were asked for meanwhile', async () => {
    const read: string[][] = []
    const find = lookUpTogether(async (keys: string[]) => {
      read.push(keys)
      await othersFirst()
      return new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.toUpperCase()]))
    })
    expect(await Promise.all(['a', 'b', 'none', 'b'].map(find))).toEqual(['A', 'B', undefined, 'B'])
    expect(read).toEqual([['a'], ['b', 'none']])
    expect(await find('a')).toBe('A')
  })

  it('finds what is asked for in the moment in which one reading ends and the next one begins', async () => {
    const find = lookUpTogether(async (keys: string[]) => {
      await othersFirst()
      return new Map(keys.map((key) => [key, key]))
    })
    const then = find('a').then(() => Promise.all([find('c'), find('d')]))
    const waited = find('b')
    expect([await waited, ...(await then)]).toEqual(['b', 'c', 'd'])
  })
})
