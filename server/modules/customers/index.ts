/** Customers: listed, merged, exported and erased by owners. Module `customer-totals` counts their orders. */
export { eraseAgain } from './service.ts'
