/**
 * The table id of an address's query; null where there is none or it is no integer (docs/product.md#tables-address).
 */
export function tableOfSearch(search: string): number | null {
  const text = new URLSearchParams(search).get('table')
  if (text === null || !/^[+-]?\d{1,15}$/.test(text.trim())) return null
  return Number(text)
}
