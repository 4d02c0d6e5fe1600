import fc from 'fast-check'
import { expect, it } from 'vitest'
import { startOfBusinessDay } from '#shared/domain/time/business-day.ts'
import { addDays } from '#shared/domain/time/local-time.ts'
import { countDays, eachDay, startsOf } from './report.ts'

it('the days of a period are each named once', () => {
  const day = fc.integer({ min: 0, max: 40_000 }).map((n) => addDays('2000-01-01', n))
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 3659 }), (from, more) => {
      const days = { from, to: addDays(from, more) }
      expect(eachDay(days)).toEqual(Array.from({ length: more + 1 }, (_, i) => addDays(from, i)))
      expect(countDays(days)).toBe(more + 1)
    }),
    { numRuns: 50 },
  )
})

it.each(['Europe/Bucharest', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Casablanca'])(
  'each day of a period begins where its business day does, in %s',
  (timeZone) => {
    for (const dayStart of ['00:00', '02:30', '03:30', '23:59']) {
      const days = { from: '2024-02-25', to: '2025-04-10' }
      const names = [...eachDay(days), addDays(days.to, 1)]
      const expected = names.map((day) => startOfBusinessDay(day, dayStart, timeZone).getTime())
      expect(startsOf(days, dayStart, timeZone)).toEqual(expected)
    }
  },
)
