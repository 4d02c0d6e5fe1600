/*
 * Printers on the network, and what they print. Orders and settings use this module, whose other files use them: what is
 * exported here imports no other module.
 */
export { PRINTER_TIMEOUTS, type PrinterTimeouts } from './line.ts'
export {
  addJobs,
  findDevice,
  followTickets,
  PRINTS_TICKETS_SQL,
  type PrinterRow,
  readStationsWithPrinter,
  withdrawJobs,
} from './repo.ts'
export { type DeviceOf, devicesByToken, noteHeard, readPrinterFacts } from './state.ts'
