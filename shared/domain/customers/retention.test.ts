import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localTime } from '../time/local-time.ts'
import { retentionCutoff } from './retention.ts'

const ZONE = 'Europe/Bucharest'
const cutoffOf = (now: string, months: number, zone = ZONE) => {
  const { day, moment } = retentionCutoff(new Date(now), months, zone)
  return [day, moment.toISOString()]
}

describe('the cutoff day, before which data is deleted,', () => {
  it.each([
    ['2026-11-21T12:00:00Z', 12, '2025-11-21', '2025-11-20T22:00:00.000Z'],
    // "Today" is the restaurant's day, which begins at 22:00 UTC.
    ['2026-11-21T22:30:00Z', 12, '2025-11-22', '2025-11-21T22:00:00.000Z'],
    // The last day of the month, if the month has no such day.
    ['2026-03-31T12:00:00Z', 1, '2026-02-28', '2026-02-27T22:00:00.000Z'],
    ['2026-03-28T12:00:00Z', 1, '2026-02-28', '2026-02-27T22:00:00.000Z'],
    ['2026-03-01T12:00:00Z', 1, '2026-02-01', '2026-01-31T22:00:00.000Z'],
    ['2028-02-29T12:00:00Z', 12, '2027-02-28', '2027-02-27T22:00:00.000Z'],
    ['2028-03-31T12:00:00Z', 1, '2028-02-29', '2028-02-28T22:00:00.000Z'],
    ['2026-01-31T12:00:00Z', 2, '2025-11-30', '2025-11-29T22:00:00.000Z'],
    ['2026-01-15T12:00:00Z', 120, '2016-01-15', '2016-01-14T22:00:00.000Z'],
    // Summer time: midnight is 21:00 UTC.
    ['2026-11-21T12:00:00Z', 4, '2026-07-21', '2026-07-20T21:00:00.000Z'],
  ])('at %s with a retention of %i months is %s', (now, months, day, moment) => {
    expect(cutoffOf(now, months)).toEqual([day, moment])
  })

  it('begins after the skipped hour if the clocks skip midnight', () => {
    expect(cutoffOf('2026-10-06T12:00:00Z', 1, 'America/Santiago')).toEqual(['2026-09-06', '2026-09-06T04:00:00.000Z'])
  })

  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  const months = fc.integer({ min: 1, max: 120 })

  it('never moves back as time passes, and is that many calendar months ago', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 0, max: 40 * 86_400_000 }), months, (now, later, count) => {
        const cutoff = retentionCutoff(now, count, ZONE)
        expect(retentionCutoff(new Date(now.getTime() + later), count, ZONE).day >= cutoff.day).toBe(true)
        const [today, then] = [localTime(now, ZONE).day, cutoff.day].map((day) => day.split('-').map(Number))
        const monthCount = ([year = 0, month = 0]: number[] = []) => year * 12 + month
        expect(monthCount(today) - monthCount(then)).toBe(count)
        expect(then?.[2]).toBeLessThanOrEqual(today?.[2] ?? 0)
        expect(localTime(cutoff.moment, ZONE).day).toBe(cutoff.day)
      }),
    )
  })

  it('is earlier for a longer retention', () => {
    fc.assert(
      fc.property(moments, months, (now, count) => {
        const [cutoff, earlierCutoff] = [retentionCutoff(now, count, ZONE), retentionCutoff(now, count + 1, ZONE)]
        expect(earlierCutoff.moment < cutoff.moment).toBe(true)
      }),
    )
  })
})
