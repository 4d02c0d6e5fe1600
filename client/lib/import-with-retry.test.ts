import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { importWithRetry } from './import-with-retry.ts'

const isServerReachable = vi.fn<() => Promise<boolean>>()
const reload = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetAllMocks()
  isServerReachable.mockResolvedValue(true)
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a part of the page', () => {
  it('is asked for once, however often it is needed', async () => {
    const load = vi.fn().mockResolvedValue('part')
    const part = importWithRetry(load, { isServerReachable, reload })
    expect(await Promise.all([part(), part()])).toEqual(['part', 'part'])
    part.prefetch()
    expect(await part()).toBe('part')
    expect(reload).not.toHaveBeenCalled()
  })

  it('is waited for while the server is away, without loading the page anew', async () => {
    const load = vi.fn().mockRejectedValue(new TypeError('no network'))
    isServerReachable.mockResolvedValue(false)
    const part = importWithRetry(load, { isServerReachable, reload })
    const waiting = part()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reload).not.toHaveBeenCalled()
    load.mockResolvedValue('part')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await waiting).toBe('part')
  })

  it('that still fails when the server is there is had by loading the page anew', async () => {
    const load = vi.fn().mockRejectedValue(new TypeError('remembered'))
    void importWithRetry(load, { isServerReachable, reload })()
    await vi.advanceTimersByTimeAsync(0)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('that failed early only loads the page anew once it is needed', async () => {
    const load = vi.fn().mockRejectedValue(new TypeError('remembered'))
    const part = importWithRetry(load, { isServerReachable, reload })
    part.prefetch()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(reload).not.toHaveBeenCalled()
    void part()
    await vi.advanceTimersByTimeAsync(0)
    expect(reload).toHaveBeenCalledTimes(1)
  })
})
