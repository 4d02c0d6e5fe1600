import { type Currency, readAmount } from '#shared/domain/money.ts'

/** What the text in a price field means, in minor units. */
export type PriceMeaning =
  | { kind: 'known'; minor: number }
  /** A small whole number: minor units, or whole lei or euros. The owner is asked. */
  | { kind: 'unclear'; minor: number; major: number }
  | { kind: 'none' }

/** The largest whole number that is asked about: nobody means 1,000 lei by 1000, but many mean 28 lei by 28. */
const MAX_UNCLEAR = 999

/**
 * Reads the text of a price field: whole minor units, or an amount with decimals or a unit
 * (docs/product/menu.md#menu-price-field).
 * @param currency the restaurant's, in which a price must be; undefined where this does not matter
 */
export function readPrice(text: string, currency?: Currency): PriceMeaning {
  const amount = readAmount(text)
  if (!amount || (amount.unit && currency && amount.unit !== currency)) return { kind: 'none' }
  const { kind, value } = amount
  if (kind === 'whole' && value >= 1 && value <= MAX_UNCLEAR) {
    return { kind: 'unclear', minor: value, major: value * 100 }
  }
  return { kind: 'known', minor: value }
}

/** The price that a text means; undefined if it is unclear or no price. */
export function knownPrice(text: string, currency?: Currency): number | undefined {
  const meaning = readPrice(text, currency)
  return meaning.kind === 'known' ? meaning.minor : undefined
}

/** The text for a price, which is never unclear: `2850`, but `2.50` in place of `250`. */
export function priceText(minor: number): string {
  const whole = String(minor)
  return readPrice(whole).kind === 'unclear' ? decimalText(minor) : whole
}

/** The text for a price with its decimals: `28.00`. */
export function decimalText(minor: number): string {
  const digits = String(minor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
