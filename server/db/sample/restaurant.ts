import { DEFAULT_STATIONS, type Station } from '#shared/domain/stations.ts'

/** The second station, which makes the drinks. */
export const bar: Station = { id: 2, name: 'Bar', nameRo: 'Bar' }

/** The invented restaurant of the demo. */
export const restaurant = {
  restaurantName: 'La Conac',
  restaurantAddress: 'Strada Teilor 14, Brașov',
  restaurantPhone: '+40 268 000 014',
  legalName: 'La Conac Ospătărie SRL',
  taxNumber: 'RO00000014',
  firstStepsAway: true,
  stations: [...DEFAULT_STATIONS, bar],
  lastStationId: bar.id,
}

/** Tables by number, with their seats. Inserted in descending order, so that no id equals its number. */
export const tableSeats = [
  [12, 8],
  [11, 2],
  [10, 4],
  [9, 4],
  [8, 6],
  [7, 2],
  [6, 2],
  [5, 4],
  [4, 4],
  [3, 6],
  [2, 2],
  [1, 10],
] as const
