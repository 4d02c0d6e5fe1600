/** The figures of customers, computed from their orders. It does not import the orders module, which uses it. */
export { countOrder, customerPhoneNumber, recountCustomer } from './totals.ts'
