/** Customers: listed, merged, exported and erased by owners. Module `orders` counts their orders. */
export { eraseEachDay } from './privacy-clock.ts'
export { eraseAgain } from './service.ts'
