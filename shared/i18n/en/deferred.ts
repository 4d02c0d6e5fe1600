import { allergenWords } from './guest/allergens.ts'
import { callWords } from './guest/calls.ts'
import { checkoutWords } from './guest/checkout.ts'
import { formWords } from './guest/forms.ts'
import { landingWords, notFoundWords } from './guest/landing.ts'
import { attemptWords, waitingOrderWords } from './guest/order-attempts.ts'
import { orderStatusWords } from './guest/order-status.ts'
import { sharedTableWords } from './guest/shared-sessions.ts'

/** What guests need later than the menu: ordering, the shared table, allergens, other pages. */
export const deferred = {
  ...formWords,
  landing: landingWords,
  notFound: notFoundWords,
  calls: callWords,
  checkout: checkoutWords,
  orderStatus: orderStatusWords,
  sharedTable: sharedTableWords,
  allergens: allergenWords,
  attempt: attemptWords,
  waitingOrder: waitingOrderWords,
}
