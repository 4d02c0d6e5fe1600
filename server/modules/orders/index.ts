/** Orders: taken once, changed by the owner, shown live on every board and to the guest whose order it is. */
export { ordersArea } from './area.ts'
export { applyChange, completeDeliveredOf } from './changing/change.ts'
export { lockOrdersAt, moveOrders, renumberOrders } from './changing/move.ts'
export { placeOnce, takeOrder } from './placing/place.ts'
export { announceEachOrder, ordersOfCustomer } from './reading/of-customers.ts'
export { readOrders } from './reading/read.ts'
export { addToSummary } from './reading/summary-repo.ts'
export { customerFiguresOf } from './repo.ts'
