import { type BulkChange, bulkChangeSchema, type ROUND_TO } from '#shared/contracts/menu/menu-bulk.ts'
import type { Currency } from '#shared/domain/money.ts'
import { knownPrice } from '../price/price-text.ts'

/** The input for a price change. */
export interface PriceChangeInput {
  direction: 'raise' | 'lower'
  unit: 'amount' | 'percent'
  /** A price, or a percentage with a decimal point or comma. */
  text: string
  roundTo: (typeof ROUND_TO)[number]
}

/** Parses the input to the body of the request; undefined if it is invalid. */
export function parsePriceChange(
  { direction, unit, text, roundTo }: PriceChangeInput,
  currency: Currency,
): BulkChange | undefined {
  const number = unit === 'amount' ? knownPrice(text, currency) : parseNumber(text)
  if (number === undefined || number <= 0) return undefined
  const signed = direction === 'raise' ? number : -number
  const price = unit === 'amount' ? { add: signed, roundTo } : { percent: signed, roundTo }
  return bulkChangeSchema.safeParse({ price }).data
}

/** Accepts at most two decimals, so that the ambiguous `1.000` is rejected. */
function parseNumber(text: string): number | undefined {
  const digits = text.trim().replace(',', '.')
  return /^\d+(\.\d{1,2})?$/.test(digits) ? Number(digits) : undefined
}
