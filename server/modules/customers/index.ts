/** The people who order: listed, merged, exported and erased by the owner. Module `customer-totals` counts their orders. */
export { customersArea } from './area.ts'
