import type { WordPairs } from '../../pairs.ts'

/** What tables and their pages show of reservations. */
export const nextReservationWords = {
  title: ['Reservations', 'Rezervări'],
  open: ['Reservations: {{number}} to come', 'Rezervări: încă {{number}}'],
  promised: ['Next at this table: {{who}}', 'Urmează la această masă: {{who}}'],
  urgency: { late: ['late', 'întârzie'], needed: ['the table is needed', 'e nevoie de masă'] },
  steps: {
    confirmed: ['Confirm', 'Confirmați'],
    seated: ['Seat', 'Așezați'],
    done: ['They have left', 'Au plecat'],
    cancelled: ['Cancel the reservation', 'Anulați rezervarea'],
    no_show: ['No-show', 'Nu au venit'],
  },
  status: {
    asked: ['requested', 'cerută'],
    confirmed: ['confirmed', 'confirmată'],
    seated: ['seated', 'la masă'],
    done: ['was here', 'a fost aici'],
    cancelled: ['cancelled', 'anulată'],
    no_show: ['did not come', 'nu a venit'],
  },
} satisfies WordPairs
