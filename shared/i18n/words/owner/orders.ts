import type { WordPairs } from '../../pairs.ts'

export const orderWords = {
  guests_one: ['{{count}} guest', '{{count}} persoană'],
  guests_other: ['{{count}} guests', '{{count}} de persoane'],
  order: ['Order #{{id}}', 'Comanda #{{id}}'],
  status: {
    pending: ['Pending', 'În așteptare'],
    preparing: ['Preparing', 'În preparare'],
    ready: ['Ready', 'Gata'],
    delivered: ['Delivered', 'Predată'],
    completed: ['Completed', 'Finalizată'],
    cancelled: ['Cancelled', 'Anulată'],
  },
  takeaway: ['Takeaway', 'La pachet'],
  dineIn: ['Dine-in', 'La restaurant'],
  item: ['Item #{{id}}', 'Produs #{{id}}'],
  unfold: ['and {{count}} more', 'și încă {{count}}'],
  justNow: ['now', 'acum'],
  minutes: ['{{minutes}}\u00a0min', '{{minutes}}\u00a0min'],
  hours: ['{{hours}}\u00a0h\u00a0{{minutes}}', '{{hours}}\u00a0h\u00a0{{minutes}}'],
  days: ['{{days}}\u00a0d\u00a0{{hours}}\u00a0h', '{{days}}\u00a0z\u00a0{{hours}}\u00a0h'],
  tomorrow: ['Tomorrow {{time}}', 'Mâine, {{time}}'],
  waiting: ['waiting for', 'așteaptă de'],
  total: ['Total', 'Total'],
  undo: ['Undo', 'Reveniți'],
  moveOn: {
    preparing: ['Start preparing', 'Începeți prepararea'],
    ready: ['Ready', 'Gata'],
    delivered: ['Delivered', 'Am servit'],
    handedOver: ['Handed over', 'Am predat'],
    completed: ['Complete', 'Finalizați'],
  },
  changedMeanwhile: ['Somebody else has changed this order', 'Altcineva a modificat comanda'],
  changedMeanwhileDescription: ['Order #{{id}} is now: {{status}}', 'Comanda #{{id}} este acum: {{status}}'],
  takeOff: {
    open: ['Take off, or sold out', 'Scoateți sau marcați ca epuizat'],
    title: ['In this order', 'În această comandă'],
    howMany: ['Take off how many?', 'Câte scoateți?'],
    all: ['All {{count}}', 'Toate ({{count}})'],
    consequence: [
      'The new total will be {{total}}. The guest’s phone and the kitchen show it.',
      'Noul total va fi {{total}}. Clientul îl vede pe telefon, iar bucătăria este anunțată.',
    ],
    confirm: ['Take off {{count}}', 'Scoateți {{count}}'],
    done: ['Order #{{id}}: {{count}}× {{name}} taken off', 'Comanda #{{id}}: scos {{count}}× {{name}}'],
    takenOff: ['Taken off:', 'Scos din comandă:'],
    changed: [
      'Somebody else has changed this order. Please look again.',
      'Altcineva a modificat comanda între timp. Verificați din nou.',
    ],
    unknown: [
      'No answer: it is not known yet whether it was taken off. You can try again: it is taken off only once.',
      'Niciun răspuns: nu se știe încă dacă produsul a fost scos. Puteți încerca din nou: nu va fi scos de două ori.',
    ],
    over: ['Nothing can be taken off here any more.', 'Nu mai este nimic de scos.'],
    last: [
      'This is the last dish of the order. Cancel the order instead?',
      'Este ultimul produs din comandă. Anulați comanda?',
    ],
  },
  soldOut: {
    options: ['Options sold out today', 'Opțiuni epuizate azi'],
    title: ['In the whole restaurant', 'În tot restaurantul'],
    mark: ['Mark as sold out', 'Marcați ca epuizat azi'],
    hint: [
      'Guests still see the dish, greyed, and cannot order it until the next business day.',
      'Clienții văd în continuare preparatul, estompat, și nu îl pot comanda până în următoarea zi de vânzare.',
    ],
    undo: ['Undo: it can be ordered', 'Din nou în vânzare'],
  },
  awake: {
    title: ['The screen may turn off', 'Ecranul se poate stinge'],
    how: [
      'This browser cannot keep it on. In the device’s settings, under display, set the screen to never turn off.',
      'Acest browser nu îl poate ține aprins. În setările dispozitivului, la ecran, alegeți ca ecranul să nu se stingă niciodată.',
    ],
  },
  cancelConfirm: ['Cancel order', 'Anulați comanda'],
  cancelKeep: ['Keep order', 'Păstrați comanda'],
  updated: ['Order Updated', 'Comandă actualizată'],
  updatedDescription: ['Order #{{id}}: {{status}}', 'Comanda #{{id}}: {{status}}'],
  newOrder: ['Comandă nouă!', 'Comandă nouă!'],
  newOrderDescription: ['Comanda #{{id}} a fost primită.', 'Comanda #{{id}} a fost primită.'],
  updateFailed: ['Failed to update order status', 'Starea comenzii nu a putut fi actualizată'],
  notDrawn: ['This order could not be displayed', 'Această comandă nu a putut fi afișată'],
  sms: {
    greeting: ['{{restaurant}}, order #{{id}}: {{status}}', '{{restaurant}}, comanda #{{id}}: {{status}}'],
    pickup: ['Pickup: {{time}}', 'Ridicare: {{time}}'],
    line: ['{{quantity}}× {{name}}', '{{quantity}}× {{name}}'],
    and: ['and', 'și'],
    total: ['Total: {{total}}', 'Total: {{total}}'],
  },
} as const satisfies WordPairs

