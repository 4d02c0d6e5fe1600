import type { deferred as en } from '../en/deferred.ts'
import { allergenWords } from './guest/allergens.ts'
import { offlineWords } from './guest/offline.ts'
import { attemptWords, waitingOrderWords } from './guest/order-attempts.ts'
import { sharedTableWords } from './guest/shared-sessions.ts'

export const deferred: typeof en = {
  offline: offlineWords,
  sharedTable: sharedTableWords,
  allergens: allergenWords,
  attempt: attemptWords,
  waitingOrder: waitingOrderWords,
}
