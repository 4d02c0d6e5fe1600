/** Orders: taken once, changed by the owner, shown live on every board and to the guest whose order it is. */
export { ordersArea } from './area.ts'
export { applyChange, completeDeliveredOf } from './change.ts'
export { lockOrdersAt, moveOrders, renumberOrders } from './move.ts'
export { announceEachOrder, ordersOfCustomer } from './of-customers.ts'
export { placeOnce, takeOrder } from './place.ts'
export { readOrders } from './read.ts'
export { customerFiguresOf } from './repo.ts'
export { addToSummary } from './summary-repo.ts'