export const orderMoveWords = {
  open: ['Move to table…', 'Mutați la masa…'],
  title: ['Move to table', 'Mutați la masa'],
  which: ['Which table?', 'La ce masă?'],
  status: {
    available: ['available', 'liberă'],
    occupied: ['occupied', 'ocupată'],
    reserved: ['reserved', 'rezervată'],
  },
  becomesDineIn: [
    'The order becomes dine-in. It cannot become takeaway again.',
    'Comanda se va servi la restaurant. Nu mai poate redeveni comandă la pachet.',
  ],
  confirm: ['Move to table {{number}}', 'Mutați la masa {{number}}'],
  choose: ['Choose a table', 'Alegeți o masă'],
  none: ['There is no other table.', 'Nu există altă masă.'],
  over: ['This order has ended, so it can no longer be moved.', 'Comanda s-a încheiat, deci nu mai poate fi mutată.'],
  moved: ['Order #{{id}}: {{from}} → {{to}}', 'Comanda #{{id}}: {{from}} → {{to}}'],
  movedFrom: ['moved from {{number}}', 'mutată de la masa {{number}}'],
} as const satisfies WordPairs

/** Marking a dish as sold out, on the orders tab and in the menu tab. */
export const soldOutWords = {
  done: ['{{name}} is sold out today', '{{name}}: epuizat azi'],
  undone: ['{{name}} can be ordered again', '{{name}}: se poate comanda din nou'],
  heldBy: ['It is still in:', 'Se află încă în:'],
  cart: ['Shared cart of table {{number}}', 'Coșul comun al mesei {{number}}'],
  heldByNobody: [
    'No open order or shared cart has it.',
    'Nu se află în nicio comandă deschisă și în niciun coș comun.',
  ],
  left: ['{{count}} left', 'rămase: {{count}}'],
  portions: ['Portions left today', 'Porții rămase azi'],
  portionsHint: [
    'Orders count them down; guests read the last five. At 0 the dish is sold out today.',
    'Comenzile le scad; clienții văd ultimele cinci. La 0, preparatul este epuizat azi.',
  ],
  notCounted: ['Do not count', 'Nu numărați'],
  count: ['Set', 'Salvați'],
} as const satisfies WordPairs

export const liveWords = {
  live: ['Live', 'Conectat'],
  notices: ['Notices', 'Anunțuri'],
  others_one: ['{{count}} more notice', 'încă {{count}} anunț'],
  others_other: ['{{count}} more notices', 'încă {{count}} de anunțuri'],
  more: ['Read more', 'Citiți mai mult'],
  connecting: ['Connecting…', 'Se conectează…'],
  reconnecting: ['Reconnecting…', 'Se reconectează…'],
  offlineSince: ['Offline since {{time}}', 'Fără conexiune de la {{time}}'],
  connectionLost: ['Connection lost. Trying to reconnect...', 'Conexiune întreruptă. Se încearcă reconectarea...'],
  connectionLostDescription: [
    'Orders that come in meanwhile are kept; they will appear here once the connection is back.',
    'Comenzile venite între timp nu se pierd; vor apărea aici când revine conexiunea.',
  ],
} as const satisfies WordPairs

export const soundWords = {
  word: ['Sound', 'Sunet'],
  name: ['Sound for new orders', 'Sunet la comenzi noi'],
  ask: [
    'The browser stays silent until you touch the page once.',
    'Sunetul pornește abia după ce atingeți pagina o dată.',
  ],
  /** On phones. */
  askShort: ['No sound', 'Fără sunet'],
  turnOn: ['Turn the sound on', 'Porniți sunetul'],
  rings: ['A sound plays, too.', 'Se aude și un sunet.'],
  silent: ['The sound is off on this device.', 'Sunetul este oprit pe acest dispozitiv.'],
} as const satisfies WordPairs

/** The payment state of an order on floor, bill and board. */
export const dueWords = {
  paid: ['paid', 'achitat'],
  paidOf: ['{{amount}} paid', 'achitat {{amount}}'],
  due: ['{{amount}} due', 'de plată {{amount}}'],
  unpaid: ['unpaid {{amount}}', 'neachitat {{amount}}'],
  toGiveBack: ['{{amount}} to give back', '{{amount}} de restituit'],
  handedOverUnpaid: ['Handed over, not paid', 'Predată, dar neachitată'],
  take: ['Take payment', 'Încasați'],
} as const satisfies WordPairs
