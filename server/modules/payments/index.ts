/** Bills of tables, payments of orders, and the day's end. */
export { paymentOf, readBill } from './bills.ts'
export {
  erasePayers,
  eraseReasons,
  findForgottenDay,
  readDay,
  readOpenDay,
  requireClosedDay,
  storeDay,
} from './days.ts'
