/** The people who order: known by their phone number, counted by their orders. */
export { type CustomerChange, countOrder, customerNumber, recount } from './visits.ts'
