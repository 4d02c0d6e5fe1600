import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { patiently } from './patiently.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('tries every 2 s until the part is there, and asks no more after that', async () => {
  const load = vi
    .fn()
    .mockRejectedValueOnce(new TypeError('no network'))
    .mockRejectedValueOnce(new TypeError('still none'))
  load.mockResolvedValue('part')
  const part = patiently(load)
  const [first, second] = [part(), part()]
  await vi.advanceTimersByTimeAsync(1_999)
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2_001)
  expect(await Promise.all([first, second, part()])).toEqual(['part', 'part', 'part'])
  expect(load).toHaveBeenCalledTimes(3)
})
