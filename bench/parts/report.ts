import { type Compared, median, ratios } from '../figures.ts'

export const print = (line = '') => process.stdout.write(`${line}\n`)

export function title(text: string): void {
  print(`\n${text}`)
}

export const whole = (value: number) => Math.round(value).toLocaleString('en')
export const ms = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`
const twoDigits = (value: number) => value.toFixed(2)

/**
 * Prints the figures of the product and of the baseline, and their ratio, each with the range of the rounds; with a
 * target, also whether the ratio reaches it. For figures that should be high.
 */
export function compare(name: string, compared: Compared, format: (value: number) => string, target?: number): void {
  const ratio = median(ratios(compared))
  const verdict = target === undefined ? '' : ` — ${ratio >= target ? 'reached' : 'NOT REACHED'}: wanted ${target}`
  print(
    `  ${name.padEnd(30)} product ${spread(compared.product, format)}   baseline ${spread(compared.baseline, format)}   ` +
      `ratio ${spread(ratios(compared), twoDigits)}${verdict}`,
  )
}

/** Like `compare`, for figures that should be low; with a maximum, also whether the product's median is within it. */
export function compareAtMost(name: string, compared: Compared, format: (value: number) => string, max?: number): void {
  const reached = max !== undefined && median(compared.product) <= max
  const verdict = max === undefined ? '' : ` — ${reached ? 'reached' : 'NOT REACHED'}: wanted at most ${format(max)}`
  const ratio = compared.baseline.every((value) => value > 0) ? `   ratio ${spread(ratios(compared), twoDigits)}` : ''
  print(
    `  ${name.padEnd(30)} product ${spread(compared.product, format)}   baseline ${spread(compared.baseline, format)}${ratio}${verdict}`,
  )
}

/** Prints whether the product's median is at most `max` times the baseline's. */
export function judgeTimes({ product, baseline }: Compared, max: number): void {
  const isReached = median(product) <= max * median(baseline)
  print(`  ${isReached ? 'reached' : 'NOT REACHED'}: wanted at most ${max}times the baseline`)
}

/** Formats the median, and the minimum and maximum if there are several values. */
export function spread(values: readonly number[], format: (value: number) => string): string {
  const middle = format(median(values))
  return values.length < 2 ? middle : `${middle} (${format(Math.min(...values))}…${format(Math.max(...values))})`
}
