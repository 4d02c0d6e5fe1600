import type { BulkChange } from '#shared/contracts/menu-editing.ts'

export type PriceRule = Extract<BulkChange, { price: unknown }>['price']

/** Percent have at most so many decimals that count. */
const PARTS_OF_A_PERCENT = 10_000

/**
 * A price after an amount is added, or a percentage, rounded half up to a multiple (docs/product.md#menu-bulk).
 * @param price minor units. @returns minor units, perhaps below 0
 */
export function changedPrice(price: number, { add = 0, percent = 0, roundTo }: PriceRule): number {
  const whole = BigInt(100 * PARTS_OF_A_PERCENT)
  const share = whole + BigInt(Math.round(percent * PARTS_OF_A_PERCENT))
  // Whole numbers throughout: a binary fraction would round some halves down.
  return Number(roundHalfUp(BigInt(price + add) * share, whole * BigInt(roundTo))) * roundTo
}

/** The whole number nearest to a quotient; of two, the greater. */
function roundHalfUp(dividend: bigint, divisor: bigint): bigint {
  const doubled = 2n * dividend + divisor
  const quotient = doubled / (2n * divisor)
  return doubled < 0n && doubled % (2n * divisor) !== 0n ? quotient - 1n : quotient
}
