import { lazyPart } from '../../lib/loading/lazy-part.tsx'

export { AutomaticPrinter } from './automatic-printer.tsx'
export { printAtPrinter, usePrinters } from './print-document.ts'
export { PrintHistory, PrintMenu, usePrint } from './print-order.tsx'
export { PrinterButton, usePrinterWork, useTestPage } from './printer-button.tsx'
export { usePrinterStatus } from './this-device.tsx'
/** The button of the printers on the network, to be rendered once the page is idle: orders come first. */
export const NetworkPrinters = lazyPart(() => import('./network-printers.tsx'))
