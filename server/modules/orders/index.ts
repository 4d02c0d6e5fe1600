/** Orders: taken once, changed by the owner, told to every board. */
export { changeStatus, completeDelivered } from './change.ts'
export { tellBoards } from './live.ts'
export { type OrderToTake, placeOrder, takeOrder } from './place.ts'
export { orderRoutes } from './routes.ts'
export { ORDER_TOPIC } from './topic.ts'
