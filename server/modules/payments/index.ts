/** Payments of orders and the day's end, for the bill, the checks and the privacy clock. */
export { erasePayers, eraseReasons, findForgottenDay, readDay, readOpenDay, storeDay } from './days.ts'
export { paymentOf, paymentsOf } from './service.ts'
