import type * as z from 'zod/mini'
import type { stationSchema } from '../contracts/settings.ts'
import { foldText } from './text.ts'

export type Station = z.infer<typeof stationSchema>

export const MAX_STATIONS = 8

export const DEFAULT_STATIONS: readonly Station[] = [{ id: 1, name: 'Kitchen', nameRo: 'Bucătărie' }]

/** After how many minutes an order's clock begins to fill, and after how many the order is late, at first. */
export const DEFAULT_KITCHEN_MINUTES: readonly number[] = [5, 10]

/** The id of the station that a stored id means: the first one for none, and for a station that was removed. */
export function stationIdOf(stations: readonly Station[], storedId: number | null | undefined): number {
  const [first] = stations
  return (stations.find(({ id }) => id === storedId) ?? first)?.id ?? 1
}

/** The station that is named on a ticket; undefined if it is not known, and where there is only one station. */
export function namedStation(stations: readonly Station[], storedId: number | undefined): Station | undefined {
  if (storedId === undefined || stations.length < 2) return undefined
  return stations.find(({ id }) => id === stationIdOf(stations, storedId))
}

/** Returns the id of a chosen station; one that was removed means the first one. */
export function isAtStations(stations: readonly Station[], chosen: readonly number[], storedId?: number | null) {
  const id = stationIdOf(stations, storedId)
  return chosen.some((chosenId) => stationIdOf(stations, chosenId) === id)
}

/** Beginnings of words that speak of an allergy, in English and Romanian, in lower case and without diacritics. */
const WARNING = /(?:^|[^a-z])(?:alerg|allerg|intoleran|celiac|coeliac|anafila|anaphyla|epipen)/

/** Whether a note warns of an allergy or an intolerance; "no allergies" counts too: a needless warning is safer. */
export function warnsOfAllergy(note: string | null): boolean {
  return note !== null && WARNING.test(foldText(note))
}
