/** Orders: taken once, changed by the owner, shown live on every board and to the guest whose order it is. */
export { ordersArea } from './area.ts'
export { changeStatus } from './change.ts'
export { placeOnce, takeOrder } from './place.ts'
