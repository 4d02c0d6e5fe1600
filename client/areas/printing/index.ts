export { printAtPrinter, usePrinters } from './print-document.ts'
export { documentOf, PrintHistory, PrintMenu, usePrint } from './print-order.tsx'
export { AutomaticPrinter, PrinterButton, usePrinterWork, useTestPage } from './printer-button.tsx'
export { usePrinterStatus } from './this-device.tsx'
