import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getReport, type ReportFile } from '#shared/contracts/reports.ts'
import type { Language } from '#shared/domain/language.ts'
import { addressOf, callApi } from '../../lib/api/api.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import type { Period } from './period.ts'

/**
 * The report of a period (docs/product/reports.md#reports-refresh), with the server's time at which it was fetched.
 * While it loads, the previous report stays.
 */
export function useReport({ from, to }: Period) {
  return useQuery({
    queryKey: [getReport.path, from, to],
    queryFn: async ({ signal }) => {
      const report = await callApi(getReport, { query: { from, to }, signal })
      return { report, fetchedAt: serverNow() }
    },
    // Fetched each time it is opened; while it is open, new orders do not change it.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** The URL of a part of a report as a CSV file. */
export const fileAddress = ({ from, to }: Period, part: ReportFile, lang: Language): string =>
  addressOf(getReport, { query: { from, to, as: 'csv', part, lang } })
