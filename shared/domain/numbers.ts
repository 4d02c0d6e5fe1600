const FORMAT = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })

/**
 * A count or a quantity as text, with two decimals at most: `1 234.5`. Thousands are separated by a no-break space, so
 * that a point only ever means decimals, in both languages, as in amounts of money (which `formatMoney` writes).
 */
export function formatNumber(value: number): string {
  return FORMAT.format(value).replaceAll(',', '\u00A0')
}
