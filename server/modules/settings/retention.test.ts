import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedRetention, type Retention, retentionAt, retentionStart } from './retention.ts'

const NOW = new Date('2026-11-21T17:30:00.000Z')
const at = (ms: number) => new Date(NOW.getTime() + ms)
const TOMORROW = at(24 * 3_600_000)
const NONE: Retention = { retentionMonths: null, retentionStartsAt: null }
const since = (retentionMonths: number, retentionStartsAt: Date): Retention => ({ retentionMonths, retentionStartsAt })

describe('a retention', () => {
  it.each([
    ['of something else', since(12, at(-1)), undefined, undefined],
    ['that is the first', NONE, 12, since(12, TOMORROW)],
    ['that is shorter', since(12, at(-1)), 11, since(11, TOMORROW)],
    ['that is shorter before the first has started', since(12, at(1)), 11, since(11, TOMORROW)],
    ['that is longer', since(12, at(-1)), 13, since(13, at(-1))],
    ['that is longer before the first has started', since(12, at(1)), 13, since(13, at(1))],
    ['that is the same', since(12, at(-1)), 12, since(12, at(-1))],
    ['that is the same before it has started', since(12, at(1)), 12, since(12, at(1))],
    ['that ends it', since(12, at(1)), null, NONE],
    ['that ends none', NONE, null, NONE],
  ])('after a change %s', (_, before, months, after) => {
    expect(changedRetention(before, months, NOW)).toEqual(after)
  })

  it.each([
    ['none', NONE, null, null],
    ['one that starts a moment later', since(12, at(1)), null, at(1)],
    ['one that starts now', since(12, at(0)), 12, null],
    ['one that has started', since(12, at(-1)), 12, null],
    // By hand, in the database.
    ['one without a start', { retentionMonths: 12, retentionStartsAt: null }, 12, null],
  ])('as it stands at a moment: %s', (_, kept, months, start) => {
    expect([retentionAt(kept, NOW), retentionStart(kept, NOW)]).toEqual([months, start])
  })

  it('never takes what the months before would have kept, until a day after they were set', () => {
    const months = fc.option(fc.integer({ min: 1, max: 120 }), { nil: null })
    const changes = fc.array(fc.record({ to: months, afterMs: fc.integer({ min: 0, max: 3 * 86_400_000 }) }))
    fc.assert(
      fc.property(changes, (all) => {
        let kept = NONE
        let now = NOW
        /** The months asked for, and until when. */
        const asked: { months: number | null; until: Date }[] = [{ months: null, until: NOW }]
        for (const { to, afterMs } of all) {
          now = new Date(now.getTime() + afterMs)
          Object.assign(asked.at(-1) ?? {}, { until: now })
          kept = changedRetention(kept, to, now) ?? kept
          asked.push({ months: to, until: now })
          const holds = retentionAt(kept, now)
          const dayBefore = now.getTime() - 24 * 3_600_000
          for (const { months: then, until } of asked.slice(0, -1)) {
            if (until.getTime() > dayBefore && holds !== null) expect(then !== null && then <= holds).toBe(true)
          }
        }
      }),
    )
  })
})
