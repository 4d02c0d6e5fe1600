import type { WordPairs } from '../pairs.ts'
import { floorWords } from './owner/floor.ts'
import { kitchenWords } from './owner/kitchen.ts'
import { dueWords, liveWords, orderMoveWords, orderWords, soldOutWords, soundWords } from './owner/orders.ts'
import { printingWords } from './owner/printing.ts'
import { sessionErrors, sessionWords } from './owner/session.ts'

/** What tables and their pages show of reservations. */
const nextReservationWords = {
  title: ['Reservations', 'Rezervări'],
  open: ['Reservations: {{number}} to come', 'Rezervări viitoare: {{number}}'],
  promised: ['Next at this table: {{who}}', 'Urmează la această masă: {{who}}'],
  urgency: { late: ['not here yet', 'încă nu au venit'], needed: ['the table is needed', 'masa trebuie eliberată'] },
  otherTable: ['Another table', 'Altă masă'],
  noOther: ['No free table fits.', 'Nicio masă liberă nu se potrivește.'],
  othersSit: [
    'Guests sit here already: {{tables}}. The same ones?',
    '{{tables}}: aici stă deja cineva. Sunt aceiași clienți?',
  ],
  steps: {
    confirmed: ['Confirm', 'Confirmați'],
    seated: ['Arrived', 'Au venit'],
    done: ['They have left', 'Au plecat'],
    cancelled: ['Cancel the reservation', 'Anulați rezervarea'],
    no_show: ['No-show', 'Nu au venit'],
  },
  status: {
    asked: ['requested', 'cerere nouă'],
    confirmed: ['confirmed', 'confirmată'],
    seated: ['seated', 'la masă'],
    done: ['finished', 'încheiată'],
    cancelled: ['cancelled', 'anulată'],
    declined: ['declined', 'refuzată'],
    no_show: ['did not come', 'nu a venit'],
  },
} as const satisfies WordPairs

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
