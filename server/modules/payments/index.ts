/** Bills of tables, payments of orders, and the day's end. */
export { readBill } from './bills.ts'
export {
  erasePayers,
  eraseReasons,
  findForgottenDay,
  readDay,
  readOpenDay,
  requireClosedDay,
  storeDay,
} from './days.ts'
export { paymentOf } from './view.ts'
