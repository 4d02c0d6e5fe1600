/** Printing an order's documents, on request or automatically, on this device's printer or through the browser. */

export { AutomaticPrinter } from './automatic-printer.tsx'
export { printAtPrinter, usePrinters } from './network-printers.ts'
export { PrintHistory, PrintMenu } from './print-menu.tsx'
export { documentOf, usePrint } from './print-order.ts'
export { PrinterButton, useTestPage } from './printer-button.tsx'
export { usePrinterStatus } from './printer-status.ts'
