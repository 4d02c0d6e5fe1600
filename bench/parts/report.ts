import { type Compared, median, ratios } from '../figures.ts'

export const print = (sentence = '') => process.stdout.write(`${sentence}\n`)

export function title(text: string): void {
  print(`\n${text}`)
}

export const whole = (value: number) => Math.round(value).toLocaleString('en')
export const ms = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`
const twoDigits = (value: number) => value.toFixed(2)

/** Prints both sides, their ratio, and the range of the rounds; with a target, whether the ratio reaches it. */
export function compare(name: string, compared: Compared, format: (value: number) => string, target?: number): void {
  const ratio = median(ratios(compared))
  const verdict = target === undefined ? '' : ` — ${ratio >= target ? 'reached' : 'NOT REACHED'}: wanted ${target}`
  print(
    `  ${name.padEnd(30)} product ${spread(compared.product, format)}   limit ${spread(compared.limit, format)}   ` +
      `ratio ${spread(ratios(compared), twoDigits)}${verdict}`,
  )
}

/** Prints the same for a figure that should be low; with a maximum, whether the product's own median is within it. */
export function compareAtMost(name: string, compared: Compared, format: (value: number) => string, max?: number): void {
  const reached = max !== undefined && median(compared.product) <= max
  const verdict = max === undefined ? '' : ` — ${reached ? 'reached' : 'NOT REACHED'}: wanted at most ${format(max)}`
  const ratio = compared.limit.every((value) => value > 0) ? `   ratio ${spread(ratios(compared), twoDigits)}` : ''
  print(
    `  ${name.padEnd(30)} product ${spread(compared.product, format)}   limit ${spread(compared.limit, format)}${ratio}${verdict}`,
  )
}

/** Prints whether the product's median is at most this many times the limit's, which is the usual one. */
export function judgeTimes({ product, limit }: Compared, max: number): void {
  const isReached = median(product) <= max * median(limit)
  print(`  ${isReached ? 'reached' : 'NOT REACHED'}: wanted at most ${max} times the usual`)
}

/** Formats the median and, of several values, the minimum and maximum. */
export function spread(values: readonly number[], format: (value: number) => string): string {
  const middle = format(median(values))
  return values.length < 2 ? middle : `${middle} (${format(Math.min(...values))}…${format(Math.max(...values))})`
}
