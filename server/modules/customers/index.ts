/** Customers: listed, merged, exported and erased by owners. Module `customer-totals` counts their orders. */
export { customersArea } from './area.ts'
export { eraseAgain } from './erasing/erase-again.ts'
