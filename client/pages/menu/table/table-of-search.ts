/**
 * The table id of an address's query; null where there is none or it is no integer (docs/product.md#tables-address).
 */
export function tableOfSearch(search: string): number | null {
  const text = new URLSearchParams(search).get('table')
  if (text === null || !/^[+-]?\d{1,15}$/.test(text.trim())) return null
  return Number(text)
}

/** The key of a table's code in an address's query; null where there is none, or the text cannot be a key. */
export function keyOfSearch(search: string): string | null {
  const text = new URLSearchParams(search).get('key')
  return text !== null && /^[\w-]{1,64}$/.test(text) ? text : null
}
