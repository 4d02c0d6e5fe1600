import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getReport, type ReportFile } from '#shared/contracts/reports.ts'
import type { Language } from '#shared/domain/language.ts'
import { addressOf, callApi } from '../../lib/api/api.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import type { Period } from './period.ts'

/** The report of a period (docs/product.md#reports-refresh), and when its figures were added up; the period shown before stays until they are here. */
export function useReport({ from, to }: Period) {
  return useQuery({
    queryKey: [getReport.path, from, to],
    queryFn: async ({ signal }) => {
      const report = await callApi(getReport, { query: { from, to }, signal })
      return { report, at: serverNow() }
    },
    // Whoever opens a report wants today's figures; while it is open, orders do not change it.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** Where a part of a report comes from as a file. */
export const fileAddress = ({ from, to }: Period, part: ReportFile, lang: Language): string =>
  addressOf(getReport, { query: { from, to, as: 'csv', part, lang } })
