import { Armchair, X } from 'lucide-react'
import { lazy } from 'react'
import { withLabel } from '#shared/domain/table.ts'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { useTranslation } from '../../ui/index.ts'

/** The choice of a table, with which a phone enters waiter mode. */
export const TableDialog = lazy(importWithRetry(() => import('./table-dialog.tsx')))

interface WaiterBadgeProps {
  table: { number: number; label: string | null }
  onLeave: () => void
}

/** The table for which this phone orders, and a button to leave it (docs/product/tables.md#tables-waiter-mode). */
export function WaiterBadge({ table: { number, label }, onLeave }: WaiterBadgeProps) {
  const { t } = useTranslation()
  return (
    <div
      title={t('table.explanation')}
      className="inline-flex h-10 min-w-0 items-center gap-1.5 rounded-full bg-accent-soft pl-3 font-semibold text-small text-accent max-[26rem]:pl-2"
    >
      <Armchair className="size-4 shrink-0 max-md:hidden" />
      <span className="min-w-0 leading-tight">
        <span className="block truncate max-[22rem]:hidden">{withLabel(t('common.table', { number }), label)}</span>
        <span className="hidden max-[22rem]:block">{number}</span>
        <span className="block truncate font-medium text-xs">{t('table.waiterMode')}</span>
      </span>
      <button
        type="button"
        aria-label={t('table.leave')}
        title={t('table.leave')}
        onClick={onLeave}
        className="touch -ml-1.5 grid size-8 shrink-0 max-[26rem]:-ml-2 max-[26rem]:size-7 place-items-center rounded-full hover:bg-line"
      >
        <X className="size-4" />
      </button>
    </div>
  )
}
