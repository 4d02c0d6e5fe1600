import { expect, it } from 'vitest'
import { setServerTime } from '../../lib/clock/server-clock.ts'
import { newsText } from './news.ts'
import { tonight } from './reservations.fixture.tsx'

it.each([
  ['Mon, 30 Nov 2026 16:00:00 GMT', '2026-11-30T18:30:00.000Z', '20:30'],
  ['Mon, 30 Nov 2026 16:00:00 GMT', '2026-12-01T18:30:00.000Z', 'Tue 1 Dec 20:30'],
  // Half past midnight: the evening is not over, and the next one is of another day.
  ['Mon, 30 Nov 2026 22:30:00 GMT', '2026-12-01T18:30:00.000Z', 'Tue 1 Dec 20:30'],
  ['Mon, 30 Nov 2026 22:30:00 GMT', '2026-11-30T23:30:00.000Z', '01:30'],
  // A time after midnight stands in the list of the evening before.
  ['Mon, 30 Nov 2026 16:00:00 GMT', '2026-12-01T22:30:00.000Z', 'Tue 1 Dec 00:30'],
])('news says at %s when a reservation at %s is', (now, at, expected) => {
  setServerTime(now)
  expect(newsText(tonight({ at }), { timeZone: 'Europe/Bucharest' }).details[0]).toBe(expected)
})
