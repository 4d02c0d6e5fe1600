import { isRetentionShorter } from '#shared/domain/customers/retention.ts'

/** The retention of guests' data as stored in the settings. */
export interface Retention {
  /** The number of months after which guests' data is erased; null for never. */
  retentionMonths: number | null
  /** Nothing is erased before this time; null if the retention is already in force. */
  retentionStartsAt: Date | null
}

const START_DELAY_MS = 24 * 60 * 60_000

/**
 * The retention after a change (docs/product/privacy.md#privacy-clock-start): a first or shorter retention starts a day
 * later, so that a mistake can be undone; a longer one keeps its start. Undefined if `months` is undefined.
 */
export function changedRetention(
  before: Retention,
  months: number | null | undefined,
  now: Date,
): Retention | undefined {
  if (months === undefined) return undefined
  const { retentionMonths: previous, retentionStartsAt } = before
  if (months === null) return { retentionMonths: null, retentionStartsAt: null }
  const startsAt = isRetentionShorter(previous, months) ? new Date(now.getTime() + START_DELAY_MS) : retentionStartsAt
  return { retentionMonths: months, retentionStartsAt: startsAt }
}

/** The future start of the retention; null if it has started or there is none. */
export function retentionStart({ retentionMonths, retentionStartsAt }: Retention, now: Date): Date | null {
  return retentionMonths !== null && retentionStartsAt && retentionStartsAt > now ? retentionStartsAt : null
}

/** The retention in force at `now`, in months; null if nothing is erased. */
export function retentionAt(retention: Retention, now: Date): number | null {
  return retentionStart(retention, now) ? null : retention.retentionMonths
}
