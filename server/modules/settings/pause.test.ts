import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LONGEST_PAUSE_MS } from '#shared/domain/timing.ts'
import { changedPause, isPauseEnd, type Pause, pauseAt } from './pause.ts'

const NOW = new Date('2026-11-21T18:00:00.000Z')
const at = (ms: number) => new Date(NOW.getTime() + ms)
const NONE: Pause = { ordersPaused: false, ordersPausedUntil: null }
const FOREVER: Pause = { ordersPaused: true, ordersPausedUntil: null }
const until = (end: Date): Pause => ({ ordersPaused: true, ordersPausedUntil: end })

describe('a pause', () => {
  it.each([
    ['none', NONE, NONE],
    ['one that somebody must end', FOREVER, FOREVER],
    ['one that ends a moment later', until(at(1)), until(at(1))],
    ['one that ends now', until(at(0)), NONE],
    ['one that ended', until(at(-1)), NONE],
    ['an end without a pause', { ordersPaused: false, ordersPausedUntil: at(1) }, NONE],
  ])('has its state at a moment: %s', (_, kept, holds) => {
    expect(pauseAt(kept, NOW)).toEqual(holds)
  })

  it.each([
    [-1, false],
    [0, false],
    [1, true],
    [LONGEST_PAUSE_MS, true],
    [LONGEST_PAUSE_MS + 1, false],
  ])('can end %i ms ahead: %s', (ms, may) => {
    expect(isPauseEnd(at(ms), NOW)).toBe(may)
  })

  const end = at(900_000)
  const iso = end.toISOString()
  it.each([
    ['of something else', until(end), {}, undefined],
    ['that pauses until resumed', NONE, { ordersPaused: true }, FOREVER],
    ['that pauses until a moment', NONE, { ordersPaused: true, ordersPausedUntil: iso }, until(end)],
    ['that pauses again, until resumed', until(at(60_000)), { ordersPaused: true }, FOREVER],
    ['that resumes', until(end), { ordersPaused: false }, NONE],
    ['that resumes, whatever end it names', until(end), { ordersPaused: false, ordersPausedUntil: iso }, NONE],
    ['of the end of a pause that holds', FOREVER, { ordersPausedUntil: iso }, until(end)],
    ['that takes its end away', until(end), { ordersPausedUntil: null }, FOREVER],
    ['of an end without a pause', NONE, { ordersPausedUntil: iso }, NONE],
    ['of the end of a pause that is over', until(at(-1)), { ordersPausedUntil: iso }, NONE],
  ])('has after a change %s', (_, before, change, after) => {
    expect(changedPause(before, change, NOW)).toEqual(after)
  })

  it('never has an end while orders are accepted, whatever was changed before', () => {
    const change = fc.record(
      {
        ordersPaused: fc.boolean(),
        ordersPausedUntil: fc.option(fc.integer({ min: 1, max: LONGEST_PAUSE_MS }).map((ms) => at(ms).toISOString())),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const after = changes.reduce<Pause>((kept, next) => changedPause(kept, next, NOW) ?? kept, NONE)
        expect(after.ordersPaused || after.ordersPausedUntil === null).toBe(true)
      }),
    )
  })
})
