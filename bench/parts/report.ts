import { type Compared, median, ratios } from '../figures.ts'

export const print = (sentence = '') => process.stdout.write(`${sentence}\n`)

export function title(text: string): void {
  print(`\n${text}`)
}

export const whole = (value: number) => Math.round(value).toLocaleString('en')
export const ms = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`
const twoDigits = (value: number) => value.toFixed(2)

/** One line: both sides, their ratio, and how far the rounds lie apart. */
export function compare(name: string, compared: Compared, form: (value: number) => string, target?: number): void {
  const ratio = median(ratios(compared))
  const verdict = target === undefined ? '' : ` — ${ratio >= target ? 'reached' : 'NOT REACHED'}: wanted ${target}`
  print(
    `  ${name.padEnd(30)} product ${spread(compared.product, form)}   limit ${spread(compared.limit, form)}   ` +
      `ratio ${spread(ratios(compared), twoDigits)}${verdict}`,
  )
}

/** The same for what should be as little as it can, judged by the product's own figure. */
export function compareAtMost(name: string, compared: Compared, form: (value: number) => string, most?: number): void {
  const reached = most !== undefined && median(compared.product) <= most
  const verdict = most === undefined ? '' : ` — ${reached ? 'reached' : 'NOT REACHED'}: wanted at most ${form(most)}`
  const ratio = compared.limit.every((value) => value > 0) ? `   ratio ${spread(ratios(compared), twoDigits)}` : ''
  print(
    `  ${name.padEnd(30)} product ${spread(compared.product, form)}   limit ${spread(compared.limit, form)}${ratio}${verdict}`,
  )
}

/** Whether the product's figure is at most so many times the limit's, which is the usual. */
export function judgeTimes({ product, limit }: Compared, most: number): void {
  const isReached = median(product) <= most * median(limit)
  print(`  ${isReached ? 'reached' : 'NOT REACHED'}: wanted at most ${most} times the usual`)
}

/** The median, and the least and the greatest where there were several. */
export function spread(values: readonly number[], form: (value: number) => string): string {
  const middle = form(median(values))
  return values.length < 2 ? middle : `${middle} (${form(Math.min(...values))}…${form(Math.max(...values))})`
}
