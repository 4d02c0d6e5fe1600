import { expect, it } from 'vitest'
import { tonight } from './reservations.fixture.tsx'
import { inRowOrder, lateMinutes, nextStep, peopleByHour } from './rows.ts'

const NOW = Date.parse('2026-11-20T18:00:00.000Z')
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()

it('what somebody must act on comes first, what is over last, each by its time', () => {
  const rows = [
    tonight({ id: 1, at: at(-60), status: 'done' }),
    tonight({ id: 2, at: at(-30), status: 'seated' }),
    tonight({ id: 3, at: at(-14) }),
    tonight({ id: 4, at: at(-15) }),
    tonight({ id: 5, at: at(90), status: 'asked' }),
    tonight({ id: 6, at: at(60), problem: 'closed' }),
    tonight({ id: 7, at: at(-90), status: 'no_show' }),
    tonight({ id: 8, at: at(30) }),
  ]
  expect(inRowOrder(rows, NOW).map(({ id }) => id)).toEqual([4, 6, 5, 2, 3, 8, 7, 1])
})

it('guests are late from a quarter of an hour on, until they sit', () => {
  const late = (minutes: number, status: 'confirmed' | 'seated' | 'asked') =>
    lateMinutes({ at: at(-minutes), status }, NOW)
  expect([late(14, 'confirmed'), late(15, 'confirmed'), late(40, 'seated'), late(40, 'asked')]).toEqual([
    null,
    15,
    null,
    null,
  ])
})

it('people count in each hour of their stay, unless they do not come', () => {
  const stay = (from: number, to: number, party: number, status: 'confirmed' | 'cancelled' = 'confirmed') =>
    tonight({ at: at(from), until: at(to), party, status })
  const list = [stay(-30, 90, 4), stay(60, 120, 2), stay(0, 60, 9, 'cancelled')]
  expect(peopleByHour(list, 'Europe/Bucharest').map(({ time, people }) => ({ time, people }))).toEqual([
    { time: '19:00', people: 4 },
    { time: '20:00', people: 4 },
    { time: '21:00', people: 6 },
  ])
})

it.each([
  ['asked', '2026-11-23T17:30:00.000Z', 'confirmed'],
  ['confirmed', '2026-11-20T18:50:00.000Z', 'seated'],
  ['confirmed', '2026-11-20T18:50:01.000Z', undefined],
  ['confirmed', '2026-11-20T09:00:00.000Z', 'seated'],
  ['confirmed', '2026-11-19T17:30:00.000Z', undefined],
  ['seated', '2026-11-20T17:30:00.000Z', undefined],
] as const)('of one that is %s for %s the step that can work is %s', (status, moment, step) => {
  const dayOf = (one: string | number) => new Date(one).toISOString().slice(0, 10)
  expect(nextStep({ status, at: moment }, Date.parse('2026-11-20T17:50:00.000Z'), dayOf)).toBe(step)
})
