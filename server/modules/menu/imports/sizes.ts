import { type Currency, UNIT_PATTERN } from '#shared/domain/money.ts'
import { foldText } from '#shared/domain/text.ts'

/* A line with one dish in several sizes: `Tripe soup small 29 / large 42` (docs/product/menu.md#menu-price-list). */

/** Common words for sizes, for patterns. */
export const SIZE_WORDS = 'mic[ăai]?|mijlocie|medi[eu]|mare|mari|small|medium|large'

interface DishInSizes {
  name: string
  /** The prices in minor units. */
  sizes: { label: string; price: number }[]
}

/** A text with a price at its end; without a price if it has none. */
export interface Priced {
  name: string
  price?: number
  unit?: Currency | undefined
}

/** After a price: a sign and the next label, or a word for a size. */
const BETWEEN_SIZES = new RegExp(
  String.raw`(?<=\d(?:\s?(?:${UNIT_PATTERN})\.?)?)(?:\s*(?:[/|\\;]|,(?!\d)|[-–—](?=\s))\s*(?=[(\p{L}\p{N}])|\s+(?=(?:${SIZE_WORDS})(?!\p{L})))`,
  'iu',
)
const SIZE = new RegExp(String.raw`^\d[\d.,]*\s*(?:ml|cl|l|gr?|kg|cm|buc)\.?$|(?<!\p{L})(?:${SIZE_WORDS})$`, 'iu')
const AROUND_LABEL = /^[\s([,;:–—-]+|[\s)\],;:–—-]+$/gu

/**
 * Reads a line with at least two prices, each after its own label.
 * @param readPriced reads a text with one price
 * @returns undefined for any other line
 */
export function readSizes(
  line: string,
  currency: Currency,
  readPriced: (text: string) => Priced,
): DishInSizes | undefined {
  const parts = line.split(BETWEEN_SIZES).map(readPriced)
  if (parts.length < 2) return undefined
  const [first = '', ...others] = parts.map(({ name }) => name.replace(AROUND_LABEL, ''))
  const split = splitName(first, others[0]?.split(/\s+/).length ?? 1)
  if (!split) return undefined
  const labels = [split.label, ...others]
  const sizes = parts.flatMap(({ price, unit = currency }, i) => {
    const label = labels[i]
    return price !== undefined && label && unit === currency ? [{ label, price }] : []
  })
  const isComplete = sizes.length === parts.length && new Set(labels.map(foldText)).size === parts.length
  return isComplete ? { name: split.name, sizes } : undefined
}

/** Whether the labels are all words or measures for sizes, which hardly any name contains by chance. */
export function areSizes({ sizes }: DishInSizes): boolean {
  return sizes.every(({ label }) => SIZE.test(label))
}

/** The name of the dish and its first label, which stands after a colon or has as many words as the second. */
function splitName(text: string, labelWords: number): { name: string; label: string } | undefined {
  const [, before, after] = /^(.+?)\s*:\s+(.+)$/u.exec(text) ?? []
  const words = text.split(/\s+/)
  const name = (before ?? words.slice(0, -labelWords).join(' ')).replace(AROUND_LABEL, '')
  const label = (after ?? words.slice(-labelWords).join(' ')).replace(AROUND_LABEL, '')
  return name && label ? { name, label } : undefined
}
