/** Printing an order's documents, on request or automatically, and the state of this device's printer. */
/* Printing of documents: on the printer of the device, or through the browser. */

export { AutomaticPrinter } from './automatic-printer.tsx'
export { printDocument, toastNotPrinted, usePrinterStatus, useTestPage, withdrawNotPrinted } from './print-document.ts'
export { PrintHistory, PrintMenu } from './print-menu.tsx'
export { PrinterButton } from './printer-button.tsx'
