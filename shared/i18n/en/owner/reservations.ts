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

/** The book of reservations. */
export const reservationWords = {
  new: 'New reservation',
  empty: 'No reservations: {{day}}',
  dayBefore: 'The day before',
  dayAfter: 'The day after',
  day: 'Day',
  otherDay: 'Another day',
  byHour: 'Guests by hour',
  hasNote: 'has a note',
  late: '{{count}} min late',
  problems: { closed: 'closed then', too_small: 'too few seats', no_table: 'no table' },
  linkOnce: 'The message now includes the guest’s own link, which cannot be shown again later.',
  change: 'Change',
  saved: 'The reservation has been saved',
  takeBack: 'Back to: {{status}}',
  keep: 'Keep it',
  cancelTitle: 'Cancel {{who}}?',
  cancelDescription: 'The tables become free. The guest is not told: send a message or call.',
  cancelAll: {
    number: 'Cancel all from this number',
    address: 'Cancel all from this address',
  },
  cancelledAll: 'Cancelled: {{count}}',
  erase: 'Erase the guest’s details',
  eraseDescription: 'Name, number, note and link are erased. The reservation stays. This cannot be undone.',
  history: 'History',
  guest: 'the guest',
  fields: {
    ...{ at: 'time', until: 'end', party: 'people', name: 'name', phoneNumber: 'number', notes: 'note' },
    ...{ language: 'language', tableIds: 'table' },
  },
  people: 'People',
  morePeople: 'More people',
  choosePeople: 'Choose how many people',
  time: 'Time',
  otherTime: 'Another time',
  chooseTime: 'Choose a time',
  full: 'full',
  tables: 'Table',
  byItself: 'Chosen automatically',
  taken: 'taken',
  until: 'Until',
  untilHint: 'For a private party: when it ends. Its tables are kept until then.',
  language: 'Language of messages',
  /** To the guest, in the guest's language. */
  message: {
    confirmed: '{{restaurant}}: a table is reserved for you on {{day}} at {{time}} ({{guests}}).',
    question: '{{restaurant}}: about your reservation on {{day}} at {{time}} ({{guests}}), please call us.',
    cancelled: '{{restaurant}}: your reservation on {{day}} at {{time}} ({{guests}}) is cancelled.',
  },
}
