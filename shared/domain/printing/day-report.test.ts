import { expect, it } from 'vitest'
import { type DayOnPaper, dayReport } from './day-report.ts'
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
