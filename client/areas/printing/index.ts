export { printAtPrinter, usePrinters } from './print-document.ts'
export { documentOf, PrintHistory, PrintMenu, usePrint } from './print-order.tsx'
export { PrinterButton, usePrinterWork, useTestPage } from './printer-button.tsx'
export { AutomaticPrinter, usePrinterStatus } from './this-device.tsx'
