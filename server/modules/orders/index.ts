/** Orders: taken once, changed by the owner, told to every board and to the guest whose order it is. */
export { changeStatus, completeDelivered } from './change.ts'
export { tellBoards, tellGuests } from './live.ts'
export { placeOrder, takeOrder } from './place.ts'
export { orderRoutes } from './routes.ts'
export { ORDER_TOPIC, ORDERS_TOPIC } from './topic.ts'
