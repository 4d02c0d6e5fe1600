import type { WordPairs } from '../pairs.ts'
import { floorWords } from './owner/floor.ts'
import { kitchenWords } from './owner/kitchen.ts'
import { nextReservationWords } from './owner/next-reservation.ts'
import { dueWords, liveWords, orderMoveWords, orderWords, soldOutWords, soundWords } from './owner/orders.ts'
import { printingWords } from './owner/printing.ts'
import { sessionErrors, sessionWords } from './owner/session.ts'

/** The pages that show the open orders: dashboard, kitchen and floor. */
export const service = {
  common: {
    clearSearch: ['Clear search', 'Ștergeți căutarea'],
    save: ['Save', 'Salvați'],
    print: ['Print', 'Tipăriți'],
    showLess: ['Show less', 'Mai puține'],
    move: ['Move', 'Mutați'],
    notChanged: ['The change could not be saved', 'Modificarea nu a putut fi salvată'],
  },
  errors: sessionErrors,
  auth: sessionWords,
  soldOut: soldOutWords,
  live: liveWords,
  sound: soundWords,
  orders: orderWords,
  orderMove: orderMoveWords,
  printing: printingWords,
  floor: floorWords,
  kitchen: kitchenWords,
  reservations: nextReservationWords,
  due: dueWords,
} as const satisfies WordPairs
