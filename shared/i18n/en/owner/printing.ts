/** Printing, and the headings on paper. */
export const printingWords = {
  printReceipt: 'Print receipt',
  more: 'Print something else of order #{{id}}',
  sentTo: 'Sent to {{name}}',
  kinds: {
    receipt: 'Receipt',
    bill: 'Bill (notă de plată)',
    kitchen: 'Kitchen ticket',
    removal: 'Removal slip',
    cancellation: 'Cancellation slip',
    move: 'Move slip',
  },
  toPrint: {
    bill: 'Print the bill (notă de plată)',
    kitchen: 'Print the kitchen ticket',
    removal: 'Print the removal slip',
    cancellation: 'Print the cancellation slip',
    move: 'Print the move slip',
  },
  copy: '{{kind}}, copy',
  atStation: '{{kind}} · {{station}}',
  allStations: '{{kind}}, all stations',
  sent: 'Sent to print: {{prints}}',
  print: '{{kind}} {{time}} ({{user}})',
  notPrinted: 'Not printed: nothing came out at the last try.',
  failed: 'Printing Error',
  failedDescription: 'Failed to print receipt. Please try again.',
  blocked: 'Could not open print window. Pop-up blocker might be enabled.',
  notRecorded: 'Printed, but not recorded with the order',
  /** On kitchen tickets, in the restaurant's language. */
  paper: {
    dineIn: 'DINE-IN',
    takeaway: 'TAKEAWAY',
    pickup: 'PICKUP',
    copy: 'COPIE',
    left: '{{quantity}} left to make',
    removal: 'CANCELLED',
    cancellation: 'WHOLE ORDER CANCELLED',
    move: 'MOVED',
    tooLong: 'LINES IN ALL: {{lines}}. THE REST IS ON THE SCREEN.',
  },
  printer: {
    title: 'Printer',
    description: 'How this device prints. Other devices keep their own choice.',
    ready: 'The built-in printer is ready.',
    notReady: 'There is no built-in printer: documents are printed through the browser.',
    isOffline: 'printer offline',
    online: 'This device is online.',
    offline: 'This device is offline.',
    queue_one: '{{count}} document is waiting for the printer.',
    queue_other: '{{count}} documents are waiting for the printer.',
    nothingWaits: 'Nothing is waiting for the printer.',
  },
  byItself: {
    label: 'Print new orders automatically',
    hint: 'Kitchen tickets come out of this device as orders arrive. With several devices, each ticket is printed by one of them.',
  },
  stations: {
    legend: 'Tickets of these stations',
    hint: 'Whatever no device prints can be printed from its order.',
    removed: 'A station that was chosen here has been removed. Its tickets, and those of {{station}}, come out here.',
  },
  silent: {
    title: 'Automatic printing through the browser',
    hint: 'This works only in a browser that was started for printing without a dialog, with pop-ups allowed for this page. Print a test page to find out.',
    try: 'Print a test page',
    page: 'Test page',
    question: 'Did the paper come out without a dialog to confirm?',
    yes: 'Yes, it just came out',
    again: 'No, try again',
  },
  late: {
    title_one: 'Print {{count}} ticket that is waiting?',
    title_other: 'Print {{count}} tickets that are waiting?',
    description: 'Older than 10 minutes. Each can also be printed from its order.',
    print: 'Print',
    leave: 'Do not print',
  },
}

export const printingRefusals = {
  claimed: 'Another device is printing this',
  printed: 'This has been printed',
  nothing_to_print: 'The kitchen no longer needs this ticket',
  decided: 'Somebody has already decided this, or it was printed meanwhile',
  wrong_number: 'This is not the number on the last test page',
  printer_off: 'This printer is switched off in Masa',
  too_many_printers: 'There can be at most 16 printers',
}

/** Messages of the rules about printers. */
export const printerValidation = {
  printerAddress: 'Enter the printer’s address in the network, for example 192.168.1.40',
  printerPort: 'Enter a port from 1024 to 65535; most printers use 9100',
  printWhat: 'This document cannot be printed of that',
}
