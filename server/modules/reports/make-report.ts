import type { Report, ReportPart } from '#shared/contracts/reports.ts'
import { CURRENCIES, type Currency } from '#shared/domain/money.ts'
import { mergeDishes } from './dishes.ts'
import { partOf } from './part.ts'
import { addSums, emptySums, type SumsByCurrency } from './sums.ts'

/** The sums of some business days: of past months as stored, in JSON, and of other days as read from their orders. */
export type PieceSums = string | SumsByCurrency

/** What a report is made of. */
export interface ReportSource {
  periods: Omit<Report, 'parts'>
  /** The currency of the restaurant today. */
  currency: Currency
  /** Ids of all dishes that exist. */
  dishIds: ReadonlySet<number>
  sums: readonly PieceSums[]
  /** The sums of the period before. */
  before: readonly PieceSums[]
}

/** Dishes are merged after this many pieces: after each, it would take more time; only at the end, more memory. */
const MERGE_EVERY = 12

/** Adds up the sums of a report. Takes some 50 ms for ten years, so it runs in a thread of its own (worker.ts). */
export function makeReport({ periods, currency, dishIds, ...pieces }: ReportSource): Report {
  const sums = addUp(pieces.sums, dishIds)
  const before = addUp(pieces.before, dishIds)
  const usedCurrencies = CURRENCIES.filter((candidate) => sums[candidate] || before[candidate])
  const shownCurrencies = usedCurrencies.length > 0 ? usedCurrencies : [currency]
  shownCurrencies.sort((a, b) => Number(b === currency) - Number(a === currency))
  const parts = shownCurrencies.map((partCurrency): ReportPart => {
    const [current, periodBefore] = [sums[partCurrency] ?? emptySums(), before[partCurrency] ?? emptySums()]
    return partOf(partCurrency, { sums: current, before: periodBefore, periods, dishIds })
  })
  return { ...periods, parts }
}

function addUp(pieces: readonly PieceSums[], dishIds: ReadonlySet<number>): SumsByCurrency {
  const totals: SumsByCurrency = {}
  const mergeAll = () => {
    for (const sums of Object.values(totals)) sums.dishes = mergeDishes(sums.dishes, dishIds)
  }
  for (const [i, piece] of pieces.entries()) {
    const sums: SumsByCurrency = typeof piece === 'string' ? JSON.parse(piece) : piece
    for (const currency of CURRENCIES) {
      const added = sums[currency]
      if (!added) continue
      totals[currency] ??= emptySums()
      addSums(totals[currency], added)
    }
    if (i % MERGE_EVERY === MERGE_EVERY - 1) mergeAll()
  }
  mergeAll()
  return totals
}
