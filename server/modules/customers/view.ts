import type { Customer } from '#shared/contracts/customers.ts'
import { averageOrderValue, segmentOf, tierOf, visitFrequency } from '#shared/domain/loyalty.ts'
import type { CustomerRow } from './repo.ts'

/** What leaves the server of a customer: what is kept, and what follows from it. */
export function customerView(row: CustomerRow, otherNumbers: string[], now: Date): Customer {
  const { orderCount, totalSpent } = row
  const lastOrder = row.lastOrder?.toISOString() ?? null
  return {
    ...row,
    otherNumbers,
    averageOrderValue: averageOrderValue(totalSpent, orderCount),
    visitFrequency: visitFrequency(orderCount, row.firstOrder, now),
    firstOrder: row.firstOrder?.toISOString() ?? null,
    lastOrder,
    lastVisit: lastOrder,
    loyaltyTier: tierOf(orderCount),
    segment: segmentOf(orderCount),
  }
}
