import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { spreadOut } from './spread-out.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('spread work', () => {
  it.each([
    [0.1, 90],
    [0.5, 450],
    [0.999, 899],
  ])('is done within the time, at a random moment: %d', (random, ms) => {
    vi.spyOn(Math, 'random').mockReturnValue(random)
    const work = vi.fn()
    spreadOut(900, work).ask()
    vi.advanceTimersByTime(ms - 1)
    expect(work).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2)
    expect(work).toHaveBeenCalledOnce()
  })

  it('is done once for all that asked until then, and again for who asks later', () => {
    const work = vi.fn()
    const { ask } = spreadOut(900, work)
    for (let i = 0; i < 5; i++) ask()
    vi.advanceTimersByTime(900)
    expect(work).toHaveBeenCalledTimes(1)
    ask()
    vi.advanceTimersByTime(900)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('is not done once it is cancelled', () => {
    const work = vi.fn()
    const { ask, cancel } = spreadOut(900, work)
    ask()
    cancel()
    vi.advanceTimersByTime(900)
    expect(work).not.toHaveBeenCalled()
  })
})
