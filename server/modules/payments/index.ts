/** Payments of orders and the day's end. */
export {
  erasePayers,
  eraseReasons,
  findForgottenDay,
  lockOpenDay,
  readDay,
  readOpenDay,
  requireClosedDay,
  storeDay,
} from './days.ts'
export { readConnected, readPaymentsOf } from './repo.ts'
export { paymentOf, paymentsOf, paymentView } from './view.ts'
