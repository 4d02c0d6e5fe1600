import { expect, it } from 'vitest'
import { Busy, bounded } from './bounded.ts'

it('does a bounded number at once, lets a bounded number wait, and refuses the rest at once', async () => {
  const inTurn = bounded(2, 3)
  let [now, most] = [0, 0]
  const ends: (() => void)[] = []
  const work = async () => {
    most = Math.max(most, ++now)
    await new Promise<void>((resolve) => ends.push(resolve))
    now--
    return 'done'
  }
  const asked = Array.from({ length: 6 }, () => inTurn(work))
  await expect(asked[5]).rejects.toThrow(Busy)
  for (let done = 0; done < 5; done++) {
    while (ends.length <= done) await Promise.resolve()
    ends[done]?.()
  }
  expect(await Promise.all(asked.slice(0, 5))).toEqual(Array(5).fill('done'))
  expect(most).toBe(2)
  const next = inTurn(async () => 'next')
  expect(await next).toBe('next')
})

it('goes on after work that fails', async () => {
  const inTurn = bounded(1, 0)
  await expect(
    inTurn(async () => {
      throw new Error('broken')
    }),
  ).rejects.toThrow('broken')
  await new Promise((resolve) => setImmediate(resolve))
  expect(await inTurn(async () => 1)).toBe(1)
})
