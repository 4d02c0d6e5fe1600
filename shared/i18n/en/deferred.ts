import { allergenWords } from './guest/allergens.ts'
import { offlineWords } from './guest/offline.ts'
import { attemptWords, waitingOrderWords } from './guest/order-attempts.ts'
import { sharedTableWords } from './guest/shared-sessions.ts'

/** What guests need later than the first view: the shared table, allergens, an order that is not decided, a lost network. */
export const deferred = {
  offline: offlineWords,
  sharedTable: sharedTableWords,
  allergens: allergenWords,
  attempt: attemptWords,
  waitingOrder: waitingOrderWords,
}
