/** Calls: guests at a table call the waiter or ask for the bill, and see when somebody is on the way. */
export { endPaidBillCalls } from './repo.ts'
export { readOpenCalls } from './service.ts'
