import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { pageAfter, tablesOf } from './page.ts'
import { compareAtMost, type Goal, goals, ms, title, whole } from './parts/report.ts'

const PAGE = readFileSync(new URL('../docs/performance.md', import.meta.url), 'utf8')
const goal = (more: Partial<Goal>): Goal => ({
  ...{ part: 'Boards; baseline: bare sockets', name: 'half of them', wanted: '≤ 15 ms', product: '11 ms' },
  ...{ baseline: '2.50 ms', ratio: '4.40, not steady', isReached: true, ...more },
})
const run = { isWhole: true, isCalm: true, described: 'Measured today.' }
const HEADINGS = ['How it is measured', 'Budgets']

describe('docs/performance.md after a run', () => {
  it('has the tables of a whole, calm run in place of those before, and the words around them', () => {
    const first = pageAfter(PAGE, { ...run, goals: [goal({ name: 'of the first run' })] })
    const second = pageAfter(first, { ...run, goals: [goal({}), goal({ isReached: false })] })
    expect(first).toContain('of the first run')
    expect(second).not.toContain('of the first run')
    expect(second).toContain('\n\nMeasured today. 1 of 2 figures reach their goal.\n\n### Boards\n\n')
    for (const heading of HEADINGS) expect(second.split(`\n## ${heading}\n`)).toHaveLength(2)
    expect(pageAfter(second, { ...run, goals: [goal({ name: 'of the first run' })] })).toBe(first)
  })

  it.each([{ isWhole: false }, { isCalm: false }])('stays as it was after a run with %j', (more) => {
    expect(pageAfter(PAGE, { ...run, goals: [goal({})], ...more })).toBe(PAGE)
  })

  it('is refused without its marks', () => {
    expect(() => pageAfter('# How fast', { ...run, goals: [goal({})] })).toThrow('lacks the marks')
  })
})

it('a part is a heading, its baseline and a table, also if its rows came at different times', () => {
  const alone = goal({ part: 'Sizes', name: 'a | b', baseline: '', ratio: '', isReached: false })
  expect(tablesOf([goal({}), alone, goal({ name: '99 of 100' })])).toBe(`### Boards

Baseline: bare sockets.

| figure | goal | product | baseline | ratio |  |
| --- | --- | --- | --- | --- | --- |
| half of them | ≤ 15 ms | 11 ms | 2.50 ms | 4.40, not steady | reached |
| 99 of 100 | ≤ 15 ms | 11 ms | 2.50 ms | 4.40, not steady | reached |

### Sizes

| figure | goal | product | baseline | ratio |  |
| --- | --- | --- | --- | --- | --- |
| a \\| b | ≤ 15 ms | 11 ms | – | – | **not reached** |`)
})

it('a figure with a goal has the medians of its rounds, and says if their ratios are not steady', () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  title('Boards')
  compareAtMost('steady', { product: [20, 30, 40], baseline: [2, 3, 4] }, ms, 25)
  compareAtMost('unsteady', { product: [20, 30, 1_500], baseline: [10, 3, 4] }, ms, 30)
  compareAtMost('alone', { product: [-0.3], baseline: [] }, whole, 25)
  compareAtMost('without a goal', { product: [20], baseline: [1] }, ms)
  vi.restoreAllMocks()
  expect(goals).toMatchObject([
    { part: 'Boards', name: 'steady', wanted: '≤ 25 ms', product: '30 ms', ratio: '10.00', isReached: false },
    { name: 'unsteady', baseline: '4.00 ms', ratio: '10.00, not steady', isReached: true },
    { name: 'alone', product: '0', baseline: '', ratio: '' },
  ])
})
