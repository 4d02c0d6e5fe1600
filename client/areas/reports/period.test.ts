import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { REPORT_DAYS } from '#shared/contracts/reports.ts'
import { addDays } from '#shared/domain/time/local-time.ts'
import { choiceOf, daysOf, isValidPeriod, PRESETS, periodOf, searchWith } from './period.ts'

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
      fc.property(fc.integer({ min: 400, max: 40_000 }), fc.constantFrom(...PRESETS), (days, preset) => {
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
