/** The currencies that the restaurant can show (docs/product/settings.md#settings-currency). */
export const CURRENCIES = ['lei', 'eur'] as const
export type Currency = (typeof CURRENCIES)[number]

/** The highest price of one dish, in minor units (docs/product/menu.md#menu-price). */
export const MAX_PRICE = 100_000_000

/** The parts of a formatted amount, for pages that style the unit and the figure differently. */
export interface MoneyParts {
  prefix: string
  figure: string
  suffix: string
}

/**
 * Formats an amount in parts: the sign before it, the figure with two decimals, and the unit after it
 * (docs/product/everywhere.md#everywhere-money).
 * @param minor whole minor units (bani or cents)
 */
export function moneyParts(minor: number, currency: Currency): MoneyParts {
  const figure = minorToFigure(minor)
  return currency === 'lei' ? { prefix: '', figure, suffix: 'LEI' } : { prefix: '€', figure, suffix: '' }
}

/** An amount in whole minor units as text: `28.50 LEI` or `€28.50` (docs/product/everywhere.md#everywhere-money). */
export function formatMoney(minor: number, currency: Currency): string {
  const { prefix, figure, suffix } = moneyParts(minor, currency)
  return `${prefix}${figure}${suffix && ` ${suffix}`}`
}

/** What a line costs, in minor units like its unit price. */
export function lineTotal(line: { price: number; quantity: number }): number {
  return line.price * line.quantity
}

/** What all lines cost together, in minor units: the sum of price times quantity (docs/product/cart.md#cart-total). */
export function linesTotal(lines: readonly { price: number; quantity: number }[]): number {
  return lines.reduce((sum, line) => sum + lineTotal(line), 0)
}

// Works on the digits of the whole number, because dividing by 100 would bring binary fractions into money.
function minorToFigure(minor: number): string {
  const digits = String(Math.abs(Math.trunc(minor))).padStart(3, '0')
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
