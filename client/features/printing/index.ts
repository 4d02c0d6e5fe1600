/** Printing an order's documents, on request or automatically, and the state of this device's printer. */
export { AutomaticPrinter } from './automatic-printer.tsx'
export { PrintHistory } from './print-history.tsx'
export { PrintMenu } from './print-menu.tsx'
export { PrinterButton } from './printer-button.tsx'
export { useTestPage } from './test-page.ts'
