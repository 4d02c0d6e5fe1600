import { useQuery } from '@tanstack/react-query'
import { Armchair, X } from 'lucide-react'
import { useCallback } from 'react'
import type { getTables } from '#shared/contracts/tables.ts'
import { withLabel } from '#shared/domain/table.ts'
import { callApi } from '../../lib/api/api.ts'
import { areaKey } from '../../lib/api/query.ts'
import { t } from '../../ui/index.ts'

export const tablesQuery = {
  queryKey: areaKey('tables'),
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi<typeof getTables>('GET /api/tables', { signal }),
}

export function useTables(isNeeded: boolean) {
  return useQuery({ ...tablesQuery, enabled: isNeeded })
}

/** The label of the table with a number; null without one, or on a page that has not loaded the tables. */
export function useTableLabels(): (number: number) => string | null {
  const { data } = useTables(false)
  return useCallback((number) => data?.find((table) => table.number === number)?.label ?? null, [data])
}

interface WaiterBadgeProps {
  table: { number: number; label: string | null }
  onLeave: () => void
}

/** The table for which this phone orders, and a button to leave it (docs/product/tables.md#tables-waiter-mode). */
export function WaiterBadge({ table: { number, label }, onLeave }: WaiterBadgeProps) {
  return (
    <div
      title={t('table.explanation')}
      className="pill h-10 gap-1.5 bg-accent-soft pl-3 text-accent text-small max-[26rem]:gap-1 max-[26rem]:pl-2"
    >
      <Armchair className="size-4 shrink-0 max-md:hidden" />
      <span className="min-w-0 leading-tight">
        <span className="block max-w-19 truncate md:max-w-60">{withLabel(t('common.table', { number }), label)}</span>
        <span className="block font-medium text-xs">{t('table.waiterMode')}</span>
      </span>
      <button
        type="button"
        aria-label={t('table.leave')}
        title={t('table.leave')}
        onClick={onLeave}
        className="disc touch -ml-1.5 size-8 hover:bg-line max-[26rem]:-ml-2 max-[26rem]:size-7"
      >
        <X className="size-4" />
      </button>
    </div>
  )
}
