import { expect, it } from 'vitest'
import { BusyError, bounded } from './bounded.ts'

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
  await new Promise((resolve) => setImmediate(resolve))
  expect(await inTurn(async () => 1)).toBe(1)
})
