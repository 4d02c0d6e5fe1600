import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Database } from '#server/db/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Hub } from '#server/platform/live/hub.ts'
import type { Log } from '#server/platform/log.ts'
import { createBoardNotifier } from './live.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('manyChanged sends the Orders tabs one ORDERS_CHANGED after a series of calls, and another after the next call', async () => {
  const toService = vi.fn()
  const { manyChanged } = createBoardNotifier({} as Database, { toService } as unknown as Hub, {} as Clock, {} as Log)
  for (let step = 0; step < 30; step++) {
    manyChanged()
    await vi.advanceTimersByTimeAsync(200)
  }
  expect(toService).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(toService.mock.calls).toEqual([[{ type: 'ORDERS_CHANGED' }, expect.any(Function)]])
  manyChanged()
  await vi.advanceTimersByTimeAsync(1000)
  expect(toService).toHaveBeenCalledTimes(2)
})
