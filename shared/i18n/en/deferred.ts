import { allergenWords } from './guest/allergens.ts'
import { checkoutWords } from './guest/checkout.ts'
import { offlineWords } from './guest/offline.ts'
import { attemptWords, waitingOrderWords } from './guest/order-attempts.ts'
import { orderStatusWords } from './guest/order-status.ts'
import { sharedTableWords } from './guest/shared-sessions.ts'

/** What guests need later than the first view: ordering, the shared table, allergens, a lost network. */
export const deferred = {
  checkout: checkoutWords,
  orderStatus: orderStatusWords,
  offline: offlineWords,
  sharedTable: sharedTableWords,
  allergens: allergenWords,
  attempt: attemptWords,
  waitingOrder: waitingOrderWords,
}
