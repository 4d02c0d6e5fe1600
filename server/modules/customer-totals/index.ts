/** The figures of customers, computed from their orders. It does not import the orders module, which uses it. */
export { foldedTexts, type OrderToCount } from './repo.ts'
export { customerPhoneNumber, recountCustomer } from './totals.ts'
