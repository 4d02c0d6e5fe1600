/** Fiscal receipts: which are due for what was paid, and what becomes of them. Payments and orders use it. */
export { announceLeft, makeReceipts, readLeft, remakeReceipts } from './bills.ts'
export { readFiscalFacts } from './bridge.ts'
export { withdrawReceipts } from './receipts.ts'
export { claimReceipts, countReceipts, eraseReceipts } from './receipts-repo.ts'
export { requireNoneUnderWay } from './service.ts'
export { switchFiscal } from './switch.ts'
