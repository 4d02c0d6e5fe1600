/**
 * Orders: places each order once, lets owners change it, and sends changes to the boards and to the guest who ordered.
 */
export {
  applyChange,
  completeDelivered,
  completeDeliveredOf,
  lockOrdersAt,
  moveOrders,
  renumberOrders,
} from './change.ts'
export { type CustomerFigures, recountCustomer } from './customers-repo.ts'
export { countPlaced, placeInTransaction } from './place.ts'
export { type Origin, originsBy } from './place-repo.ts'
export { type BillPrint, claimForPrinter, noteBillPrint, writePrint } from './prints.ts'
export {
  announceOrderChanges,
  anonymousOrder,
  mayPrint,
  ordersOfCustomer,
  readOrders,
  reductionView,
  sees,
} from './read.ts'
export { customerFiguresOf, lockOrders, markOrder, ORDER_TOPIC, ORDERS_TOPIC, type OrderRow } from './repo.ts'
export { foldTotals, readTaken, uncountCustomer } from './summary-repo.ts'
