import { expect, it } from 'vitest'
import type { TFunction } from '#shared/i18n/translate.ts'
import type { Day } from '../../contracts/days.ts'
import { type DayOnPaper, dayOnPaper, dayReport } from './day-report.ts'
import { RESTAURANT } from './printing.fixture.ts'

const DAY: DayOnPaper = {
  headings: ['End of day', 'Report 0143', 'COPY'],
  facts: [['Closed by', 'ioana']],
  sections: [
    { title: 'By method', total: 481_250, rows: [{ label: 'Cash', note: '31 payments', amount: 184_200 }] },
    {
      title: 'Taken back, already left out above',
      rows: [{ label: 'andrei · Card', note: 'x'.repeat(60), amount: -1000 }],
    },
  ],
  note: 'A guest was given the change of another',
  notFiscal: 'Not a fiscal document',
  currency: 'lei',
}

it('the paper of a day fits its width, and says that it is not fiscal', () => {
  const rows = dayReport(DAY, RESTAURANT).map(({ text }) => text)
  expect(rows.filter((text) => text.length > 32)).toEqual([])
  const from = rows.findIndex((text) => text.includes('End of day'))
  expect(rows.slice(from, from + 8)).toEqual([
    '           End of day',
    '          Report 0143',
    '              COPY',
    '-'.repeat(32),
    'Closed by                  ioana',
    '-'.repeat(32),
    'By method            4812.50 lei',
    'Cash (31 payments)   1842.00 lei',
  ])
  expect(rows.at(-1)?.trim()).toBe('Not a fiscal document')
  expect(rows.join('\n')).toContain('A guest was given the change of\nanother')
})

it('a closed day says of which business day it is, and how much cash was taken out of the till at its end', () => {
  const day: Day = {
    ...{ number: 143, by: 'ioana', currency: 'lei', orders: 3, note: null, fiscal: null },
    // Closed after midnight, an hour after the last payment.
    ...{ from: '2026-11-20T06:00:00.000Z', to: '2026-11-20T23:10:00.000Z' },
    hours: [{ hour: 0, amount: 200_000, count: 9 }],
    ...{ start: 30_000, expected: 214_200, counted: 213_000, difference: -1200, left: 30_000 },
    ...{ methods: [], reversals: [], tips: [], house: [], cancelled: [], takenOff: [], vat: [], reductions: [] },
    ...{ till: [], open: [], withoutPayment: [] },
  }
  const words = { t: (key: string) => key, language: 'en', timeZone: 'Europe/Bucharest', isCopy: true } as const
  const paper = (start?: string) => dayOnPaper(day, { ...words, t: words.t as TFunction, businessDayStart: start })
  expect(paper().headings).toEqual(['days.title', 'days.report', 'Friday 20 November 2026', 'days.copy'])
  expect(paper('00:30').headings[2]).toBe('Friday 20 November 2026')
  expect(paper('00:00').headings[2]).toBe('Saturday 21 November 2026')
  const counted = paper().sections.find(({ title }) => title === 'days.counted')
  expect(counted?.rows).toEqual([
    { label: 'days.difference', amount: -1200 },
    { label: 'days.left', amount: 30_000 },
    { label: 'days.takenAway', amount: 183_000 },
  ])
})
