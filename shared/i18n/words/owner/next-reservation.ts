import type { WordPairs } from '../../pairs.ts'

/** What tables and their pages show of reservations. */
export const nextReservationWords = {
  title: ['Reservations', 'Rezervări'],
  open: ['Reservations: {{number}} to come', 'Rezervări viitoare: {{number}}'],
  promised: ['Next at this table: {{who}}', 'Urmează la această masă: {{who}}'],
  urgency: { late: ['late', 'întârzie'], needed: ['the table is needed', 'masa trebuie eliberată'] },
  otherTable: ['Another table', 'Altă masă'],
  noOther: ['No free table fits.', 'Nicio masă liberă nu se potrivește.'],
  othersSit: [
    'Guests sit here already: {{tables}}. The same ones?',
    'Aici stă deja cineva: {{tables}}. Sunt aceiași clienți?',
  ],
  steps: {
    confirmed: ['Confirm', 'Confirmați'],
    seated: ['Arrived', 'Au venit'],
    done: ['They have left', 'Au plecat'],
    cancelled: ['Cancel the reservation', 'Anulați rezervarea'],
    no_show: ['No-show', 'Nu au venit'],
  },
  status: {
    asked: ['requested', 'cerută'],
    confirmed: ['confirmed', 'confirmată'],
    seated: ['seated', 'la masă'],
    done: ['finished', 'încheiată'],
    cancelled: ['cancelled', 'anulată'],
    declined: ['declined', 'refuzată'],
    no_show: ['did not come', 'nu a venit'],
  },
} as const satisfies WordPairs
