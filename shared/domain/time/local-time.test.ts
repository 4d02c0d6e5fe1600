import { describe, expect, it } from 'vitest'
import { addDays, localDayOf, localTime, momentOf, nearestDay, nearestMoment, nextAt } from './local-time.ts'

const ZONE = 'Europe/Bucharest'
const at = (day: string, time: string, zone = ZONE) => momentOf({ day, time }, zone).toISOString()

describe('the local time', () => {
  it.each([
    ['2026-01-15T10:00:00Z', '2026-01-15', '12:00'],
    ['2026-07-15T10:00:00Z', '2026-07-15', '13:00'],
    ['2026-07-15T21:00:00Z', '2026-07-16', '00:00'],
    // Clocks go forward on 29 March 2026 at 3:00 and back on 25 October 2026 at 4:00.
    ['2026-03-29T00:59:59Z', '2026-03-29', '02:59'],
    ['2026-03-29T01:00:00Z', '2026-03-29', '04:00'],
    ['2026-10-25T00:30:00Z', '2026-10-25', '03:30'],
    ['2026-10-25T01:30:00Z', '2026-10-25', '03:30'],
  ])('of %s is %s %s', (moment, day, time) => {
    expect(localTime(new Date(moment), ZONE)).toEqual({ day, time })
  })

  it('converts back to the same moment, in zones east and west of UTC', () => {
    for (const [zone, step] of [
      [ZONE, 1],
      ['America/St_Johns', 7],
      ['Pacific/Auckland', 7],
      ['UTC', 29],
    ] as const) {
      for (let hour = 0; hour < 365 * 24; hour += step) {
        const moment = new Date(Date.UTC(2026, 0, 1) + hour * 3_600_000)
        const local = localTime(moment, zone)
        const back = momentOf(local, zone)
        expect(localTime(back, zone)).toEqual(local)
        // Only a time that occurs twice converts to another moment, its first occurrence.
        expect([0, 3_600_000]).toContain(moment.getTime() - back.getTime())
      }
    }
  })

  it('converts to one moment even if it is skipped or occurs twice', () => {
    expect(at('2026-03-29', '03:30')).toBe('2026-03-29T01:30:00.000Z')
    expect(at('2026-10-25', '03:30')).toBe('2026-10-25T00:30:00.000Z')
  })
})

describe('what the database stores and no calendar shows', () => {
  it.each([
    ['infinity', '9999-12-20T00:00:00.000Z', '9999-12-31'],
    ['-infinity', '1000-01-09T00:00:00.000Z', '1000-01-01'],
    ['4713-01-01 00:00:00+00 BC', '1000-01-09T00:00:00.000Z', '1000-01-01'],
    ['294276-12-31 00:00:00+00', '9999-12-20T00:00:00.000Z', '9999-12-31'],
    ['10000-01-01 00:00:00+00', '9999-12-20T00:00:00.000Z', '9999-12-31'],
  ])('is the nearest that it does: %s', (stored, moment, day) => {
    expect([nearestMoment(stored).toISOString(), nearestDay(stored)]).toEqual([moment, day])
  })

  it('has a local time, and days before and after it, in every zone', () => {
    for (const zone of [ZONE, 'Pacific/Kiritimati', 'America/St_Johns'])
      for (const day of ['0000-01-01', '0001-01-01', '1000-01-01', '9999-12-31']) {
        for (const days of [-9, -1, 0, 1, 9]) expect(addDays(day, days)).toMatch(/^\d{4}-\d\d-\d\d$/)
        const { day: shown } = localTime(momentOf({ day, time: '23:59' }, zone), zone)
        expect(shown).toMatch(/^\d{4}-\d\d-\d\d$/)
      }
  })
})

it.each([
  ['2026-10-25', '2026-10-25'],
  ['2026-10-24T20:59:59Z', '2026-10-24'],
  ['2026-10-24T21:00:00Z', '2026-10-25'],
  ['2026-10-25T21:59:59Z', '2026-10-25'],
  ['2026-12-31T22:00:00Z', '2027-01-01'],
])('localDayOf of %s is %s', (input, day) => {
  expect(localDayOf(input, ZONE)).toBe(day)
})

it.each([
  ['19:30', '2026-11-24T17:00:00Z', '2026-11-24T17:30:00.000Z'],
  ['19:00', '2026-11-24T17:00:00Z', '2026-11-25T17:00:00.000Z'],
  ['00:15', '2026-11-24T23:00:00Z', '2026-11-25T22:15:00.000Z'],
])('the clocks in Bucharest next show %s after %s at %s', (time, now, next) => {
  expect(nextAt(time, new Date(now), 'Europe/Bucharest').toISOString()).toBe(next)
})

it('addDays counts days across ends of months and changes of clocks', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2026-03-29', 1)).toBe('2026-03-30')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
})
