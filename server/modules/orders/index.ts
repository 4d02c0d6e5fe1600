/**
 * Orders: places each order once, lets owners change it, and sends changes to the boards and to the guest who ordered.
 */
export { applyChange, completeDeliveredOf } from './changing/change.ts'
export { lockOrdersAt, moveOrders, renumberOrders } from './changing/move.ts'
export { countPlaced, NO_LIMIT, placeInTransaction, placeOnce } from './placing/place.ts'
export { type BillPrint, noteBillPrint } from './printing/prints.ts'
export { announceOrderChanges, ordersOfCustomer } from './reading/customer-orders.ts'
export { readOrders } from './reading/read.ts'
export { addToSummary } from './reading/summary-repo.ts'
export { customerFiguresOf } from './repo.ts'
export { ORDER_TOPIC, ORDERS_TOPIC } from './topic.ts'
