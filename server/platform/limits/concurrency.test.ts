import { setImmediate as nextTurn, setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { BusyError, batchLoader, bounded, coalesce, KeyedQueue } from './concurrency.ts'

describe('bounded', () => {
  it('bounded limits concurrent and waiting work, and rejects the rest immediately', async () => {
    const inTurn = bounded(2, 3)
    let [running, maxRunning] = [0, 0]
    const ends: (() => void)[] = []
    const work = async () => {
      maxRunning = Math.max(maxRunning, ++running)
      await new Promise<void>((resolve) => ends.push(resolve))
      running--
      return 'done'
    }
    const results = Array.from({ length: 6 }, () => inTurn(work))
    await expect(results[5]).rejects.toThrow(BusyError)
    for (let done = 0; done < 5; done++) {
      while (ends.length <= done) await Promise.resolve()
      ends[done]?.()
    }
    expect(await Promise.all(results.slice(0, 5))).toEqual(Array(5).fill('done'))
    expect(maxRunning).toBe(2)
    const next = inTurn(async () => 'next')
    expect(await next).toBe('next')
  })

  it('bounded runs the next work after one that failed', async () => {
    const inTurn = bounded(1, 0)
    await expect(
      inTurn(async () => {
        throw new Error('broken')
      }),
    ).rejects.toThrow('broken')
    await setImmediate()
    expect(await inTurn(async () => 1)).toBe(1)
  })
})

describe('turns', () => {
  function controlledWork() {
    const begun: string[] = []
    const ends = new Map<string, (error?: Error) => void>()
    const work = (name: string) => () => {
      begun.push(name)
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (error) => (error ? reject(error) : resolve(name))),
      )
    }
    return { begun, work, end: (name: string, error?: Error) => ends.get(name)?.(error) }
  }

  it('KeyedQueue runs work with the same key in sequence, even after a failure, and work with other keys concurrently', async () => {
    const { begun, work, end } = controlledWork()
    const queue = new KeyedQueue()
    const [first, second] = [queue.run('a', work('a1')), queue.run('a', work('a2'))]
    const other = queue.run('b', work('b1'))
    await setImmediate()
    expect(begun).toEqual(['a1', 'b1'])
    end('b1')
    expect(await other).toBe('b1')
    expect(begun).toEqual(['a1', 'b1'])
    end('a1', new Error('refused'))
    await expect(first).rejects.toThrow('refused')
    await setImmediate()
    expect(begun).toEqual(['a1', 'b1', 'a2'])
    end('a2')
    expect(await second).toBe('a2')
    const later = queue.run('a', work('a3'))
    await setImmediate()
    end('a3')
    expect(await later).toBe('a3')
  })

  it('KeyedQueue lets 200 wait for a key and rejects the rest immediately, but no other key', async () => {
    const { begun, work, end } = controlledWork()
    const queue = new KeyedQueue()
    const results = Array.from({ length: 201 }, (_, i) => queue.run('a', work(`a${i}`)))
    await expect(queue.run('a', work('over'))).rejects.toThrow(BusyError)
    const other = queue.run('b', work('b'))
    for (let i = 0; i < results.length; i++) {
      await setImmediate()
      end(`a${i}`)
    }
    await Promise.all(results)
    end('b')
    await other
    const later = queue.run('a', work('later'))
    await setImmediate()
    end('later')
    expect(await later).toBe('later')
    expect(begun).not.toContain('over')
  })
})

describe('read together', () => {
  /** Creates a shared read whose end the test controls. `begun` lists the reads that have begun. */
  function controlledRead() {
    const begun: { end: (value: number) => void; fail: () => void }[] = []
    const read = coalesce(
      () => new Promise<number>((resolve, reject) => begun.push({ end: resolve, fail: () => reject(new Error('no')) })),
    )
    return { begun, read }
  }

  describe('coalesce', () => {
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

  describe('batchLoader', () => {
    it('looks up the first key immediately, and then all keys that were requested meanwhile', async () => {
      const keysRead: string[][] = []
      const find = batchLoader(async (keys: string[]) => {
        keysRead.push(keys)
        await nextTurn()
        return new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.toUpperCase()]))
      })
      expect(await Promise.all(['a', 'b', 'none', 'b'].map(find))).toEqual(['A', 'B', undefined, 'B'])
      expect(keysRead).toEqual([['a'], ['b', 'none']])
      expect(await find('a')).toBe('A')
    })

    it('finds a key that is requested between the end of one read and the beginning of the next', async () => {
      const find = batchLoader(async (keys: string[]) => {
        await nextTurn()
        return new Map(keys.map((key) => [key, key]))
      })
      const later = find('a').then(() => Promise.all([find('c'), find('d')]))
      const waiting = find('b')
      expect([await waiting, ...(await later)]).toEqual(['b', 'c', 'd'])
    })
  })
})
