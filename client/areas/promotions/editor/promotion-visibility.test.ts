import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { momentOf } from '#shared/domain/time/local-time.ts'
import { isShown, type PromotionWindow, WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import { promotionsQuery } from '../carousel.tsx'
import { promotionVisibility, weekdaysText } from './promotions.ts'

const ZONE = 'Europe/Bucharest'
const allDay: PromotionWindow = {
  isActive: true,
  startDate: '2026-06-10',
  endDate: '2026-06-20',
  startHour: null,
  endHour: null,
  weekdays: [...WEEKDAYS],
}
const evening = { ...allDay, startHour: '17:00', endHour: '19:30' }
const later = (day: string, time: string | null, isToday = false) => ({ is: 'later', day, time, isToday })

describe('promotionVisibility', () => {
  it.each([
    [allDay, '2026-06-08', '12:00', later('2026-06-10', null)],
    [allDay, '2026-06-09', '23:59', later('2026-06-10', null)],
    [allDay, '2026-06-10', '00:00', { is: 'shown', until: null }],
    [allDay, '2026-06-20', '23:59', { is: 'shown', until: null }],
    [allDay, '2026-06-21', '00:00', { is: 'ended' }],
    [{ ...allDay, isActive: false }, '2026-06-15', '12:00', { is: 'off' }],
    [evening, '2026-06-09', '18:00', later('2026-06-10', '17:00')],
    [evening, '2026-06-10', '16:59', later('2026-06-10', '17:00', true)],
    [evening, '2026-06-10', '17:00', { is: 'shown', until: '19:30' }],
    [evening, '2026-06-10', '19:31', later('2026-06-11', '17:00')],
    // Mondays and Saturdays from 10 June, a Wednesday, to 20 June, a Saturday.
    [{ ...allDay, weekdays: [1, 6] }, '2026-06-10', '12:00', later('2026-06-13', null)],
    [{ ...allDay, weekdays: [1, 6] }, '2026-06-12', '23:59', later('2026-06-13', null)],
    [{ ...evening, weekdays: [1, 6] }, '2026-06-13', '12:00', later('2026-06-13', '17:00', true)],
    [{ ...evening, weekdays: [1, 6] }, '2026-06-13', '19:31', later('2026-06-15', '17:00')],
    [{ ...allDay, endDate: '2026-06-12', weekdays: [1, 6] }, '2026-06-01', '12:00', { is: 'never' }],
  ])('of %j on %s at %s is %j', (promotion, day, time, expected) => {
    expect(promotionVisibility(promotion, momentOf({ day, time }, ZONE), ZONE)).toEqual(expected)
  })

  it('depends on the date in the given time zone', () => {
    const moment = new Date('2026-06-20T21:30:00Z')
    expect(promotionVisibility(allDay, moment, ZONE)).toEqual({ is: 'ended' })
    expect(promotionVisibility(allDay, moment, 'UTC')).toEqual({ is: 'shown', until: null })
  })

  it('is “later” with the next minute at which isShown returns true, and “ended” if there is none', () => {
    // Every fifth minute alone: the search over two weeks of them is what takes long.
    const STEP_MS = 5 * 60_000
    const everyFifth = (max: number) => fc.integer({ min: 0, max: max / 5 }).map((fifth) => fifth * 5)
    const minuteOfDay = everyFifth(24 * 60 - 5)
    const timeOfDay = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16)
    const start = Date.parse('2026-06-08T00:00:00Z')
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 0, max: 8 }),
        fc.option(fc.tuple(minuteOfDay, minuteOfDay)),
        everyFifth(9 * 24 * 60),
        fc.subarray([...WEEKDAYS], { minLength: 1 }),
        (firstDay, extraDays, hours, minutesToNow, weekdays) => {
          const day = (n: number) => new Date(start + n * 24 * 3_600_000).toISOString().slice(0, 10)
          const [from = 0, to = 0] = hours ? [Math.min(...hours), Math.max(...hours)] : []
          const promotion = {
            isActive: true,
            weekdays,
            startDate: day(firstDay),
            endDate: day(firstDay + extraDays),
            ...(hours ? { startHour: timeOfDay(from), endHour: timeOfDay(to) } : { startHour: null, endHour: null }),
          }
          const now = start + minutesToNow * 60_000
          let next = now
          while (next < start + 14 * 24 * 3_600_000 && !isShown(promotion, new Date(next), 'UTC')) next += STEP_MS
          const visibility = promotionVisibility(promotion, new Date(now), 'UTC')
          if (next === now) expect(visibility.is).toBe('shown')
          else if (visibility.is === 'later') {
            expect(momentOf({ day: visibility.day, time: visibility.time ?? '00:00' }, 'UTC').getTime()).toBe(next)
          } else {
            expect(['ended', 'never']).toContain(visibility.is)
            expect(next).toBeGreaterThanOrEqual(start + 14 * 24 * 3_600_000)
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})

it.each([
  [[1, 2, 3, 4, 5, 6, 7], '', ''],
  [[1, 2, 3, 4, 5], 'Mon–Fri', 'lun–vin'],
  [[5, 6, 7], 'Fri–Sun', 'vin–dum'],
  [[6, 7], 'Sat, Sun', 'sâm, dum'],
  [[1, 3, 5], 'Mon, Wed, Fri', 'lun, mie, vin'],
  [[1, 2, 3, 7], 'Mon, Tue, Wed, Sun', 'lun, mar, mie, dum'],
  [[4], 'Thu', 'joi'],
])('names the weekdays %j', (weekdays, en, ro) => {
  expect([weekdaysText({ weekdays }, 'en'), weekdaysText({ weekdays }, 'ro')]).toEqual([en, ro])
})

it('guests’ promotions are fresh for 5 minutes and cached for 30', () => {
  expect(promotionsQuery.queryKey).toEqual(['/api/promotions'])
  expect([promotionsQuery.staleTime, promotionsQuery.gcTime]).toEqual([300_000, 1_800_000])
})
