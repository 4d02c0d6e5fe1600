import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { businessDayStart } from '#shared/domain/time/business-day.ts'
import { addDays, localTime, weekdayOf } from '#shared/domain/time/local-time.ts'
import { boundsOf, countDays, eachDay, firstOfNextMonth, slotsOf, splitByMonth } from './days.ts'

describe('business days split by month', () => {
  it.each([
    ['2026-10-01', '2026-10-31', ['2026-10-01 2026-10-31 2026-10']],
    ['2026-10-02', '2026-10-31', ['2026-10-02 2026-10-31 -']],
    ['2026-10-01', '2026-10-30', ['2026-10-01 2026-10-30 -']],
    ['2026-02-28', '2026-02-28', ['2026-02-28 2026-02-28 -']],
    [
      '2023-12-31',
      '2024-03-01',
      [
        '2023-12-31 2023-12-31 -',
        '2024-01-01 2024-01-31 2024-01',
        '2024-02-01 2024-02-29 2024-02',
        '2024-03-01 2024-03-01 -',
      ],
    ],
  ])('from %s to %s are %j', (from, to, expected) => {
    expect(splitByMonth(from, to).map(({ from, to, wholeMonth }) => [from, to, wholeMonth ?? '-'].join(' '))).toEqual(
      expected,
    )
  })

  it('contain each day of the period once', () => {
    const day = fc.integer({ min: 0, max: 40_000 }).map((n) => addDays('2000-01-01', n))
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 3659 }), (from, more) => {
        const to = addDays(from, more)
        const days = Array.from({ length: more + 1 }, (_, i) => addDays(from, i))
        expect(eachDay(from, to)).toEqual(days)
        expect(splitByMonth(from, to).flatMap((piece) => eachDay(piece.from, piece.to))).toEqual(days)
        expect(countDays(from, to)).toBe(more + 1)
      }),
      { numRuns: 50 },
    )
  })

  it('begin with the first day of a month; weekdayOf returns 1 (Monday) to 7', () => {
    expect(firstOfNextMonth('2026-12-31')).toBe('2027-01-01')
    expect(firstOfNextMonth('2024-02-01')).toBe('2024-03-01')
    expect(['2026-11-16', '2026-11-20', '2026-11-22'].map(weekdayOf)).toEqual([1, 5, 7])
  })
})

it('slotsOf returns for each moment a slot with its business day and its hour on the local clock', () => {
  const startsAt = fc
    .integer({ min: 0, max: 24 * 60 - 1 })
    .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`)
  const timeZone = fc.constantFrom(
    'Europe/Bucharest',
    'UTC',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Africa/Casablanca',
  )
  // Days around the clock changes of that year.
  const from = fc
    .tuple(
      fc.constantFrom('2009', '2010', '2024', '2026'),
      fc.constantFrom('-03-08', '-03-27', '-10-23', '-11-04', '-07-01'),
    )
    .map((parts) => parts.join(''))
  const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(
      from,
      startsAt,
      timeZone,
      fc.array(share, { minLength: 20, maxLength: 20 }),
      (first, dayStart, zone, shares) => {
        const days = { from: first, to: addDays(first, 4) }
        const clock = { dayStart, timeZone: zone }
        const { startsAt: begins, endsAt } = boundsOf(days, clock)
        const slots = slotsOf(days, clock)
        const starts = slots.map(({ startsAt: at }) => at.getTime())
        expect(starts[0]).toBe(begins.getTime())
        expect(starts).toEqual(starts.toSorted((a, b) => a - b))
        for (const part of shares) {
          const moment = new Date(begins.getTime() + Math.floor(part * (endsAt.getTime() - begins.getTime())))
          const slot = slots[starts.findLastIndex((at) => at <= moment.getTime())]
          const dayBegins = businessDayStart(moment, dayStart, zone)
          expect(slot).toMatchObject({
            day: localTime(dayBegins, zone).day,
            hour: Number(localTime(moment, zone).time.slice(0, 2)),
          })
        }
      },
    ),
    { numRuns: 60 },
  )
})
