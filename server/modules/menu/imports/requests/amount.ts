const SHAPES = [
  /^(0|[1-9]\d{0,8})(?:[.,](\d{1,2}))?$/,
  /^([1-9]\d{0,2}(?:\.\d{3}){1,2})(?:,(\d{1,2}))?$/,
  /^([1-9]\d{0,2}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/,
]

/**
 * Parses an amount in the usual notations: `28`, `28,5`, `28.50`, `1.250`, `1.250,00`, `1,250.00`. Three digits after a
 * separator are thousands (docs/product/menu.md#menu-price-list). An amount has no leading zero: `00` is part of a
 * time.
 * @returns minor units; undefined if the text is not an amount
 */
export function parseAmount(text: string): number | undefined {
  for (const shape of SHAPES) {
    const [match, whole = '', cents = ''] = shape.exec(text) ?? []
    if (match !== undefined) return Number(whole.replace(/\D/g, '')) * 100 + Number(cents.padEnd(2, '0'))
  }
  return undefined
}
