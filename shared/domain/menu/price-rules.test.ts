import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PriceRule } from '../../contracts/price-rules.ts'
import { addDays } from '../time/local-time.ts'
import { modelOpenings, PLACES, someHours } from '../time/opening-hours.fixture.ts'
import { ALWAYS } from '../time/opening-hours.ts'
import { concerns, nextChange, runsAt, shownRule, stretchesOf, stretchOf, strongest } from './price-rules.ts'

const ZONE = 'Europe/Bucharest'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const rule = (fields: Partial<PriceRule>): PriceRule => ({
  ...{ id: 1, name: 'Happy hour', nameRo: '', percent: 30, roundTo: 1, categoryIds: [], dishIds: [7], weekly: null },
  ...{ from: null, until: null, isActive: true, version: 1 },
  ...fields,
})
const stretch = (fields: Partial<PriceRule>, at: string) => {
  const found = stretchOf(rule(fields), new Date(at), ZONE)
  return found && [found.from.toISOString(), found.to?.toISOString() ?? null]
}

describe('a price rule', () => {
  const TUESDAYS = [{ day: 2, from: '22:00', to: '02:00' }]
  it.each<[string, Partial<PriceRule>, string, boolean]>([
    ['within its hours', { weekly: TUESDAYS }, '2026-11-24T20:30:00Z', true],
    ['past midnight', { weekly: TUESDAYS }, '2026-11-24T23:30:00Z', true],
    ['at its end', { weekly: TUESDAYS }, '2026-11-25T00:00:00Z', false],
    ['on another day', { weekly: TUESDAYS }, '2026-11-25T20:30:00Z', false],
    ['past midnight of its last date', { weekly: TUESDAYS, until: '2026-11-24' }, '2026-11-24T23:30:00Z', true],
    [
      'past midnight of the date before its first',
      { weekly: TUESDAYS, from: '2026-11-25' },
      '2026-11-24T23:30:00Z',
      false,
    ],
    ['on its dates alone', { from: '2026-11-24', until: '2026-11-24' }, '2026-11-24T21:59:00Z', true],
    ['after them', { from: '2026-11-24', until: '2026-11-24' }, '2026-11-24T22:00:00Z', false],
    ['while it is off', { isActive: false }, '2026-11-24T20:30:00Z', false],
    ['always', {}, '2026-11-24T20:30:00Z', true],
    // 03:00 to 04:00 is skipped on 29 March and comes twice on 25 October.
    [
      'in the hour that comes twice',
      { weekly: [{ day: 7, from: '03:00', to: '04:00' }] },
      '2026-10-25T00:30:00Z',
      true,
    ],
    ['in its second run', { weekly: [{ day: 7, from: '03:00', to: '04:00' }] }, '2026-10-25T01:30:00Z', true],
    [
      'in the hour that is skipped',
      { weekly: [{ day: 7, from: '03:00', to: '04:00' }] },
      '2026-03-29T01:00:00Z',
      false,
    ],
  ])('%s', (_, fields, at, runs) => {
    expect(runsAt(rule(fields), new Date(at), ZONE)).toBe(runs)
  })

  it('still counts for a while after its end, where that is asked', () => {
    const counts = (at: string) => runsAt(rule({ weekly: TUESDAYS }), new Date(at), ZONE, 10 * MINUTE_MS)
    expect([counts('2026-11-25T00:09:59Z'), counts('2026-11-25T00:10:00Z'), counts('2026-11-24T19:59:59Z')]).toEqual([
      true,
      false,
      false,
    ])
  })

  it.each<[string, Partial<PriceRule>, string, (string | null)[] | undefined]>([
    [
      'runs to its end',
      { weekly: TUESDAYS },
      '2026-11-24T20:30:00Z',
      ['2026-11-24T20:00:00.000Z', '2026-11-25T00:00:00.000Z'],
    ],
    [
      'begins a week later',
      { weekly: TUESDAYS },
      '2026-11-25T00:00:00Z',
      ['2026-12-01T20:00:00.000Z', '2026-12-02T00:00:00.000Z'],
    ],
    [
      'begins in a year',
      { from: '2027-11-24', until: '2027-11-24' },
      '2026-11-24T20:30:00Z',
      ['2027-11-23T22:00:00.000Z', '2027-11-24T22:00:00.000Z'],
    ],
    ['is over', { weekly: TUESDAYS, until: '2026-11-23' }, '2026-11-24T20:30:00Z', undefined],
    [
      'ends with its last date',
      { until: '2027-06-30' },
      '2026-11-24T20:30:00Z',
      ['2026-11-22T22:00:00.000Z', '2027-06-30T21:00:00.000Z'],
    ],
    ['never ends', { weekly: ALWAYS.weekly }, '2026-11-24T20:30:00Z', ['2026-11-22T22:00:00.000Z', null]],
    [
      'misses a week by the change of clocks',
      { weekly: [{ day: 7, from: '03:00', to: '04:00' }] },
      '2026-03-29T00:30:00Z',
      ['2026-04-05T00:00:00.000Z', '2026-04-05T01:00:00.000Z'],
    ],
    ['is off', { isActive: false }, '2026-11-24T20:30:00Z', undefined],
  ])('%s', (_, fields, at, expected) => {
    expect(stretch(fields, at)).toEqual(expected)
  })

  it.each(PLACES)('agrees in %s around %s with the wall clock, minute by minute', (zone, date) => {
    const dates = [addDays(date, -1), date, addDays(date, 1)]
    const limit = fc.option(fc.constantFrom(...dates))
    fc.assert(
      fc.property(
        someHours(dates),
        limit,
        limit,
        fc.integer({ min: -24 * 60, max: 36 * 60 }),
        (hours, from, until, offset) => {
          const at = new Date(Date.parse(`${date}T00:00:00Z`) + offset * MINUTE_MS)
          const one = rule({ weekly: hours.weekly, from, until })
          const isWithin = (day: string) => (!from || day >= from) && (!until || day <= until)
          const openings = [-3, -2, -1, 0, 1, 2, 3, 4]
            .map((days) => addDays(date, days))
            .filter(isWithin)
            .flatMap((day) => modelOpenings({ ...hours, exceptions: [] }, day, zone))
          const runs = (moment: number) => openings.some(({ first, last }) => first <= moment && moment <= last)
          expect(runsAt(one, at, zone)).toBe(runs(at.getTime()))
          // What is found ends or begins at the first minute that differs.
          const found = stretchOf(one, at, zone)
          const next = found && (found.from <= at ? found.to : found.from)
          const end = Math.min(next?.getTime() ?? Number.POSITIVE_INFINITY, at.getTime() + DAY_MS)
          for (let moment = at.getTime(); moment < end; moment += MINUTE_MS)
            expect(runs(moment)).toBe(runs(at.getTime()))
          if (next && next.getTime() < at.getTime() + DAY_MS) expect(runs(next.getTime())).toBe(!runs(at.getTime()))
        },
      ),
      { numRuns: 25 },
    )
  })

  it('concerns its dishes and those of its categories', () => {
    const one = { dishIds: [7], categoryIds: [2] }
    expect([
      concerns(one)({ id: 7, categoryId: 1 }),
      concerns(one)({ id: 8, categoryId: 2 }),
      concerns(one)({ id: 8, categoryId: 1 }),
    ]).toEqual([true, true, false])
  })
})

