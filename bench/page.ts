/** Writes the figures that have a goal into docs/performance.md: a table for each part of the bench, between two marks. */
import type { Goal } from './parts/report.ts'

const [BEGIN, END] = ['<!-- Written by a run: begin -->', '<!-- Written by a run: end -->']

interface Run {
  /** Whether it left out no part and no round. */
  isWhole: boolean
  isCalm: boolean
  goals: readonly Goal[]
  /** Machine, date, load, calibration and duration: the sentences above the tables. */
  described: string
}

/** @returns the page after a run: only a whole run on a calm machine replaces its tables */
export function pageAfter(page: string, { isWhole, isCalm, goals, described }: Run): string {
  if (!isWhole || !isCalm) return page
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error(`docs/performance.md lacks the marks ${BEGIN} and ${END}`)
  const reached = goals.filter(({ isReached }) => isReached).length
  const above = `${described} ${reached} of ${goals.length} figures reach their goal.`
  return [page.slice(0, begin + BEGIN.length), above, tablesOf(goals), page.slice(end)].join('\n\n')
}

/** Markdown: a heading and a table for each title, under which its baseline is said. */
export function tablesOf(goals: readonly Goal[]): string {
  return [...Map.groupBy(goals, ({ part }) => part)]
    .map(([part, rows]) => {
      const [heading = '', ...baseline] = part.split(/; (?=baselines?\b)/)
      return [
        `### ${heading}`,
        ...baseline.map((text) => `${text.replace('b', 'B')}.`),
        [['figure', 'goal', 'product', 'baseline', 'ratio', ''], Array(6).fill('---'), ...rows.map(cellsOf)]
          .map((cells) => `| ${cells.join(' | ')} |`)
          .join('\n'),
      ].join('\n\n')
    })
    .join('\n\n')
}

const cellsOf = ({ name, wanted, product, baseline, ratio, isReached }: Goal) => [
  ...[name, wanted, product, baseline, ratio].map((text) => text.replaceAll('|', '\\|') || '–'),
  isReached ? 'reached' : '**not reached**',
]
