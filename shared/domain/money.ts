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
 * Formats minor units in parts: sign, figure with two decimals and no-break spaces between thousands, and unit
 * (docs/product/everywhere.md#everywhere-money).
 */
export function moneyParts(minor: number, currency: Currency): MoneyParts {
  const figure = plainFigure(minor).replace(/\B(?=(\d{3})+\.)/g, '\u00A0')
  return currency === 'lei' ? { prefix: '', figure, suffix: 'LEI' } : { prefix: '€', figure, suffix: '' }
}

/** Formats minor units for screens: `28.50 LEI` or `€28.50` (docs/product/everywhere.md#everywhere-money). */
export function formatMoney(minor: number, currency: Currency): string {
  const { prefix, figure, suffix } = moneyParts(minor, currency)
  return `${prefix}${figure}${suffix && ` ${suffix}`}`
}

/** Formats an amount without no-break spaces, for paper, files and messages, which do not all know them. */
export function plainMoney(minor: number, currency: Currency): string {
  return currency === 'lei' ? `${plainFigure(minor)} LEI` : `€${plainFigure(minor)}`
}

/** A number as it was written: `whole` as it is; an `amount`, with decimals or a unit, in minor units. */
export interface ReadAmount {
  kind: 'whole' | 'amount'
  value: number
  /** The currency that the text names. */
  unit?: Currency
}

/** How people write the currencies. */
const UNITS: Record<string, Currency> = { lei: 'lei', leu: 'lei', ron: 'lei', '€': 'eur', eur: 'eur', euro: 'eur' }
/** These words, as a part of a regular expression that ignores case. */
export const UNIT_PATTERN = Object.keys(UNITS).join('|')
/** A number with a unit before or after it, or with the dash that means no decimals. */
const WITH_UNIT = new RegExp(
  String.raw`^(?:(?<before>${UNIT_PATTERN})\s*)?(?<number>\d[\d.,\s]*?)(?:(?<dash>[.,]-)|\s*(?<after>${UNIT_PATTERN})\.?)?$`,
  'iu',
)
/** Longer texts are not amounts; the time to match one grows with the square of its length. */
const MAX_AMOUNT_LENGTH = 40

/** Amounts, grouped by points, commas, spaces or not at all. None has a leading zero: `00` is part of a time. */
const AMOUNTS = [
  /^(0|[1-9]\d{0,8})(?:[.,](\d{1,2}))?$/,
  /^([1-9]\d{0,2}(?:\.\d{3}){1,2})(?:,(\d{1,2}))?$/,
  /^([1-9]\d{0,2}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/,
  /^([1-9]\d{0,2}(?:\s\d{3}){1,2})(?:[.,](\d{1,2}))?$/,
]

/**
 * Reads an amount in English or Romanian notation: `28`, `28,5`, `1.250,00`, `1,250.00`, `28 lei`, `€12`, `28,-`. One
 * or two digits after a separator are decimals, three are thousands (docs/product/menu.md#menu-price). The caller
 * decides whether a whole number means minor units. @returns undefined if the text is not an amount
 */
export function readAmount(text: string): ReadAmount | undefined {
  const trimmed = text.trim()
  if (trimmed.length > MAX_AMOUNT_LENGTH) return undefined
  const { before, number = '', dash, after } = WITH_UNIT.exec(trimmed)?.groups ?? {}
  const amount = readNumber(number)
  if (!amount || (before !== undefined && (after !== undefined || dash !== undefined))) return undefined
  const word = before ?? after
  if (word === undefined && dash === undefined) return amount
  const value = amount.kind === 'whole' ? amount.value * 100 : amount.value
  return { kind: 'amount', value, ...(word !== undefined && { unit: UNITS[word.toLowerCase()] }) }
}

function readNumber(text: string): ReadAmount | undefined {
  for (const shape of AMOUNTS) {
    const [match, digits = '', decimals] = shape.exec(text) ?? []
    if (match === undefined) continue
    const whole = Number(digits.replace(/\D/g, ''))
    if (decimals === undefined) return { kind: 'whole', value: whole }
    return { kind: 'amount', value: whole * 100 + Number(decimals.padEnd(2, '0')) }
  }
  return undefined
}

/** A share of an amount, rounded half up to the minor unit, in whole numbers alone. */
export function percentOf(minor: number, percent: number): number {
  return Math.floor((minor * percent + 50) / 100)
}

/** Returns the price of a line, in minor units like its unit price. */
export function lineTotal(line: { price: number; quantity: number }): number {
  return line.price * line.quantity
}

/** Returns the total of the lines in minor units: the sum of price times quantity (docs/product/cart.md#cart-total). */
export function linesTotal(lines: readonly { price: number; quantity: number }[]): number {
  return lines.reduce((sum, line) => sum + lineTotal(line), 0)
}

/** Whole minor units as a figure with two decimals and nothing else, for fields and files: `44056.70`. */
// Works on the digits of the whole number, because dividing by 100 would bring binary fractions into money.
export function plainFigure(minor: number): string {
  const digits = String(Math.abs(Math.trunc(minor))).padStart(3, '0')
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
