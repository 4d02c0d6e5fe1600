import { type Currency, formatMoney } from '../money.ts'

/** An amount on paper: `28.50 lei`, `€12.00` (docs/product/tickets-and-receipts.md#receipts-lines). @param minor whole minor units */
export function amountOnPaper(minor: number, currency: Currency): string {
  return formatMoney(minor, currency).toLowerCase()
}

/** A share of an amount, rounded half up to the minor unit, in whole numbers alone. */
export function percentOf(minor: number, percent: number): number {
  return Math.floor((minor * percent + 50) / 100)
}
