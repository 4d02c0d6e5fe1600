import { expect, it } from 'vitest'
import { formatLongDay } from './long-day.ts'

it('formatLongDay includes the weekday, whatever the machine’s time zone and its own comma', () => {
  expect(formatLongDay('2026-12-12', 'en')).toBe('Saturday 12 December 2026')
  expect(formatLongDay('2026-12-12', 'ro')).toBe('sâmbătă, 12 decembrie 2026')
  expect(formatLongDay('2027-01-01', 'ro')).toBe('vineri, 1 ianuarie 2027')
})
