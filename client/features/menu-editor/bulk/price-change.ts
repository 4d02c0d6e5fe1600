import { type BulkChange, bulkChangeSchema, type ROUND_TO } from '#shared/contracts/menu-editing.ts'

/** A change of prices as it is typed. */
export interface TypedPriceChange {
  direction: 'raise' | 'lower'
  by: 'amount' | 'percent'
  /** Minor units, or percent; with a decimal comma as well. */
  typed: string
  roundTo: (typeof ROUND_TO)[number]
}

/** What is typed, as the server takes it; undefined where it cannot be meant. */
export function priceChangeOf({ direction, by, typed, roundTo }: TypedPriceChange): BulkChange | undefined {
  const number = numberOf(typed)
  if (number === undefined || number <= 0) return undefined
  const signed = direction === 'raise' ? number : -number
  const price = by === 'amount' ? { add: signed, roundTo } : { percent: signed, roundTo }
  return bulkChangeSchema.safeParse({ price }).data
}

/** Only digits with at most one decimal sign, so that `1.000` is never taken for a thousand or for one in silence. */
function numberOf(typed: string): number | undefined {
  const digits = typed.trim().replace(',', '.')
  return /^\d+(\.\d{1,2})?$/.test(digits) ? Number(digits) : undefined
}
