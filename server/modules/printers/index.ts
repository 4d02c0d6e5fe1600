/** Printers on the network. */
export { PRINTER_TIMEOUTS, type PrinterTimeouts } from './line.ts'
export { readPrinterFacts } from './service.ts'
