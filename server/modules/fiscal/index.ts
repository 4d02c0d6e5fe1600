/** Fiscal receipts: which are due for what was paid, and what becomes of them. Payments and orders use it. */
export { announceLeft, makeReceipts, readLeft, remakeReceipts, withdrawReceipts } from './bills.ts'
export { readFiscalFacts } from './bridge.ts'
export {
  claimReceipts,
  countReceipts,
  type EntryWithShares,
  entriesWithShares,
  eraseReceipts,
  readPaymentsOf,
} from './repo.ts'
export { requireNoneUnderWay, switchFiscal } from './service.ts'
