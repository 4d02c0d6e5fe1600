import { type Compared, median, quantile, ratios } from '../figures.ts'

export const print = (line = '') => process.stdout.write(`${line}\n`)

let part = ''

export function title(text: string): void {
  part = text
  print(`\n${text}`)
}

export const whole = (value: number) => (Math.round(value) + 0).toLocaleString('en')
export const ms = (value: number) => `${value < 10 ? value.toFixed(2) : whole(value)} ms`
const twoDigits = (value: number) => value.toFixed(2)

/** A figure with a goal, with the medians of its rounds: one row of docs/performance.md. */
export interface Goal {
  /** The title under which it was measured. */
  part: string
  name: string
  wanted: string
  product: string
  baseline: string
  ratio: string
  isReached: boolean
}

export const goals: Goal[] = []

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

/** Prints the figures, and records them for the table if they have a goal. A figure may have no baseline. */
export function printFigures(
  name: string,
  compared: Compared,
  format: (value: number) => string,
  goal?: Pick<Goal, 'wanted' | 'isReached'>,
): void {
  const { product, baseline } = compared
  const quotients = baseline.length > 0 && baseline.every((value) => value > 0) ? ratios(compared) : []
  const lower = quantile(quotients, 0.25)
  const steadiness = 1 - lower / median(quotients) > STEADY ? ', not steady' : ''
  print(
    [
      `  ${name.padEnd(30)} product ${spread(product, format)}`,
      ...(baseline.length > 0 ? [`baseline ${spread(baseline, format)}`] : []),
      ...(quotients.length > 0
        ? [`ratio ${spread(quotients, twoDigits)}, lower quartile ${twoDigits(lower)}${steadiness}`]
        : []),
    ].join('   ') + (goal ? ` — ${goal.isReached ? 'reached' : 'NOT REACHED'}: wanted ${goal.wanted}` : ''),
  )
  const inShort = (values: readonly number[], format: (value: number) => string) =>
    values.length === 0 ? '' : format(median(values))
  const ratio = inShort(quotients, twoDigits) + steadiness
  if (goal)
    goals.push({ part, name, product: inShort(product, format), baseline: inShort(baseline, format), ratio, ...goal })
}

/** Formats the median, and the minimum and maximum if there are several values. */
function spread(values: readonly number[], format: (value: number) => string): string {
  const middle = format(median(values))
  return values.length < 2 ? middle : `${middle} (${format(Math.min(...values))}…${format(Math.max(...values))})`
}
