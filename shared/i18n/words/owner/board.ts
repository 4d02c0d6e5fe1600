import type { WordPairs } from '../../pairs.ts'

/** Words of orders that only the board uses. */
export const boardWords = {
  views: ['Orders by status', 'Comenzi după stare'],
  tabs: {
    pending: ['Pending', 'În așteptare'],
    preparing: ['Preparing', 'În preparare'],
    ready: ['Ready', 'Gata'],
    delivered: ['Delivered', 'Predate'],
    completed: ['Completed', 'Finalizate'],
    cancelled: ['Cancelled', 'Anulate'],
    all: ['All', 'Toate'],
    late: ['Late', 'Întârziate'],
  },
  erased: ['Personal data erased', 'Date personale șterse'],
  linesDone: ['{{done}} of {{all}} done', '{{done}} din {{all}} gata'],
  changedBy: ['changed by {{user}}', 'modificată de {{user}}'],
  line: {
    toMake_one: ['{{count}} order to make', '{{count}} comandă de preparat'],
    toMake_other: ['{{count}} orders to make', '{{count}} de comenzi de preparat'],
    oldest: ['the oldest {{age}}', 'cea mai veche de {{age}}'],
  },
  oldestFirst: ['Oldest first', 'Cele mai vechi întâi'],
  new: ['New', 'Nouă'],
  dishes: {
    title: ['Dishes to make', 'De preparat'],
    none: ['Nothing to make', 'Nimic de preparat'],
    noneDescription: [
      'The dishes of pending and preparing orders are added up here.',
      'Aici apar, însumate, produsele din comenzile în așteptare și în preparare.',
    ],
  },
  changeStatus: ['Status of order #{{id}}', 'Starea comenzii #{{id}}'],
  contact: ['Contact customer', 'Contactați clientul'],
  cancelTitle: ['Cancel order #{{id}}?', 'Anulați comanda #{{id}}?'],
  cancelDescription: [
    '{{who}}, {{total}}. It will stay under “Cancelled”, where you can change its status.',
    '{{who}}, {{total}}. Rămâne la „Anulate”, unde îi puteți schimba starea.',
  ],
  sameOrigin: {
    offer: ['One of many false orders? Cancel them all…', 'Este una dintre multe comenzi false? Anulați-le pe toate…'],
    title_one: ['Cancel {{count, number}} open order?', 'Anulați {{count, number}} comandă deschisă?'],
    title_other: ['Cancel {{count, number}} open orders?', 'Anulați {{count, number}} de comenzi deschise?'],
    description: [
      'All that came from the same connection as this one. Guests on your own Wi-Fi share one connection, so some may be real orders.',
      'Toate cele venite de la aceeași conexiune ca aceasta. Clienții din rețeaua dumneavoastră Wi-Fi au o conexiune comună, deci unele pot fi comenzi reale.',
    ],
    confirm: ['Cancel all of them', 'Anulați-le pe toate'],
    keep: ['Keep them', 'Păstrați-le'],
    cancelled_one: ['{{count, number}} order cancelled', '{{count, number}} comandă anulată'],
    cancelled_other: ['{{count, number}} orders cancelled', '{{count, number}} de comenzi anulate'],
  },
  search: ['Order, name, phone, table', 'Nr., nume, telefon, masă'],
  searchLabel: ['Search orders', 'Căutați comenzi'],
  older: ['Load older orders', 'Încărcați comenzi mai vechi'],
  earlier: {
    some: [
      'Some orders from before today are still open.',
      'Unele comenzi de dinainte de ziua de azi sunt încă deschise.',
    ],
    complete: ['Complete earlier orders…', 'Finalizați comenzile mai vechi…'],
    title_one: ['Complete {{count, number}} order?', 'Finalizați {{count, number}} comandă?'],
    title_other: ['Complete {{count, number}} orders?', 'Finalizați {{count, number}} de comenzi?'],
    description_one: [
      'It was placed before {{moment}} and is still open. It moves to “Completed”, and its table becomes free.',
      'Plasată înainte de {{moment}} și încă deschisă. Trece la „Finalizate”, iar masa ei devine liberă.',
    ],
    description_other: [
      'They were placed before {{moment}} and are still open. They move to “Completed”, and their tables become free.',
      'Plasate înainte de {{moment}} și încă deschise. Trec la „Finalizate”, iar mesele lor devin libere.',
    ],
    confirm: ['Complete them', 'Finalizați'],
    keep: ['Leave them open', 'Lăsați-le deschise'],
    completed_one: ['{{count, number}} order completed', '{{count, number}} comandă finalizată'],
    completed_other: ['{{count, number}} orders completed', '{{count, number}} de comenzi finalizate'],
    none: ['No order from before today is open any more', 'Nu mai există comenzi deschise de dinainte de ziua de azi'],
  },
  loading: ['Loading the orders…', 'Se încarcă comenzile…'],
  noMatch: ['Nothing found', 'Nu s-a găsit nimic'],
  noMatchDescription: [
    'No order here matches “{{query}}”. You can search by order number, name, phone or table.',
    'Nicio comandă de aici nu corespunde căutării „{{query}}”. Puteți căuta după numărul comenzii, nume, telefon sau masă.',
  ],
  empty: {
    pending: ['No orders are waiting', 'Nicio comandă în așteptare'],
    preparing: ['Nothing is being prepared', 'Nu se prepară nimic acum'],
    ready: ['No orders are ready', 'Nicio comandă gata'],
    delivered: ['No delivered orders to complete', 'Nicio comandă de finalizat'],
    completed: ['No completed orders yet', 'Încă nu există comenzi finalizate'],
    cancelled: ['No cancelled orders', 'Nicio comandă anulată'],
    all: ['No orders yet', 'Încă nu există comenzi'],
    late: ['No order is late', 'Nicio comandă nu întârzie'],
  },
  emptyDescription: {
    pending: ['New orders appear here automatically.', 'Comenzile noi apar aici automat.'],
    preparing: [
      'Set an order to “Preparing” when the kitchen starts on it.',
      'Treceți o comandă pe „În preparare” când bucătăria începe să lucreze la ea.',
    ],
    ready: [
      'Set an order to “Ready” when the kitchen has finished it.',
      'Treceți o comandă pe „Gata” când bucătăria a terminat-o.',
    ],
    delivered: [
      'Delivered orders stay here until they are completed.',
      'Comenzile predate rămân aici până sunt finalizate.',
    ],
    completed: [
      'Orders move here once you press “Complete” on a delivered one.',
      'Comenzile ajung aici după ce apăsați „Finalizați” pe una predată.',
    ],
    cancelled: ['Orders that you cancel are kept here.', 'Comenzile anulate se păstrează aici.'],
    all: [
      'The first one will appear here automatically. Try it by ordering from the menu.',
      'Prima va apărea aici automat. Puteți încerca plasând o comandă din meniu.',
    ],
    late: ['Orders that wait too long are shown here.', 'Aici apar comenzile care așteaptă prea mult.'],
  },
  takeOrder: ['Take an order', 'Preluați o comandă'],
  toPending: ['See what is waiting', 'Vedeți comenzile în așteptare'],
} as const satisfies WordPairs

/** Orders with a pickup time, on the board. */
export const laterWords = {
  mark: ['For later', 'Pentru mai târziu'],
  startNow: ['Start now for {{time}}', 'Începeți acum, pentru {{time}}'],
  asap: ['as soon as possible', 'cât mai repede'],
  change: ['Change the pickup time', 'Schimbați ora de ridicare'],
  none: ['There is no time to choose at the moment.', 'În acest moment nu se poate alege nicio oră.'],
  full: ['full', 'plin'],
  day: { today: ['Today', 'Azi'], tomorrow: ['Tomorrow', 'Mâine'] },
} as const satisfies WordPairs
