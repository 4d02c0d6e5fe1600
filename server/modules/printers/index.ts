/** Printers on the network, for the checks. */
export { readPrinterFacts } from './service.ts'
