import type { WordPairs } from '../../pairs.ts'

/** The book of reservations. */
export const reservationWords = {
  new: ['New reservation', 'Rezervare nouă'],
  empty: ['No reservations: {{day}}', 'Nicio rezervare: {{day}}'],
  dayBefore: ['The day before', 'Ziua dinainte'],
  dayAfter: ['The day after', 'Ziua următoare'],
  day: ['Day', 'Ziua'],
  otherDay: ['Another day', 'Altă zi'],
  byHour: ['Guests by hour', 'Persoane pe ore'],
  hasNote: ['has a note', 'are o mențiune'],
  late: ['{{count}} min late', 'întârzie {{count}} min'],
  problems: {
    closed: ['closed then', 'închis atunci'],
    too_small: ['too few seats', 'prea puține locuri'],
    no_table: ['no table', 'fără masă'],
  },
  linkOnce: [
    'The message now includes the guest’s own link, which cannot be shown again later.',
    'Mesajul conține acum linkul clientului; mai târziu nu mai poate fi afișat.',
  ],
  change: ['Change', 'Modificați'],
  saved: ['The reservation has been saved', 'Rezervarea a fost salvată'],
  takeBack: ['Back to: {{status}}', 'Înapoi la: {{status}}'],
  keep: ['Keep it', 'Păstrați'],
  cancelTitle: ['Cancel {{who}}?', 'Anulați {{who}}?'],
  cancelDescription: [
    'The tables become free. The guest is not told: send a message or call.',
    'Mesele se eliberează. Clientul nu este anunțat: trimiteți un mesaj sau sunați.',
  ],
  cancelAll: {
    number: ['Cancel all from this number', 'Anulați toate de la acest număr'],
    address: ['Cancel all from this address', 'Anulați toate de la această adresă'],
  },
  cancelledAll: ['Cancelled: {{count}}', 'Anulate: {{count}}'],
  erase: ['Erase the guest’s details', 'Ștergeți datele clientului'],
  eraseDescription: [
    'Name, number, note and link are erased. The reservation stays. This cannot be undone.',
    'Numele, numărul, mențiunea și linkul se șterg. Rezervarea rămâne. Ștergerea este definitivă.',
  ],
  history: ['History', 'Istoric'],
  guest: ['the guest', 'clientul'],
  fields: {
    at: ['time', 'ora'],
    until: ['end', 'sfârșitul'],
    party: ['people', 'persoane'],
    name: ['name', 'numele'],
    phoneNumber: ['number', 'numărul'],
    notes: ['note', 'mențiunea'],
    language: ['language', 'limba'],
    tableIds: ['table', 'masa'],
  },
  people: ['People', 'Persoane'],
  morePeople: ['More people', 'Mai multe persoane'],
  choosePeople: ['Choose how many people', 'Alegeți câte persoane'],
  time: ['Time', 'Ora'],
  otherTime: ['Another time', 'Altă oră'],
  chooseTime: ['Choose a time', 'Alegeți o oră'],
  full: ['full', 'ocupat'],
  tables: ['Table', 'Masa'],
  byItself: ['Chosen automatically', 'Aleasă automat'],
  taken: ['taken', 'rezervată'],
  until: ['Until', 'Până la'],
  untilHint: [
    'For a private party: when it ends. Its tables are kept until then.',
    'Pentru o petrecere privată: ora la care se termină. Mesele ei se păstrează până atunci.',
  ],
  language: ['Language of messages', 'Limba mesajelor'],
  /** To the guest, in the guest's language. */
  message: {
    confirmed: [
      '{{restaurant}}: a table is reserved for you on {{day}} at {{time}} ({{guests}}).',
      '{{restaurant}}: aveți o masă rezervată {{day}}, ora {{time}} ({{guests}}).',
    ],
    question: [
      '{{restaurant}}: about your reservation on {{day}} at {{time}} ({{guests}}), please call us.',
      '{{restaurant}}: pentru rezervarea dumneavoastră de {{day}}, ora {{time}} ({{guests}}), vă rugăm să ne sunați.',
    ],
    cancelled: [
      '{{restaurant}}: your reservation on {{day}} at {{time}} ({{guests}}) is cancelled.',
      '{{restaurant}}: rezervarea dumneavoastră de {{day}}, ora {{time}} ({{guests}}), este anulată.',
    ],
  },
} satisfies WordPairs
