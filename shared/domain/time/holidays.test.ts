import { describe, expect, it } from 'vitest'
import { nextHolidays } from './holidays.ts'

const datesOf = (from: string, count: number) => nextHolidays(from, count).map(({ date }) => date.slice(5))

describe('the public holidays of Romania', () => {
  it.each([
    ['2024', '05-03', '05-05', '05-06', '06-23', '06-24'],
    ['2025', '04-18', '04-20', '04-21', '06-08', '06-09'],
    ['2026', '04-10', '04-12', '04-13', '05-31', '06-01'],
    ['2027', '04-30', '05-02', '05-03', '06-20', '06-21'],
    ['2028', '04-14', '04-16', '04-17', '06-04', '06-05'],
    ['2032', '04-30', '05-02', '05-03', '06-20', '06-21'],
    ['2100', '04-30', '05-02', '05-03', '06-20', '06-21'],
  ])('follow the Orthodox Easter of %s', (year, friday, sunday, monday, whitSunday, whitMonday) => {
    const dates = datesOf(`${year}-01-25`, 12)
    expect(dates).toEqual(expect.arrayContaining([friday, sunday, monday, whitSunday, whitMonday]))
    expect(dates.filter((date) => date > '03-01' && date < '07-01')).toHaveLength(
      new Set([friday, sunday, monday, whitSunday, whitMonday, '05-01', '06-01']).size,
    )
  })

  it('are those of a whole year, in order, and of the next one after the last', () => {
    expect(datesOf('2025-01-01', 18)).toEqual([
      ...['01-01', '01-02', '01-06', '01-07', '01-24', '04-18', '04-20', '04-21', '05-01', '06-01', '06-08', '06-09'],
      ...['08-15', '11-30', '12-01', '12-25', '12-26', '01-01'],
    ])
  })

  it('begin with the date itself, and name it in both languages', () => {
    expect(nextHolidays('2026-12-01', 1)).toEqual([
      { date: '2026-12-01', name: 'National Day', nameRo: 'Ziua Națională' },
    ])
  })

  it('are one where two fall on a date', () => {
    expect(nextHolidays('2026-06-01', 2).map(({ date }) => date)).toEqual(['2026-06-01', '2026-08-15'])
  })
})
