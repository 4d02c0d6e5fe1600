import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_PAUSE_MS } from '#shared/domain/time/timing.ts'
import { changedPause, isPauseEnd, type Pause, pauseAt } from './service.ts'

const NOW = new Date('2026-11-21T18:00:00.000Z')
const at = (ms: number) => new Date(NOW.getTime() + ms)
const NONE: Pause = { ordersPaused: false, ordersPausedUntil: null }
const FOREVER: Pause = { ordersPaused: true, ordersPausedUntil: null }
const until = (end: Date): Pause => ({ ordersPaused: true, ordersPausedUntil: end })

describe('a pause', () => {
  it.each([
    ['no pause', NONE, NONE],
    ['a pause without an end', FOREVER, FOREVER],
    ['a pause that ends a moment later', until(at(1)), until(at(1))],
    ['a pause that ends now', until(at(0)), NONE],
    ['a pause that has ended', until(at(-1)), NONE],
    ['an end without a pause', { ordersPaused: false, ordersPausedUntil: at(1) }, NONE],
  ])('is in force until its end: %s', (_, stored, inForce) => {
    expect(pauseAt(stored, NOW)).toEqual(inForce)
  })

  it.each([
    [-1, false],
    [0, false],
    [1, true],
    [MAX_PAUSE_MS, true],
    [MAX_PAUSE_MS + 1, false],
  ])('can end %i ms from now: %s', (ms, isAllowed) => {
    expect(isPauseEnd(at(ms), NOW)).toBe(isAllowed)
  })

  const end = at(900_000)
  const iso = end.toISOString()
  it.each([
    ['a change of another setting', until(end), {}, undefined],
    ['a pause until resumed', NONE, { ordersPaused: true }, FOREVER],
    ['a timed pause', NONE, { ordersPaused: true, ordersPausedUntil: iso }, until(end)],
    ['another pause, until resumed', until(at(60_000)), { ordersPaused: true }, FOREVER],
    ['an end of the pause', until(end), { ordersPaused: false }, NONE],
    ['an end of the pause that sends an end time', until(end), { ordersPaused: false, ordersPausedUntil: iso }, NONE],
    ['an end time for the current pause', FOREVER, { ordersPausedUntil: iso }, until(end)],
    ['no end time for the current pause', until(end), { ordersPausedUntil: null }, FOREVER],
    ['an end time without a pause', NONE, { ordersPausedUntil: iso }, NONE],
    ['an end time for a pause that is over', until(at(-1)), { ordersPausedUntil: iso }, NONE],
  ])('is stored, changed or removed by %s', (_, before, change, after) => {
    expect(changedPause(before, change, NOW)).toEqual(after)
  })

  it('never has an end time while orders are accepted', () => {
    const change = fc.record(
      {
        ordersPaused: fc.boolean(),
        ordersPausedUntil: fc.option(fc.integer({ min: 1, max: MAX_PAUSE_MS }).map((ms) => at(ms).toISOString())),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const after = changes.reduce<Pause>((stored, next) => changedPause(stored, next, NOW) ?? stored, NONE)
        expect(after.ordersPaused || after.ordersPausedUntil === null).toBe(true)
      }),
    )
  })
})
