const SHAPES = [
  /^(0|[1-9]\d{0,8})(?:[.,](\d{1,2}))?$/,
  /^([1-9]\d{0,2}(?:\.\d{3}){1,2})(?:,(\d{1,2}))?$/,
  /^([1-9]\d{0,2}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/,
]

/**
 * An amount as people write it, in minor units: `28`, `28,5`, `28.50`, `1.250`, `1.250,00`, `1,250.00`. Three digits
 * behind a separator are thousands (docs/product.md#menu-price-list), and a zero leads no other digit: `00` is of an hour.
 * @returns undefined for anything else
 */
export function amountIn(written: string): number | undefined {
  for (const shape of SHAPES) {
    const [found, whole = '', cents = ''] = shape.exec(written) ?? []
    if (found !== undefined) return Number(whole.replace(/\D/g, '')) * 100 + Number(cents.padEnd(2, '0'))
  }
  return undefined
}
