import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { spreadOut } from './use-live-menu.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('work that is spread out', () => {
  it.each([
    [0.1, 90],
    [0.5, 450],
    [0.999, 899],
  ])('runs at a random moment within the time: for the random number %d after %d ms', (random, ms) => {
    vi.spyOn(Math, 'random').mockReturnValue(random)
    const work = vi.fn()
    spreadOut(900, work).request()
    vi.advanceTimersByTime(ms - 1)
    expect(work).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2)
    expect(work).toHaveBeenCalledOnce()
  })

  it('runs once for all requests until then, and again for a later request', () => {
    const work = vi.fn()
    const { request } = spreadOut(900, work)
    for (let i = 0; i < 5; i++) request()
    vi.advanceTimersByTime(900)
    expect(work).toHaveBeenCalledTimes(1)
    request()
    vi.advanceTimersByTime(900)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('does not run after it was cancelled', () => {
    const work = vi.fn()
    const { request, cancel } = spreadOut(900, work)
    request()
    cancel()
    vi.advanceTimersByTime(900)
    expect(work).not.toHaveBeenCalled()
  })
})
