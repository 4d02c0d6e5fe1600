import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Database } from '#server/db/index.ts'
import type { Hub } from '#server/platform/live/hub.ts'
import type { Log } from '#server/platform/log.ts'
import { notifyBoards } from './live.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('boards are told once of all steps of one change of many orders, after the last, and again of the next', async () => {
  const toOwners = vi.fn()
  const { manyChanged } = notifyBoards({} as Database, { toOwners } as unknown as Hub, {} as Log)
  for (let step = 0; step < 30; step++) {
    manyChanged()
    await vi.advanceTimersByTimeAsync(200)
  }
  expect(toOwners).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(toOwners.mock.calls).toEqual([[{ type: 'ORDERS_CHANGED' }]])
  manyChanged()
  await vi.advanceTimersByTimeAsync(1000)
  expect(toOwners).toHaveBeenCalledTimes(2)
})
