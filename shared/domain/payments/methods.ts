import type * as z from 'zod/mini'
import type { paymentMethodSchema } from '../../contracts/payments.ts'
import { type Currency, readAmount } from '../money.ts'

/** `house` takes no money, as a discount; only `cash` is in the till (docs/product/payments.md#payments-methods). */
export const METHOD_KINDS = ['cash', 'card', 'voucher', 'house', 'other'] as const
/** A staff meal or a gesture brings no money. */
export const TAKEN_KINDS = METHOD_KINDS.filter((kind) => kind !== 'house')
export type MethodKind = (typeof METHOD_KINDS)[number]

export type PaymentMethod = z.infer<typeof paymentMethodSchema>

export const MAX_METHODS = 8

export const DEFAULT_METHODS: readonly PaymentMethod[] = [
  { id: 1, kind: 'cash', name: 'Cash', nameRo: 'Numerar' },
  { id: 2, kind: 'card', name: 'Card', nameRo: 'Card' },
  { id: 3, kind: 'voucher', name: 'Meal vouchers', nameRo: 'Tichete de masă' },
]

/** Whether a payment by this kind can have a tip. */
export function takesTip(kind: MethodKind): boolean {
  return kind !== 'voucher' && kind !== 'house'
}

/**
 * The highest tip beside an amount, both in minor units: ten times as much, and 500.00 beside any, since a whole table
 * may tip with its last small payment. A higher one is a typing error.
 */
export const highestTip = (amount: number): number => Math.max(10 * amount, 50_000)

/** The tips that are offered, in percent; none is chosen before somebody chooses. */
export const TIP_CHOICES = [0, 5, 10] as const

/** The highest amount of one entry, in minor units. */
export const MAX_AMOUNT = 1_000_000_000
export const REASON_MAX = 140

/** For how long the person who recorded a payment can take it back, in milliseconds; an owner always can. */
export const REVERSE_WITHIN_MS = 10 * 60_000

/** The steps to which a sum in cash can be rounded, in minor units; 0 does not round. */
export const CASH_ROUNDINGS = [0, 5, 10] as const
export type CashRounding = (typeof CASH_ROUNDINGS)[number]

/** The notes that are counted, in minor units, the largest first. Coins are counted in all. */
export const DENOMINATIONS: Record<Currency, readonly number[]> = {
  lei: [50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 100],
  eur: [50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500],
}

/** Rounds minor units to the nearest step, a half away from zero (docs/product/payments.md#payments-rounding). */
export function roundingOf(sum: number, step: CashRounding): number {
  if (step === 0) return 0
  const rounded = Math.sign(sum) * Math.floor((Math.abs(sum) + step / 2) / step) * step
  return rounded - sum
}

/** Returns the change for the cash received, in minor units; negative if the cash is too little. */
export function changeOf(tendered: number, sum: number, step: CashRounding): number {
  return tendered - sum - roundingOf(sum, step)
}

/** Up to three sums that guests often give for this one: exactly, to the next ten, to the next note that covers it. */
export function tenderedChoices(sum: number, step: CashRounding, currency: Currency): number[] {
  const exact = sum + roundingOf(sum, step)
  const note = DENOMINATIONS[currency].findLast((one) => one > exact) ?? Math.ceil(exact / 10_000) * 10_000
  return [...new Set([exact, Math.ceil(exact / 1_000) * 1_000, note])].sort((a, b) => a - b)
}

/** Returns the cash that must be in the till, in minor units. */
export function expectedCash(cash: { start: number; payments: number; tillIn: number; tillOut: number }): number {
  return cash.start + cash.payments + cash.tillIn - cash.tillOut
}

/** Returns the counted cash in minor units. @param notes the number of each note @param coins their sum */
export function countedCash(notes: ReadonlyMap<number, number>, coins: number): number {
  return [...notes].reduce((sum, [note, count]) => sum + note * count, coins)
}

/** Reads an amount as minor units; whole numbers are lei or euros. @returns undefined for an invalid amount */
export function typedAmount(text: string, currency: Currency): number | undefined {
  const amount = readAmount(text)
  if (!amount || (amount.unit && amount.unit !== currency)) return undefined
  return amount.kind === 'whole' ? amount.value * 100 : amount.value
}
