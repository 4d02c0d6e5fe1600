/**
 * Reservations of tables. Occupancy, orders and tables, which this module uses, tell it what happens to tables: what is
 * exported here imports settings alone.
 */

export { eraseOfNumbers, eraseOverdueReservations, eraseReservationsAgain, overdueReservations } from './erase-repo.ts'
export {
  concernsHouse,
  endSeatedAt,
  isReserved,
  listOfNumbers,
  removeTableFromReservations,
  seatedSinceSql,
  takeReservationsAlong,
} from './repo.ts'
export { guestView, promisedAt, readReservationFacts, withReservations } from './view.ts'
