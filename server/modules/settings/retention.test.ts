import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedRetention, type Retention, retentionAt, retentionStart } from './service.ts'

const NOW = new Date('2026-11-21T17:30:00.000Z')
const at = (ms: number) => new Date(NOW.getTime() + ms)
const TOMORROW = at(24 * 3_600_000)
const NONE: Retention = { retentionMonths: null, retentionStartsAt: null }
const since = (retentionMonths: number, retentionStartsAt: Date): Retention => ({ retentionMonths, retentionStartsAt })

describe('a retention', () => {
  it.each([
    ['a change of another setting', since(12, at(-1)), undefined, undefined],
    ['a first retention', NONE, 12, since(12, TOMORROW)],
    ['a shorter retention', since(12, at(-1)), 11, since(11, TOMORROW)],
    ['a shorter retention before the first has started', since(12, at(1)), 11, since(11, TOMORROW)],
    ['a longer retention', since(12, at(-1)), 13, since(13, at(-1))],
    ['a longer retention before the first has started', since(12, at(1)), 13, since(13, at(1))],
    ['the same retention', since(12, at(-1)), 12, since(12, at(-1))],
    ['the same retention before it has started', since(12, at(1)), 12, since(12, at(1))],
    ['the end of a retention', since(12, at(1)), null, NONE],
    ['the end of no retention', NONE, null, NONE],
  ])('gets its start from %s', (_, before, months, after) => {
    expect(changedRetention(before, months, NOW)).toEqual(after)
  })

  it.each([
    ['there is none', NONE, null, null],
    ['it starts a moment later', since(12, at(1)), null, at(1)],
    ['it starts now', since(12, at(0)), 12, null],
    ['it has started', since(12, at(-1)), 12, null],
    // Only a manual change in the database can cause this.
    ['it has no start', { retentionMonths: 12, retentionStartsAt: null }, 12, null],
  ])('has months in force and a future start, or not, if %s', (_, stored, months, start) => {
    expect([retentionAt(stored, NOW), retentionStart(stored, NOW)]).toEqual([months, start])
  })

  it('erases nothing that an earlier setting would keep, until a day after the change', () => {
    const months = fc.option(fc.integer({ min: 1, max: 120 }), { nil: null })
    const changes = fc.array(fc.record({ to: months, afterMs: fc.integer({ min: 0, max: 3 * 86_400_000 }) }))
    fc.assert(
      fc.property(changes, (all) => {
        let stored = NONE
        let now = NOW
        /** All previous settings in chronological order, each with the time at which it was replaced. */
        const history: { months: number | null; until: Date }[] = [{ months: null, until: NOW }]
        for (const { to, afterMs } of all) {
          now = new Date(now.getTime() + afterMs)
          Object.assign(history.at(-1) ?? {}, { until: now })
          stored = changedRetention(stored, to, now) ?? stored
          history.push({ months: to, until: now })
          const inForce = retentionAt(stored, now)
          const dayBefore = now.getTime() - 24 * 3_600_000
          for (const { months: earlier, until } of history.slice(0, -1)) {
            if (until.getTime() > dayBefore && inForce !== null)
              expect(earlier !== null && earlier <= inForce).toBe(true)
          }
        }
      }),
    )
  })
})
