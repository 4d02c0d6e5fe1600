import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { REPORT_DAYS } from '#shared/contracts/reports.ts'
import { addDays } from '#shared/domain/time/local-time.ts'
import { choiceOf, daysOf, groupDays, isValidPeriod, PRESETS, periodOf, searchWith } from './period-picker.tsx'

describe('the presets', () => {
  it.each([
    ['2026-11-21', 'today', '2026-11-21', '2026-11-21'],
    ['2026-11-21', 'yesterday', '2026-11-20', '2026-11-20'],
    ['2026-03-01', 'yesterday', '2026-02-28', '2026-02-28'],
    ['2026-11-21', 'last7', '2026-11-15', '2026-11-21'],
    ['2026-01-03', 'last7', '2025-12-28', '2026-01-03'],
    ['2026-11-21', 'last30', '2026-10-23', '2026-11-21'],
    ['2026-11-01', 'thisMonth', '2026-11-01', '2026-11-01'],
    ['2026-11-30', 'thisMonth', '2026-11-01', '2026-11-30'],
    ['2026-01-31', 'lastMonth', '2025-12-01', '2025-12-31'],
    ['2028-03-31', 'lastMonth', '2028-02-01', '2028-02-29'],
    ['2026-11-21', 'thisYear', '2026-01-01', '2026-11-21'],
  ] as const)('on %s, %s means %s to %s', (today, preset, from, to) => {
    expect(periodOf(preset, today)).toEqual({ from, to })
  })

  it('are valid on every day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 400, max: 36_000 }), fc.constantFrom(...PRESETS), (days, preset) => {
        const today = addDays('2000-01-01', days)
        const period = periodOf(preset, today)
        expect(isValidPeriod(period)).toBe(true)
        expect(period.to <= today).toBe(true)
      }),
    )
  })
})

describe('the choice in the URL', () => {
  it.each([
    ['', 'last7'],
    ['view=reports', 'last7'],
    ['period=lastMonth', 'lastMonth'],
    ['period=always', 'last7'],
    ['from=2026-11-01&to=2026-11-03', { from: '2026-11-01', to: '2026-11-03' }],
    ['period=today&from=2026-11-01&to=2026-11-03', { from: '2026-11-01', to: '2026-11-03' }],
    ['from=2026-11-01', 'last7'],
    ['from=yesterday&to=&period=today', { from: 'yesterday', to: '' }],
  ])('of “%s” is %o', (search, choice) => {
    expect(choiceOf(search)).toEqual(choice)
  })

  it('is replaced by the next choice, while the other parameters stay', () => {
    const search = 'tab=menu&view=reports&period=today'
    expect(searchWith(search, 'last30')).toBe('tab=menu&view=reports&period=last30')
    const customDates = searchWith(search, { from: '2026-11-01', to: '2026-11-03' })
    expect(customDates).toBe('tab=menu&view=reports&from=2026-11-01&to=2026-11-03')
    expect(searchWith(customDates, 'today')).toBe(search)
  })
})

it('daysOf counts both the first and the last day', () => {
  expect(daysOf({ from: '2026-11-21', to: '2026-11-21' })).toBe(1)
  expect(daysOf({ from: '2026-01-01', to: '2026-12-31' })).toBe(365)
})

it.each([
  ['2026-11-21', '2026-11-21', true],
  ['2026-11-21', '2026-11-20', false],
  ['2026-11-21', '', false],
  ['yesterday', '2026-11-21', false],
  ['2016-11-21', addDays('2016-11-21', REPORT_DAYS - 1), true],
  ['2016-11-21', addDays('2016-11-21', REPORT_DAYS), false],
])('a period from %s to %s is valid: %s', (from, to, isValid) => {
  expect(isValidPeriod({ from, to })).toBe(isValid)
})

const daysFrom = (first: string, orders: readonly number[]) =>
  orders.map((count, i) => ({ day: addDays(first, i), orders: count, revenue: count * 100 }))
const ones = (length: number) => Array.from({ length }, () => 1)

describe('the rows of a period', () => {
  it('are single days in a short period, including days without orders', () => {
    const groups = groupDays({ days: daysFrom('2026-11-20', [3, 0]), daysBefore: daysFrom('2026-11-18', [1, 2]) })
    expect(groups).toEqual([
      { first: '2026-11-20', last: '2026-11-20', orders: 3, revenue: 300, ordersBefore: 1, revenueBefore: 100 },
      { first: '2026-11-21', last: '2026-11-21', orders: 0, revenue: 0, ordersBefore: 2, revenueBefore: 200 },
    ])
  })

  it('are days up to 92, and then months, shorter at both ends, each beside as many days of the period before', () => {
    const groups = (length: number) =>
      groupDays({ days: daysFrom('2026-01-20', ones(length)), daysBefore: daysFrom('2025-09-23', ones(length)) })
    expect(groups(92)).toHaveLength(92)
    expect(groups(93)).toEqual([
      { first: '2026-01-20', last: '2026-01-31', orders: 12, revenue: 1200, ordersBefore: 12, revenueBefore: 1200 },
      { first: '2026-02-01', last: '2026-02-28', orders: 28, revenue: 2800, ordersBefore: 28, revenueBefore: 2800 },
      { first: '2026-03-01', last: '2026-03-31', orders: 31, revenue: 3100, ordersBefore: 31, revenueBefore: 3100 },
      { first: '2026-04-01', last: '2026-04-22', orders: 22, revenue: 2200, ordersBefore: 22, revenueBefore: 2200 },
    ])
  })

  it('contain every day and every order once', () => {
    const counts = fc.array(fc.nat(50), { minLength: 1, maxLength: 900 })
    fc.assert(
      fc.property(fc.nat(20_000), counts, (offset, orders) => {
        const first = addDays('2000-01-01', offset)
        const days = daysFrom(first, orders)
        const groups = groupDays({ days, daysBefore: days })
        const sum = orders.reduce((all, count) => all + count, 0)
        expect(groups.reduce((all, group) => all + group.orders, 0)).toBe(sum)
        expect(groups.reduce((all, group) => all + group.revenueBefore, 0)).toBe(sum * 100)
        const starts = [first, ...groups.map(({ last }) => addDays(last, 1))].slice(0, -1)
        expect(groups.map((group) => group.first)).toEqual(starts)
        expect(groups.at(-1)?.last).toBe(days.at(-1)?.day)
      }),
      { numRuns: 50 },
    )
  })
})
