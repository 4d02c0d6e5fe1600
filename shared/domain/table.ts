import { localTime } from './time/local-time.ts'

/** `Table 7 · Terasa 3` (docs/product/tables.md#tables-label). @param label null for a table without one */
export function withLabel(name: string, label: string | null): string {
  return label === null ? name : `${name} · ${label}`
}

/** Who comes or sits: `Ioana · 4`. */
export const partyText = ({ name, party }: { name: string; party: number }): string => `${name}\u00a0·\u00a0${party}`

/** A reservation as a table's card shows it: `19:30 Ioana · 4`; empty without one. */
export function reservationText(
  reservation: { at: string; name: string; party: number } | null | undefined,
  timeZone: string,
): string {
  if (!reservation) return ''
  return `${localTime(new Date(reservation.at), timeZone).time} ${partyText(reservation)}`
}

/** The query of a URL, as URLSearchParams parses it. */
interface Search {
  get(name: string): string | null
}

/** The table id in a URL's query; null if it is missing or not an integer (docs/product/tables.md#tables-address). */
export function tableOfSearch(search: Search): number | null {
  const text = search.get('table')
  if (text === null || !/^[+-]?\d{1,15}$/.test(text.trim())) return null
  return Number(text)
}

/** The table key in a URL's query; null if it is missing or not a valid key. */
export function keyOfSearch(search: Search): string | null {
  const text = search.get('key')
  return text !== null && /^[\w-]{1,64}$/.test(text) ? text : null
}
