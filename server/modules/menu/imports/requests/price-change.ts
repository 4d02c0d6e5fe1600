import type { BulkChange } from '#shared/contracts/menu/menu-bulk.ts'

export type PriceRule = Extract<BulkChange, { price: unknown }>['price']

/** Percentages are rounded to four decimals. */
const PARTS_OF_A_PERCENT = 10_000

/**
 * Adds an amount or a percentage to a price and rounds half up to a multiple (docs/product/menu.md#menu-bulk).
 * @param price minor units
 * @returns minor units; can be negative
 */
export function changedPrice(price: number, { add = 0, percent = 0, roundTo }: PriceRule): number {
  const hundredPercent = BigInt(100 * PARTS_OF_A_PERCENT)
  const share = hundredPercent + BigInt(Math.round(percent * PARTS_OF_A_PERCENT))
  // Only integers, because floating-point fractions would round some halves down.
  return Number(roundHalfUp(BigInt(price + add) * share, hundredPercent * BigInt(roundTo))) * roundTo
}

/** The integer nearest to the quotient; a half is rounded up. */
function roundHalfUp(dividend: bigint, divisor: bigint): bigint {
  const doubled = 2n * dividend + divisor
  const quotient = doubled / (2n * divisor)
  return doubled < 0n && doubled % (2n * divisor) !== 0n ? quotient - 1n : quotient
}
