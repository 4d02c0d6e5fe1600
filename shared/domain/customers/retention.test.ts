import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localTime } from '../time/local-time.ts'
import { retentionEdge } from './retention.ts'

const ZONE = 'Europe/Bucharest'
const edgeOf = (now: string, months: number, zone = ZONE) => {
  const { day, moment } = retentionEdge(new Date(now), months, zone)
  return [day, moment.toISOString()]
}

describe('the day before which data is deleted', () => {
  it.each([
    ['2026-11-21T12:00:00Z', 12, '2025-11-21', '2025-11-20T22:00:00.000Z'],
    // "Today" is the restaurant's day, which begins at 22:00 UTC.
    ['2026-11-21T22:30:00Z', 12, '2025-11-22', '2025-11-21T22:00:00.000Z'],
    // If the month has no such day, its last day.
    ['2026-03-31T12:00:00Z', 1, '2026-02-28', '2026-02-27T22:00:00.000Z'],
    ['2026-03-28T12:00:00Z', 1, '2026-02-28', '2026-02-27T22:00:00.000Z'],
    ['2026-03-01T12:00:00Z', 1, '2026-02-01', '2026-01-31T22:00:00.000Z'],
    ['2028-02-29T12:00:00Z', 12, '2027-02-28', '2027-02-27T22:00:00.000Z'],
    ['2028-03-31T12:00:00Z', 1, '2028-02-29', '2028-02-28T22:00:00.000Z'],
    ['2026-01-31T12:00:00Z', 2, '2025-11-30', '2025-11-29T22:00:00.000Z'],
    ['2026-01-15T12:00:00Z', 120, '2016-01-15', '2016-01-14T22:00:00.000Z'],
    // Summer time: midnight is 21:00 UTC.
    ['2026-11-21T12:00:00Z', 4, '2026-07-21', '2026-07-20T21:00:00.000Z'],
  ])('at %s, after %i months, is %s', (now, months, day, moment) => {
    expect(edgeOf(now, months)).toEqual([day, moment])
  })

  it('begins after the skipped hour if clocks skip midnight', () => {
    expect(edgeOf('2026-10-06T12:00:00Z', 1, 'America/Santiago')).toEqual(['2026-09-06', '2026-09-06T04:00:00.000Z'])
  })

  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  const months = fc.integer({ min: 1, max: 120 })

  it('never moves back as time passes, and lies that many calendar months ago', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 0, max: 40 * 86_400_000 }), months, (now, later, count) => {
        const edge = retentionEdge(now, count, ZONE)
        expect(retentionEdge(new Date(now.getTime() + later), count, ZONE).day >= edge.day).toBe(true)
        const [today, then] = [localTime(now, ZONE).day, edge.day].map((day) => day.split('-').map(Number))
        const inMonths = ([year = 0, month = 0]: number[] = []) => year * 12 + month
        expect(inMonths(today) - inMonths(then)).toBe(count)
        expect(then?.[2]).toBeLessThanOrEqual(today?.[2] ?? 0)
        expect(localTime(edge.moment, ZONE).day).toBe(edge.day)
      }),
    )
  })

  it('is earlier the more months data is kept', () => {
    fc.assert(
      fc.property(moments, months, (now, count) => {
        const [edge, earlierEdge] = [retentionEdge(now, count, ZONE), retentionEdge(now, count + 1, ZONE)]
        expect(earlierEdge.moment < edge.moment).toBe(true)
      }),
    )
  })
})
