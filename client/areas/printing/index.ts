/** Printing an order's documents, on request or automatically, and the state of this device's printer. */
export { AutomaticPrinter } from './automatic-printer.tsx'
export { PrintHistory } from './print-history.tsx'
export { PrintMenu } from './print-menu.tsx'
/* Printing of documents: on the printer of the device, or through the browser. */
export { toastNotPrinted, withdrawNotPrinted } from './printer/not-printed.ts'
export { printDocument } from './printer/print-document.ts'
export { usePrinterStatus } from './printer/printer-status.ts'
export { PrinterButton } from './printer-button.tsx'
export { useTestPage } from './test-page.ts'
