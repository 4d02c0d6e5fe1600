/** The bill of a table over all its open orders, and the record of its prints. */
export { billsArea } from './area.ts'
