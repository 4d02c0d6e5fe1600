import { type Compared, median, quantile, ratios } from '../figures.ts'

export const print = (line = '') => process.stdout.write(`${line}\n`)

let part = ''

export function title(text: string): void {
  part = text
  print(`\n${text}`)
}

export const whole = (value: number) => Math.round(value).toLocaleString('en')
export const ms = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`
const twoDigits = (value: number) => value.toFixed(2)

/** One row of the table at the end: a figure with a goal. */
interface Goal {
  part: string
  name: string
  wanted: string
  product: string
  baseline: string
  ratio: string
  isReached: boolean
}

const goals: Goal[] = []

/** A ratio is steady if its lower quartile is within this share of its median. */
const STEADY = 0.1

/**
 * Prints the figures of the product and of the baseline, and their ratio, each with the range of the rounds; with a
 * target, also whether the ratio reaches it. For figures that should be high.
 */
export function compare(name: string, compared: Compared, format: (value: number) => string, target?: number): void {
  const isReached = target !== undefined && median(ratios(compared)) >= target
  printFigures(name, compared, format, target === undefined ? undefined : { wanted: `≥ ${target} ×`, isReached })
}

/** Like `compare`, for figures that should be low; with a maximum, also whether the product's median is within it. */
export function compareAtMost(name: string, compared: Compared, format: (value: number) => string, max?: number): void {
  const isReached = max !== undefined && median(compared.product) <= max
  printFigures(name, compared, format, max === undefined ? undefined : { wanted: `≤ ${format(max)}`, isReached })
}

/** Like `compare`, for figures that should be low: whether the median ratio is at most `maxRatio`. */
export function compareRatioAtMost(
  name: string,
  compared: Compared,
  format: (value: number) => string,
  maxRatio: number,
): void {
  const isReached = median(ratios(compared)) <= maxRatio
  printFigures(name, compared, format, { wanted: `≤ ${maxRatio} ×`, isReached })
}

/** Prints the figures, and records them for the table if they have a goal. */
export function printFigures(
  name: string,
  compared: Compared,
  format: (value: number) => string,
  goal?: Pick<Goal, 'wanted' | 'isReached'>,
): void {
  const product = spread(compared.product, format)
  const baseline = spread(compared.baseline, format)
  const ratio = compared.baseline.every((value) => value > 0) ? spreadOfRatios(ratios(compared)) : undefined
  print(
    [
      `  ${name.padEnd(30)} product ${product}`,
      `baseline ${baseline}`,
      ...(ratio === undefined ? [] : [`ratio ${ratio}`]),
    ].join('   ') + (goal ? ` — ${goal.isReached ? 'reached' : 'NOT REACHED'}: wanted ${goal.wanted}` : ''),
  )
  if (goal) goals.push({ part, name, product, baseline, ratio: ratio ?? '', ...goal })
}

/** The median with the lower quartile, which shows whether the rounds agree. */
function spreadOfRatios(values: readonly number[]): string {
  if (values.length < 2) return twoDigits(median(values))
  const lower = quantile(values, 0.25)
  const isSteady = 1 - lower / median(values) <= STEADY
  return `${twoDigits(median(values))} (lower quartile ${twoDigits(lower)}${isSteady ? '' : ', not steady'}; ${twoDigits(Math.min(...values))}…${twoDigits(Math.max(...values))})`
}

/** Formats the median, and the minimum and maximum if there are several values. */
export function spread(values: readonly number[], format: (value: number) => string): string {
  const middle = format(median(values))
  return values.length < 2 ? middle : `${middle} (${format(Math.min(...values))}…${format(Math.max(...values))})`
}

/** Prints all figures that have a goal as the table of docs/performance.md. */
export function printGoals(): void {
  if (goals.length === 0) return
  title('Goals')
  print('| figure | goal | product | baseline | ratio | |')
  print('| --- | --- | --- | --- | --- | --- |')
  for (const { part, name, wanted, product, baseline, ratio, isReached } of goals) {
    const figure = `${part.split('; baseline')[0]}: ${name}`
    print(`| ${figure} | ${wanted} | ${product} | ${baseline} | ${ratio} | ${isReached ? 'reached' : 'NOT REACHED'} |`)
  }
}
