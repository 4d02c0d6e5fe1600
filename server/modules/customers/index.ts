/** The people who order: known by their phone number, counted by their orders. */
export { countOrder, customerNumber, recount } from './visits.ts'
