/** Printers on the network. */
export { PATIENCE, type Patience } from './line.ts'
export { readPrinterFacts } from './service.ts'
