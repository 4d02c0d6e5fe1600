/** The figures of customers, computed from their orders. It does not import the orders module, which uses it. */
export { customerPhoneNumber, foldedTexts, type OrderToCount, recountCustomer } from './repo.ts'
