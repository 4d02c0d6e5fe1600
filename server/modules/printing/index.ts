/*
 * Printers on the network, and what they print. Orders and settings use this module, whose other files use them: what is
 * exported here imports no other module.
 */
export {
  addReceipts,
  announceFiscal,
  readProfile,
  readStandingReceipts,
  refuseWaiting,
  withdrawReceipts,
} from './fiscal/receipts.ts'
export {
  claimReceipts,
  countReceipts,
  eraseReceipts,
} from './fiscal/receipts-repo.ts'
export { PRINTER_TIMEOUTS, type PrinterTimeouts } from './line.ts'
export { readFiscalFacts, readPrinterFacts } from './state.ts'
export {
  addJobs,
  followTickets,
  PRINTS_TICKETS_SQL,
  readStationsWithPrinter,
  withdrawJobs,
} from './ticket-jobs-repo.ts'
