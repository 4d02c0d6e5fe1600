import { PauseCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../lib/settings.ts'
import { Button } from '../../ui/button.tsx'
import type { GuestTable } from './use-table.ts'

const NOTICE = 'mt-4 rounded-card border border-line bg-card px-4 py-3 text-[15px]'

/** What a guest should know before choosing: orders are paused, or the table of the address is none. */
export function MenuNotices({ table }: { table: GuestTable }) {
  const { t } = useTranslation()
  const { ordersPaused } = useSettings()
  return (
    <>
      {ordersPaused && (
        <div role="status" className="mt-4 flex gap-3 rounded-card bg-pending-soft px-4 py-3 text-[15px]">
          <PauseCircle aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-pending" />
          <p>
            <strong className="font-semibold">{t('menu.paused')}</strong> {t('menu.pausedDescription')}
          </p>
        </div>
      )}
      {table.problem === 'unknown' && (
        <p role="status" className={NOTICE}>
          {t('table.unknown')}
        </p>
      )}
      {table.problem === 'notChecked' && (
        <div role="alert" className={`${NOTICE} flex items-center justify-between gap-3`}>
          <p>{t('table.notChecked')}</p>
          <Button look="outline" size="small" onClick={table.retry}>
            {t('common.tryAgain')}
          </Button>
        </div>
      )}
    </>
  )
}
