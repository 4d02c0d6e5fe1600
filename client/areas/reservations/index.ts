/* Reservations of tables: the house's book, and what guests do with them (docs/product/reservations.md#reservations-book). */
export { useGiveTable } from './book-requests.ts'
export { isAsked, newsText, useReservationNews } from './news.ts'
export { NextReservation } from './next-reservation.tsx'
export {
  openReservation,
  openReservations,
  reservationsKey,
  useDayOf,
  useFoundReservations,
  useHasReservations,
  useIsBookOpen,
  useSee,
} from './requests.ts'
export { OpenedReservation, ReservationBook, ReservationsButton } from './reservations-button.tsx'
export { dayTitle } from './rows.ts'
