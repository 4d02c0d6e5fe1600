import { billWords, floorWords } from './owner/floor.ts'
import { kitchenWords } from './owner/kitchen.ts'
import { nextReservationWords } from './owner/next-reservation.ts'
import { dueWords, liveWords, orderMoveWords, orderWords, soldOutWords, soundWords } from './owner/orders.ts'
import { printingWords } from './owner/printing.ts'
import { sessionErrors, sessionWords } from './owner/session.ts'

/** The pages that show the open orders: dashboard, kitchen and floor. */
export const service = {
  common: {
    clearSearch: 'Clear search',
    save: 'Save',
    print: 'Print',
    showLess: 'Show less',
    move: 'Move',
    notChanged: 'The change could not be saved',
  },
  errors: sessionErrors,
  auth: sessionWords,
  soldOut: soldOutWords,
  live: liveWords,
  sound: soundWords,
  orders: orderWords,
  orderMove: orderMoveWords,
  printing: printingWords,
  bills: billWords,
  floor: floorWords,
  kitchen: kitchenWords,
  reservations: nextReservationWords,
  due: dueWords,
}
