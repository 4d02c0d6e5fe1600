import { expect, it } from 'vitest'
import { formatMoment, formatTime, weekdayName } from './format.ts'

const moment = '2026-11-02T22:05:00.000Z'

it('formatMoment formats d MMM yyyy, HH:mm in the given time zone', () => {
  expect(formatMoment(moment, 'Europe/Bucharest', 'en')).toBe('3 Nov 2026, 00:05')
  expect(formatMoment(moment, 'Europe/London', 'en')).toBe('2 Nov 2026, 22:05')
})

it('formatMoment omits the full stop of Romanian months', () => {
  expect(formatMoment(moment, 'Europe/Bucharest', 'ro')).toBe('3 nov 2026, 00:05')
})

it.each(['en', 'ro'] as const)('formatMoment shortens every month to three letters (%s)', (language) => {
  const months = Array.from({ length: 12 }, (_, month) =>
    formatMoment(new Date(Date.UTC(2026, month, 15, 12)), 'Europe/Bucharest', language),
  )
  for (const month of months) expect(month).toMatch(/^15 \p{L}{3} 2026, 1[45]:00$/u)
  expect(months[8]).toMatch(/^15 sep /i)
  expect(new Set(months).size).toBe(12)
})

it('formatTime formats the time alone, with daylight saving', () => {
  expect(formatTime('2026-07-01T09:00:00.000Z', 'Europe/Bucharest')).toBe('12:00')
})

it('weekdayName names the days of the week from Monday, without a full stop', () => {
  expect([1, 7].map((day) => weekdayName(day, 'long', 'en'))).toEqual(['Monday', 'Sunday'])
  expect([1, 7].map((day) => weekdayName(day, 'short', 'en'))).toEqual(['Mon', 'Sun'])
  expect([1, 6].map((day) => weekdayName(day, 'short', 'ro'))).toEqual(['lun', 'sâm'])
})
