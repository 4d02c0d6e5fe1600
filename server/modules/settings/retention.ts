import { isRetentionShorter } from '#shared/domain/retention.ts'

/** After how many months guests' data goes by itself, as the settings keep it. */
export interface Retention {
  /** Null for never. */
  retentionMonths: number | null
  /** Before this nothing goes at all, whatever held before. */
  retentionStartsAt: Date | null
}

const STARTS_AFTER_MS = 24 * 60 * 60_000

/**
 * The retention after a change (docs/product.md#privacy-clock-start): a first or shorter time starts a day later, so that a
 * slip can be taken back; a longer one keeps the start that there is. Nothing if none was sent.
 */
export function changedRetention(
  before: Retention,
  months: number | null | undefined,
  now: Date,
): Retention | undefined {
  if (months === undefined) return undefined
  const { retentionMonths: was, retentionStartsAt } = before
  if (months === null) return { retentionMonths: null, retentionStartsAt: null }
  const startsAt = isRetentionShorter(was, months) ? new Date(now.getTime() + STARTS_AFTER_MS) : retentionStartsAt
  return { retentionMonths: months, retentionStartsAt: startsAt }
}

/** When a retention that is set starts; null where it has started, or where there is none. */
export function retentionStart({ retentionMonths, retentionStartsAt }: Retention, now: Date): Date | null {
  return retentionMonths !== null && retentionStartsAt && retentionStartsAt > now ? retentionStartsAt : null
}

/** The months by which data goes at a moment; null while nothing goes. */
export function retentionAt(retention: Retention, now: Date): number | null {
  return retentionStart(retention, now) ? null : retention.retentionMonths
}
