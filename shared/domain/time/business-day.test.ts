import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { businessDayStart, nextBusinessDayStart } from './business-day.ts'
import { localTime } from './local-time.ts'

const ZONE = 'Europe/Bucharest'
const start = (moment: string, startsAt = '04:00', zone = ZONE) =>
  businessDayStart(new Date(moment), startsAt, zone).toISOString()

describe('the business day', () => {
  it.each([
    // The hours after midnight belong to the day before.
    ['2026-11-20T23:30:00Z', '2026-11-20T02:00:00.000Z'],
    ['2026-11-21T01:59:59.999Z', '2026-11-20T02:00:00.000Z'],
    ['2026-11-21T02:00:00Z', '2026-11-21T02:00:00.000Z'],
    ['2026-11-21T02:00:00.001Z', '2026-11-21T02:00:00.000Z'],
    ['2026-07-15T00:59:00Z', '2026-07-14T01:00:00.000Z'],
    ['2026-07-15T01:00:00Z', '2026-07-15T01:00:00.000Z'],
    ['2027-01-01T00:00:00Z', '2026-12-31T02:00:00.000Z'],
  ])('begins at 04:00 local time, in winter and in summer: the one of %s begins at %s', (moment, expected) => {
    expect(start(moment)).toBe(expected)
  })

  it.each([
    ['00:00', '2026-11-20T21:59:00Z', '2026-11-19T22:00:00.000Z'],
    ['00:00', '2026-11-20T22:00:00Z', '2026-11-20T22:00:00.000Z'],
    ['23:59', '2026-11-20T21:58:59Z', '2026-11-19T21:59:00.000Z'],
    ['23:59', '2026-11-20T21:59:00Z', '2026-11-20T21:59:00.000Z'],
  ])('begins at any minute of the day: with the start %s, the one of %s begins at %s', (startsAt, moment, expected) => {
    expect(start(moment, startsAt)).toBe(expected)
  })

  // Clocks go from 3:00 to 4:00 on 29 March 2026: at 01:00 UTC.
  it.each([
    ['03:00', '2026-03-29T01:00:00.000Z'],
    ['03:30', '2026-03-29T01:00:00.000Z'],
    ['03:59', '2026-03-29T01:00:00.000Z'],
    ['04:00', '2026-03-29T01:00:00.000Z'],
    ['02:59', '2026-03-29T00:59:00.000Z'],
    ['04:01', '2026-03-29T01:01:00.000Z'],
  ])('begins after the gap if the clocks skip %s', (startsAt, expected) => {
    expect(start('2026-03-29T09:00:00Z', startsAt)).toBe(expected)
    expect(start(expected, startsAt)).toBe(expected)
    const before = new Date(Date.parse(expected) - 1).toISOString()
    expect(start(before, startsAt).slice(0, 10)).toBe('2026-03-28')
  })

  // Clocks go from 4:00 back to 3:00 on 25 October 2026: at 01:00 UTC.
  it.each([
    ['03:00', '2026-10-25T00:00:00.000Z'],
    ['03:30', '2026-10-25T00:30:00.000Z'],
    ['03:59', '2026-10-25T00:59:00.000Z'],
    ['04:00', '2026-10-25T02:00:00.000Z'],
  ])('begins at the first %s if that time occurs twice', (startsAt, expected) => {
    expect(start('2026-10-25T09:00:00Z', startsAt)).toBe(expected)
    expect(start(expected, startsAt)).toBe(expected)
    // No day begins when the hour is repeated.
    expect(start('2026-10-25T01:59:59Z', '03:30')).toBe('2026-10-25T00:30:00.000Z')
  })

  it('begins at the right time if a day is skipped, or the clocks go back over midnight', () => {
    // Samoa had no 30 December 2011; St John's went from 0:01 back to 23:01 of the day before.
    expect(start('2011-12-30T20:00:00Z', '04:00', 'Pacific/Apia')).toBe('2011-12-30T14:00:00.000Z')
    expect(start('2010-11-07T02:40:00Z', '00:00', 'America/St_Johns')).toBe('2010-11-07T02:30:00.000Z')
    const next = nextBusinessDayStart(new Date('2011-12-30T09:00:00Z'), '04:00', 'Pacific/Apia')
    expect(next.toISOString()).toBe('2011-12-30T14:00:00.000Z')
  })
})

describe('business days, for any start, time zone and moment,', () => {
  const startsAt = fc
    .integer({ min: 0, max: 24 * 60 - 1 })
    .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`)
  const zone = fc.constantFrom(
    ZONE,
    'UTC',
    'America/St_Johns',
    'Pacific/Auckland',
    'Australia/Lord_Howe',
    'Asia/Tehran',
  )
  // Enough years to include every change of clocks.
  const moment = fc.date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  const HOUR = 60 * 60 * 1000

  it('contain the moment, last less than 26 hours, and have a stable start', () => {
    fc.assert(
      fc.property(moment, startsAt, zone, (at, startTime, timeZone) => {
        const dayStart = businessDayStart(at, startTime, timeZone)
        expect(dayStart.getTime()).toBeLessThanOrEqual(at.getTime())
        expect(at.getTime() - dayStart.getTime()).toBeLessThan(26 * HOUR)
        expect(businessDayStart(dayStart, startTime, timeZone)).toEqual(dayStart)
        const { time } = localTime(dayStart, timeZone)
        // Only a skipped hour delays the start, by at most an hour.
        if (time !== startTime) expect(Number(time.slice(0, 2)) - Number(startTime.slice(0, 2))).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('begin 22 to 26 hours after the previous one', () => {
    fc.assert(
      fc.property(moment, startsAt, zone, (at, startTime, timeZone) => {
        const dayStart = businessDayStart(at, startTime, timeZone)
        const previousStart = businessDayStart(new Date(dayStart.getTime() - 1), startTime, timeZone)
        expect(dayStart.getTime() - previousStart.getTime()).toBeGreaterThanOrEqual(22 * HOUR)
        expect(dayStart.getTime() - previousStart.getTime()).toBeLessThanOrEqual(26 * HOUR)
      }),
    )
  })

  // With the cases above this defines every next start.
  it('end when the next one begins', () => {
    fc.assert(
      fc.property(moment, startsAt, zone, (at, startTime, timeZone) => {
        const next = nextBusinessDayStart(at, startTime, timeZone)
        expect(next.getTime()).toBeGreaterThan(at.getTime())
        expect(businessDayStart(next, startTime, timeZone)).toEqual(next)
        expect(businessDayStart(new Date(next.getTime() - 1), startTime, timeZone)).toEqual(
          businessDayStart(at, startTime, timeZone),
        )
      }),
    )
  })

  it('never begin earlier for a later moment', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 48 * HOUR }), startsAt, zone, (at, later, startTime, timeZone) => {
        const next = businessDayStart(new Date(at.getTime() + later), startTime, timeZone)
        expect(next.getTime()).toBeGreaterThanOrEqual(businessDayStart(at, startTime, timeZone).getTime())
      }),
    )
  })
})
