/** How orders count for the people who place them. It knows nothing of orders' own rows, so that orders may use it. */
export { countOrder, customerNumber, recount } from './totals.ts'
