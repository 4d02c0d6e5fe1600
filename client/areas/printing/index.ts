/** Printing an order's documents, on request or automatically, on this device's printer or through the browser. */

export { AutomaticPrinter } from './automatic-printer.tsx'
export { printDocument, toastNotPrinted, withdrawNotPrinted } from './print-document.ts'
export { PrintHistory, PrintMenu } from './print-menu.tsx'
export { PrinterButton, useTestPage } from './printer-button.tsx'
export { usePrinterStatus } from './printer-status.ts'
