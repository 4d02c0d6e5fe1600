import { Info } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/parts/button.tsx'
import { Skeleton } from '../../../ui/parts/skeleton.tsx'
import type { GuestTable } from './use-guest-table.ts'

/** Shown in the table's row while there is no table; as tall as the badge, so that nothing moves. */
export function NoTable({ table: { problem, retry } }: { table: GuestTable }) {
  const { t } = useTranslation()
  if (problem === 'unknown') {
    return (
      <p role="status" className="flex items-center gap-2 text-[13px] leading-[17px]">
        <Info aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <span className="text-balance">{t('table.unknown')}</span>
      </p>
    )
  }
  if (problem === 'notChecked') {
    return (
      <div role="alert" className="flex grow items-center justify-between gap-3 text-sm leading-[18px]">
        <p>{t('table.notChecked')}</p>
        <Button variant="outline" size="small" className="shrink-0" onClick={retry}>
          {t('common.tryAgain')}
        </Button>
      </div>
    )
  }
  return <Skeleton className="h-9 w-48 rounded-full" />
}
