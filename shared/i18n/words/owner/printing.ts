import type { WordPairs } from '../../pairs.ts'

/** Printing, and the headings on paper. */
export const printingWords = {
  printReceipt: ['Print receipt', 'Tipăriți bonul'],
  more: ['Print something else of order #{{id}}', 'Alte documente ale comenzii #{{id}}'],
  sentTo: ['Sent to {{name}}', 'Trimis la {{name}}'],
  kinds: {
    receipt: ['Receipt', 'Bon nefiscal'],
    bill: ['Bill (notă de plată)', 'Notă de plată'],
    kitchen: ['Kitchen ticket', 'Bon de bucătărie'],
    removal: ['Removal slip', 'Bon de anulare produs'],
    cancellation: ['Cancellation slip', 'Bon de anulare comandă'],
    move: ['Move slip', 'Bon de mutare'],
  },
  toPrint: {
    bill: ['Print the bill (notă de plată)', 'Tipăriți nota de plată'],
    kitchen: ['Print the kitchen ticket', 'Tipăriți bonul de bucătărie'],
    removal: ['Print the removal slip', 'Tipăriți bonul de anulare produs'],
    cancellation: ['Print the cancellation slip', 'Tipăriți bonul de anulare comandă'],
    move: ['Print the move slip', 'Tipăriți bonul de mutare'],
  },
  copy: ['{{kind}}, copy', '{{kind}}, copie'],
  atStation: ['{{kind}} · {{station}}', '{{kind}} · {{station}}'],
  sent: ['Sent to print: {{prints}}', 'Trimis la tipărit: {{prints}}'],
  print: ['{{kind}} {{time}} ({{user}})', '{{kind}} {{time}} ({{user}})'],
  notPrinted: ['Not printed: nothing came out at the last try.', 'Netipărit: ultima încercare nu a reușit.'],
  failed: ['Printing Error', 'Eroare la tipărire'],
  failedDescription: ['Failed to print receipt. Please try again.', 'Bonul nu a putut fi tipărit. Încercați din nou.'],
  blocked: [
    'Could not open print window. Pop-up blocker might be enabled.',
    'Fereastra de tipărire nu s-a putut deschide. Este posibil ca ferestrele pop-up să fie blocate.',
  ],
  notRecorded: ['Printed, but not recorded with the order', 'S-a tipărit, dar nu s-a putut înregistra la comandă'],
  /** On kitchen tickets, in the restaurant's language. */
  paper: {
    dineIn: ['DINE-IN', 'SERVIRE LA RESTAURANT'],
    takeaway: ['TAKEAWAY', 'COMANDĂ LA PACHET'],
    pickup: ['PICKUP', 'RIDICARE'],
    copy: ['COPIE', 'COPIE'],
    left: ['{{quantity}} left to make', 'de preparat: {{quantity}}'],
    removal: ['CANCELLED', 'ANULAT'],
    cancellation: ['WHOLE ORDER CANCELLED', 'COMANDĂ ANULATĂ'],
    move: ['MOVED', 'MUTARE'],
    tooLong: [
      'LINES IN ALL: {{lines}}. THE REST IS ON THE SCREEN.',
      'RÂNDURI ÎN TOTAL: {{lines}}. RESTUL ESTE PE ECRAN.',
    ],
  },
  printer: {
    title: ['Printer', 'Imprimantă'],
    description: [
      'How this device prints. Other devices keep their own choice.',
      'Cum tipărește acest dispozitiv. Fiecare dispozitiv are setările lui.',
    ],
    ready: ['The built-in printer is ready.', 'Imprimanta integrată este pregătită.'],
    notReady: [
      'There is no built-in printer: documents are printed through the browser.',
      'Nu există o imprimantă integrată: documentele se tipăresc prin browser.',
    ],
    isOffline: ['printer offline', 'imprimantă offline'],
    online: ['This device is online.', 'Dispozitivul este online.'],
    offline: ['This device is offline.', 'Dispozitivul este offline.'],
    queue_one: ['{{count}} document is waiting for the printer.', '{{count}} document așteaptă imprimanta.'],
    queue_other: ['{{count}} documents are waiting for the printer.', '{{count}} de documente așteaptă imprimanta.'],
    nothingWaits: ['Nothing is waiting for the printer.', 'Nimic nu așteaptă imprimanta.'],
  },
  byItself: {
    label: ['Print new orders automatically', 'Tipăriți automat comenzile noi'],
    hint: [
      'Kitchen tickets come out of this device as orders arrive. With several devices, each ticket is printed by one of them.',
      'Bonurile de bucătărie se tipăresc pe acest dispozitiv pe măsură ce sosesc comenzile. Dacă sunt mai multe dispozitive, fiecare bon îl tipărește unul dintre ele.',
    ],
  },
  stations: {
    legend: ['Tickets of these stations', 'Bonurile acestor secții'],
    hint: [
      'Whatever no device prints can be printed from its order.',
      'Ce nu tipărește niciun dispozitiv se poate tipări din comandă.',
    ],
  },
  silent: {
    title: ['Automatic printing through the browser', 'Tipărire automată prin browser'],
    hint: [
      'This works only in a browser that was started for printing without a dialog, with pop-ups allowed for this page. Print a test page to find out.',
      'Funcționează numai într-un browser pornit pentru tipărire fără fereastră de confirmare, cu ferestrele pop-up permise pentru această pagină. Tipăriți o pagină de probă ca să aflați.',
    ],
    try: ['Print a test page', 'Tipăriți o pagină de probă'],
    page: ['Test page', 'Pagină de probă'],
    question: [
      'Did the paper come out without a dialog to confirm?',
      'A ieșit hârtia fără să apară fereastra de tipărire?',
    ],
    yes: ['Yes, it just came out', 'Da, a ieșit direct'],
    again: ['No, try again', 'Nu, încercați din nou'],
  },
  late: {
    title_one: ['Print {{count}} ticket that is waiting?', 'Tipăriți {{count}} bon care așteaptă?'],
    title_other: ['Print {{count}} tickets that are waiting?', 'Tipăriți {{count}} de bonuri care așteaptă?'],
    description: [
      'Older than 10 minutes. Each can also be printed from its order.',
      'Mai vechi de 10 minute. Se poate tipări și separat, din fiecare comandă.',
    ],
    leave: ['Do not print', 'Nu tipăriți'],
  },
} as const satisfies WordPairs
