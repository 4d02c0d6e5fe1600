import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { KeyedQueue } from './turns.ts'

function controlledWork() {
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve, reject) => ends.set(name, (error) => (error ? reject(error) : resolve(name))))
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
