/** What tables and their pages show of reservations. */
export const nextReservationWords = {
  title: 'Reservations',
  open: 'Reservations: {{number}} to come',
  promised: 'Next at this table: {{who}}',
  urgency: { late: 'late', needed: 'the table is needed' },
  steps: {
    ...{ confirmed: 'Confirm', seated: 'Seat', done: 'They have left', cancelled: 'Cancel the reservation' },
    no_show: 'No-show',
  },
  status: {
    ...{ asked: 'requested', confirmed: 'confirmed', seated: 'seated', done: 'was here', cancelled: 'cancelled' },
    no_show: 'did not come',
  },
}
