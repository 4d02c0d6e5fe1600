import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { recordingLog } from '#server/testing/log.ts'
import { createWorkScheduler, isAhead, isRecent, type WorkScheduler } from './clock.ts'

describe('work scheduler', () => {
  let runs = 0
  let work: () => Promise<Date | undefined>
  let scheduler: WorkScheduler
  /** Whether anything may lead outside. */
  let isOpen: boolean
  const { log, logged } = recordingLog()

  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-21T18:00:00.000Z') })
    runs = 0
    work = async () => undefined
    isOpen = true
    const outside = { isOpen: async () => isOpen, require: async () => {} }
    scheduler = createWorkScheduler({ clock: { now: () => new Date() }, log, outside }, 'it did not work', () => {
      runs++
      return work()
    })
  })
  afterEach(async () => {
    await scheduler.close()
    vi.useRealTimers()
  })

  const inMs = (ms: number) => new Date(Date.now() + ms)
  const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  it('runs no work in a restored copy, and soon after that is the real one', async () => {
    isOpen = false
    scheduler.wake()
    scheduler.wake()
    await advance(60_000)
    expect(runs).toBe(0)
    isOpen = true
    await advance(5_000)
    expect(runs).toBe(1)
    await advance(60_000)
    expect(runs).toBe(1)
  })

  it('the scheduler runs the work on wake(), and again at the date that the previous run returned', async () => {
    work = async () => (runs === 1 ? inMs(6_000) : undefined)
    scheduler.wake()
    await advance(5_999)
    expect(runs).toBe(1)
    await advance(1)
    expect(runs).toBe(2)
    await advance(60_000)
    expect(runs).toBe(2)
  })

  it('the scheduler runs the work once a minute until its date, however far that is, and however the clock is set', async () => {
    const date = inMs(27 * 24 * 60 * 60_000)
    work = async () => date
    scheduler.wake()
    await advance(59_999)
    expect(runs).toBe(1)
    vi.setSystemTime(inMs(-2 * 60 * 60_000))
    await advance(1)
    expect(runs).toBe(2)
    vi.setSystemTime(date)
    work = async () => undefined
    await advance(60_000)
    expect(runs).toBe(3)
  })

  it('the scheduler runs the work for an added message only if no run is scheduled', async () => {
    work = async () => (runs === 1 ? inMs(6_000) : undefined)
    scheduler.wakeUnlessScheduled()
    await advance(0)
    for (let n = 0; n < 100; n++) scheduler.wakeUnlessScheduled()
    await advance(5_999)
    expect(runs).toBe(1)
    await advance(1)
    scheduler.wakeUnlessScheduled()
    await advance(0)
    expect(runs).toBe(3)
  })

  it('the scheduler runs the work once more, but not concurrently, after a wake() during a run', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    work = () => promise
    scheduler.wake()
    for (let n = 0; n < 10; n++) scheduler.wakeUnlessScheduled()
    scheduler.wake()
    await advance(0)
    expect(runs).toBe(1)
    resolve(undefined)
    await advance(0)
    expect(runs).toBe(2)
  })

  it('the scheduler logs a failed run and continues', async () => {
    work = () => Promise.reject(new Error('no database'))
    scheduler.wake()
    await advance(0)
    expect(logged()).toContain('it did not work')
    scheduler.wakeUnlessScheduled()
    await advance(0)
    expect(runs).toBe(2)
  })

  it('the scheduler does not run the work after it is closed', async () => {
    work = async () => inMs(1_000)
    scheduler.wake()
    await advance(0)
    await scheduler.close()
    scheduler.wake()
    await advance(60_000)
    expect(runs).toBe(1)
  })
})

describe('a stored moment', () => {
  const NOW = new Date('2026-11-21T18:00:00.000Z')
  const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)

  it('is ahead if it is later than now, by no more than its longest delay and what clocks may differ', () => {
    const ahead = [-1, 0, 1, 600, 660, 661, 7200].map((seconds) => isAhead(at(seconds), NOW, 600_000))
    expect(ahead).toEqual([false, false, true, true, true, false, false])
    expect(isAhead(null, NOW, 600_000)).toBe(false)
  })

  it('is recent if it lies less than a time ago, and no more ahead than clocks may differ', () => {
    const recent = [-600, -599, 0, 60, 61, 7200].map((seconds) => isRecent(at(seconds), NOW, 600_000))
    expect(recent).toEqual([false, true, true, true, false, false])
    expect(isRecent(null, NOW, 600_000)).toBe(false)
  })
})
