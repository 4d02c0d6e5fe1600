import type { MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import { readAmount } from '#shared/domain/money.ts'
import type { WholePrices } from './cells.ts'
import type { CsvRow } from './csv.ts'

/** Whether to ask what the whole prices of a file are, and some of them if that is doubtful. */
export type PriceQuestion = Pick<MenuOutcome, 'asksPrices' | 'priceExamples'>

export const NO_QUESTION: PriceQuestion = { asksPrices: false, priceExamples: [] }

/** In minor units, a dish below this is hardly ever meant. */
const CHEAP = 1000
const EXAMPLES = 3

/**
 * Whether it is doubtful what the whole prices of a file are: it also has prices with decimals, or at least half of the
 * whole ones would be below 10.00. A file with ids was exported, in minor units
 * (docs/product/menu.md#menu-csv-prices).
 * @param answer what somebody has said; then there is nothing to ask
 */
export function priceQuestion(rows: readonly CsvRow[], answer: WholePrices | undefined): PriceQuestion {
  if (rows.some(({ cells }) => cells.id?.trim())) return NO_QUESTION
  const prices = rows.flatMap(({ cells }) => readAmount(cells.price ?? '') ?? [])
  // Zero is the same in both units.
  const whole = prices.filter(({ kind, value }) => kind === 'whole' && value > 0).map(({ value }) => value)
  const cheap = whole.filter((price) => price < CHEAP)
  const hasBoth = whole.length > 0 && prices.some(({ kind }) => kind === 'amount')
  const isDoubtful = hasBoth || (whole.length > 0 && cheap.length * 2 >= whole.length)
  if (!isDoubtful) return NO_QUESTION
  return { asksPrices: answer === undefined, priceExamples: [...new Set([...cheap, ...whole])].slice(0, EXAMPLES) }
}
