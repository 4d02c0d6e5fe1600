/**
 * The table id in a URL's query; null if it is missing or not an integer (docs/product/tables.md#tables-address).
 */
export function tableOfSearch(search: string): number | null {
  const text = new URLSearchParams(search).get('table')
  if (text === null || !/^[+-]?\d{1,15}$/.test(text.trim())) return null
  return Number(text)
}

/** The table key in a URL's query; null if it is missing or not a valid key. */
export function keyOfSearch(search: string): string | null {
  const text = new URLSearchParams(search).get('key')
  return text !== null && /^[\w-]{1,64}$/.test(text) ? text : null
}
