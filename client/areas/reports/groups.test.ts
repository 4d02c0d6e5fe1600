import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#shared/domain/time/local-time.ts'
import { granularityOf, groupDays } from './groups.ts'

const daysFrom = (first: string, orders: readonly number[]) =>
  orders.map((count, i) => ({ day: addDays(first, i), orders: count, revenue: count * 100 }))
const ones = (length: number) => Array.from({ length }, () => 1)

describe('the bars of a period', () => {
  it.each([
    [1, 'day'],
    [92, 'day'],
    [93, 'week'],
    [732, 'week'],
    [733, 'month'],
    [3660, 'month'],
  ])('of %i days are for one %s each', (days, granularity) => {
    expect(granularityOf(days)).toBe(granularity)
  })

  it('are single days in a short period, including days without orders', () => {
    const groups = groupDays({ days: daysFrom('2026-11-20', [3, 0]), daysBefore: daysFrom('2026-11-18', [1, 2]) })
    expect(groups).toEqual([
      { first: '2026-11-20', last: '2026-11-20', orders: 3, revenue: 300, ordersBefore: 1, revenueBefore: 100 },
      { first: '2026-11-21', last: '2026-11-21', orders: 0, revenue: 0, ordersBefore: 2, revenueBefore: 200 },
    ])
  })

  it('are weeks from Monday, shorter at both ends, each beside as many days of the period before', () => {
    // 1 January 2026 is a Thursday.
    const groups = groupDays({ days: daysFrom('2026-01-01', ones(100)), daysBefore: daysFrom('2025-09-23', ones(100)) })
    expect(groups.slice(0, 2)).toEqual([
      { first: '2026-01-01', last: '2026-01-04', orders: 4, revenue: 400, ordersBefore: 4, revenueBefore: 400 },
      { first: '2026-01-05', last: '2026-01-11', orders: 7, revenue: 700, ordersBefore: 7, revenueBefore: 700 },
    ])
    expect(groups.at(-1)).toMatchObject({ first: '2026-04-06', last: '2026-04-10', orders: 5 })
  })

  it('are months in a period of ten years', () => {
    const groups = groupDays({ days: daysFrom('2016-11-15', ones(3660)), daysBefore: [] })
    expect(groups.slice(0, 2)).toMatchObject([
      { first: '2016-11-15', last: '2016-11-30', orders: 16 },
      { first: '2016-12-01', last: '2016-12-31', orders: 31 },
    ])
    expect(groups.length).toBeLessThanOrEqual(122)
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