describe('of rules that meet', () => {
  const evening = [{ day: 2, from: '17:00', to: '23:00' }]
  const late = [{ day: 2, from: '20:00', to: '22:00' }]

  it('the one with the highest percent counts, of equals the older one', () => {
    expect(
      strongest([rule({ id: 3, percent: 20 }), rule({ id: 2, percent: 30 }), rule({ id: 1, percent: 30 })])?.id,
    ).toBe(1)
    expect(strongest([])).toBeUndefined()
  })

  it.each<[string, string, [number, string | null] | undefined]>([
    ['until a stronger one begins', '2026-11-24T16:00:00Z', [1, '2026-11-24T18:00:00.000Z']],
    ['the stronger one until its end', '2026-11-24T18:00:00Z', [2, '2026-11-24T20:00:00.000Z']],
    ['the weaker one until its own end', '2026-11-24T20:00:00Z', [1, '2026-11-24T21:00:00.000Z']],
    ['none after it', '2026-11-24T21:00:00Z', undefined],
  ])('%s', (_, at, expected) => {
    const rules = [rule({ weekly: evening }), rule({ id: 2, percent: 50, weekly: late })]
    const now = new Date(at)
    const stretches = stretchesOf(rules, now, ZONE)
    const shown = shownRule(stretches, now)
    expect(shown && [shown.rule.id, shown.until?.toISOString() ?? null]).toEqual(expected)
    if (expected) expect(nextChange(stretches, now)?.toISOString()).toBe(expected[1])
  })
})
