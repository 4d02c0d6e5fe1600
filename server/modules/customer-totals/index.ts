/** The figures of customers, computed from their orders. It does not import the orders module, which uses it. */
export {
  type CustomerFigures,
  countingSql,
  customerPhoneNumber,
  type OrderToCount,
  recountCustomer,
  searchedTexts,
} from './repo.ts'
