/** Bills: what a table has to pay, over all its open orders. */
export { readBill } from './service.ts'
