import { ConciergeBell, X } from 'lucide-react'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { withLabel } from '#shared/domain/table-name.ts'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'

/** The choice of a table, with which a phone enters waiter mode. */
export const TableDialog = lazy(importWithRetry(() => import('./table-dialog.tsx')))

interface WaiterBadgeProps {
  table: { number: number; label: string | null }
  onLeave: () => void
}

/** A badge in waiter mode: the table for which this phone orders, and a button to leave it. */
export function WaiterBadge({ table: { number, label }, onLeave }: WaiterBadgeProps) {
  const { t } = useTranslation()
  return (
    <div className="inline-flex h-9 min-w-0 items-center gap-2 rounded-full bg-accent-soft pl-3 text-[13.5px] font-semibold text-accent max-[26rem]:gap-0.5 max-[26rem]:text-[12.5px]">
      <ConciergeBell aria-hidden="true" className="size-4 shrink-0 max-[26rem]:hidden" />
      <span className="min-w-0 truncate">
        {t('table.waiterMode')} · {withLabel(t('common.table', { number }), label)}
      </span>
      <button
        type="button"
        aria-label={t('table.leave')}
        title={t('table.leave')}
        onClick={onLeave}
        className="touch grid size-9 shrink-0 place-items-center rounded-full hover:bg-line"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  )
}
