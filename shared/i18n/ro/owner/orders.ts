import type * as en from '../../en/owner/orders.ts'

export const orderWords: typeof en.orderWords = {
  order: 'Comanda #{{id}}',
  status: {
    pending: 'În așteptare',
    preparing: 'În preparare',
    ready: 'Gata',
    delivered: 'Predată',
    completed: 'Finalizată',
    cancelled: 'Anulată',
  },
  deliveredHere: 'Predată',
  takeaway: 'La pachet',
  dineIn: 'La restaurant',
  item: 'Produs #{{id}}',
  fold: 'Mai puține',
  justNow: 'acum',
  minutes: '{{minutes}}\u00a0min',
  hours: '{{hours}}\u00a0h\u00a0{{minutes}}',
  days: '{{days}}\u00a0z\u00a0{{hours}}\u00a0h',
  tomorrow: 'Mâine, {{time}}',
  waiting: 'așteaptă de',
  total: 'Total',
  undo: 'Reveniți',
  moveOn: {
    preparing: 'Începeți prepararea',
    ready: 'Gata',
    delivered: 'Predată',
    handedOver: 'Predată',
    completed: 'Finalizați',
  },
  changedMeanwhile: 'Altcineva a modificat comanda',
  changedMeanwhileDescription: 'Comanda #{{id}} este acum: {{status}}',
  takeOff: {
    open: 'Scoateți sau marcați ca epuizat',
    title: 'Scoateți din comandă: {{name}}',
    howMany: 'Câte?',
    all: 'Toate ({{count}})',
    consequence: 'Noul total este {{total}}. Clientul îl vede pe telefon, iar bucătăria este anunțată.',
    confirm: 'Scoateți {{count}}',
    done: 'Comanda #{{id}}: scos {{count}}× {{name}}',
    takenOff: 'Scos din comandă:',
    changed: 'Altcineva a modificat comanda între timp. Verificați din nou.',
    unknown:
      'Niciun răspuns: nu se știe încă dacă produsul a fost scos. Puteți încerca din nou: nu va fi scos de două ori.',
    over: 'Nu mai este nimic de scos.',
    last: 'Este ultimul produs din comandă. Anulați comanda?',
  },
  soldOut: {
    options: 'Opțiuni epuizate azi',
    title: 'Epuizat azi',
    hint: 'Clienții văd în continuare preparatul, estompat, și nu îl pot comanda până în următoarea zi de lucru.',
    undo: 'Reveniți: se poate comanda',
  },
  awake: {
    title: 'Ecranul se poate stinge',
    how: 'Acest browser nu îl poate ține aprins. În setările dispozitivului, la ecran, alegeți ca ecranul să nu se stingă niciodată.',
  },
  cancelConfirm: 'Anulați comanda',
  cancelKeep: 'Păstrați comanda',
  updated: 'Comandă actualizată',
  updatedDescription: 'Comanda #{{id}}: {{status}}',
  newOrder: 'Comandă nouă!',
  newOrderDescription: 'Comanda #{{id}} a fost primită.',
  updateFailed: 'Starea comenzii nu a putut fi actualizată',
  notDrawn: 'Această comandă nu a putut fi afișată',
  sms: {
    greeting: '{{restaurant}}, comanda #{{id}}: {{status}}',
    pickup: 'Ridicare: {{time}}',
    line: '{{quantity}}× {{name}}',
    more: 'și încă {{number}}',
    and: 'și',
    total: 'Total: {{total}}',
  },
}

export const orderMoveWords: typeof en.orderMoveWords = {
  open: 'Mutați la masa…',
  title: 'Mutați la masa',
  which: 'La ce masă?',
  status: { available: 'liberă', occupied: 'ocupată', reserved: 'rezervată' },
  becomesDineIn: 'Comanda se va servi la restaurant. Nu mai poate redeveni comandă la pachet.',
  confirm: 'Mutați la masa {{number}}',
  choose: 'Alegeți o masă',
  none: 'Nu există altă masă.',
  over: 'Comanda s-a încheiat, deci nu mai poate fi mutată.',
  moved: 'Comanda #{{id}}: {{from}} → {{to}}',
  movedFrom: 'mutată de la masa {{number}}',
}

export const soldOutWords: typeof en.soldOutWords = {
  done: '{{name}}: epuizat azi',
  undone: '{{name}}: se poate comanda din nou',
  failed: 'Starea „epuizat azi” nu a putut fi schimbată',
  heldBy: 'Se află încă în:',
  cart: 'Coșul comun al mesei {{number}}',
  heldByNobody: 'Nu se află în nicio comandă deschisă și în niciun coș comun.',
  left: 'rămase: {{count}}',
  portions: 'Porții rămase azi',
  portionsHint: 'Comenzile le scad; clienții văd ultimele cinci. La 0, preparatul este epuizat azi.',
  notCounted: 'Nu se numără',
  count: 'Salvați',
}

export const liveWords: typeof en.liveWords = {
  live: 'Conectat',
  notices: 'Anunțuri',
  others_one: 'încă {{count}} anunț',
  others_few: 'încă {{count}} anunțuri',
  others_other: 'încă {{count}} de anunțuri',
  more: 'Citiți mai mult',
  connecting: 'Se conectează…',
  reconnecting: 'Se reconectează…',
  offlineSince: 'Fără conexiune de la {{time}}',
  connectionLost: 'Conexiune întreruptă. Se încearcă reconectarea...',
  connectionLostDescription: 'Comenzile venite între timp nu se pierd; vor apărea aici când revine conexiunea.',
}

export const soundWords: typeof en.soundWords = {
  word: 'Sunet',
  name: 'Sunet la comenzi noi',
  ask: 'La fiecare comandă nouă se aude un sunet. Browserul nu redă sunete până când nu atingeți o dată pagina.',
  askShort: 'Încă fără sunet',
  turnOn: 'Porniți sunetul',
  rings: 'Se aude și un sunet.',
  silent: 'Sunetul este oprit pe acest dispozitiv.',
}

export const orderRefusals: typeof en.orderRefusals = {
  day_not_over: 'Numai comenzile de dinainte de ziua de azi pot fi finalizate împreună',
  order_changed: 'Altcineva a modificat această comandă',
  order_closed: 'Această comandă este finalizată sau anulată',
  too_many_changes: 'Comanda a fost modificată de prea multe ori. Plasați una nouă.',
  too_late: 'A fost marcat ca gata acum mai mult de o jumătate de oră',
  order_left_kitchen: 'Această comandă a fost predată, finalizată sau anulată',
  line_taken_off: 'Acest produs a fost scos din comandă',
  last_line: 'Este ultimul produs din comandă: anulați comanda',
  part_of_order_line: 'Face parte din alt produs: scoateți-l pe acela',
  not_cooked: 'Această linie nu se gătește ca atare: bifați părțile ei',
}

export const dueWords: typeof en.dueWords = {
  paid: 'achitat',
  paidOf: 'achitat {{amount}}',
  due: 'de plată {{amount}}',
  toGiveBack: '{{amount}} de restituit',
}
