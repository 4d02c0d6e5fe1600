import { Button, Spinner, useTranslation } from '../../ui/index.ts'
import type { GuestTable } from './use-guest-table.ts'

/** Shown in place of the order form until the table is known, so that no order is sent without its table. */
export default function TableCheck({ table }: { table: GuestTable }) {
  const { t } = useTranslation()
  const failed = table.problem === 'notChecked'
  return (
    <section role="status" className="flex flex-col items-start gap-3 rounded-card bg-sunk p-4 text-body">
      <p className="flex items-center gap-2.5 font-medium">
        {!failed && <Spinner className="size-5" />}
        {failed ? t('table.notChecked') : t('table.checking')}
      </p>
      <div className="flex flex-wrap gap-2">
        {failed && <Button onClick={table.retry}>{t('common.tryAgain')}</Button>}
        <Button variant="outline" onClick={table.leave}>
          {t('table.without')}
        </Button>
      </div>
    </section>
  )
}
