import { Printer } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bill } from '#shared/contracts/bills.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { type Currency, moneyParts } from '#shared/domain/money.ts'
import { byGuest, MIN_PARTS } from '#shared/domain/orders/bill.ts'
import { guestBill, guestBills, partBills, tableBill } from '#shared/domain/printing/bill.ts'
import type { PrintedRow } from '#shared/domain/printing/columns.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { ChoiceChips } from '../../ui/inputs/choice-chips.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Button } from '../../ui/parts/button.tsx'
import { EmptyState } from '../../ui/parts/empty-state.tsx'
import { LoadFailure } from '../../ui/parts/load-failed.tsx'
import { Money } from '../../ui/parts/money.tsx'
import { Skeleton } from '../../ui/parts/skeleton.tsx'
import { LiveBanner } from '../orders/index.ts'
import { BillLines, EqualParts, GuestSums } from './bill-views.tsx'
import { usePrintBill } from './print-bill.ts'
import { useBill } from './use-bill.ts'

interface BillDialogProps {
  open: boolean
  table: Pick<Table, 'id' | 'number'>
  onClose: () => void
}

/** The bill of a table: whole, by guest or in equal parts (docs/product/tables.md#tables-bill). */
export default function BillDialog({ open, table, onClose }: BillDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog open={open} onOpenChange={onClose} title={t('bills.title', { number: table.number })}>
      {/* A round may have come in since the connection was lost. */}
      <LiveBanner />
      <FetchedBill tableId={table.id} />
    </Dialog>
  )
}

function FetchedBill({ tableId }: { tableId: number }) {
  const { t } = useTranslation()
  const { data: bill, error, isFetching, refetch } = useBill(tableId)
  if (error && !isFetching) return <LoadFailure description={errorMessage(error)} onRetry={() => void refetch()} />
  if (bill?.lines.length === 0) return <EmptyState title={t('bills.empty')} description={t('bills.emptyDescription')} />
  if (bill) return <ShownBill tableId={tableId} bill={bill} />
  return (
    <div role="status">
      <span className="sr-only">{t('bills.loading')}</span>
      <Skeleton className="h-60" />
    </div>
  )
}

type View = 'whole' | 'byGuest' | 'equal'

function ShownBill({ tableId, bill }: { tableId: number; bill: Bill }) {
  const { t } = useTranslation()
  const settings = useSettings()
  const [chosen, setChosen] = useState<View>('whole')
  const [count, setCount] = useState(MIN_PARTS)
  const { print, isPrinting } = usePrintBill(tableId)
  const guests = byGuest(bill.lines)
  const hasGuests = guests.length > 1
  // The guests may be gone since the choice.
  const view = chosen === 'byGuest' && !hasGuests ? 'whole' : chosen
  const views = hasGuests ? (['whole', 'byGuest', 'equal'] as const) : (['whole', 'equal'] as const)
  const papers: Record<View, { count: number; rows: () => PrintedRow[] }> = {
    whole: { count: 1, rows: () => tableBill(bill, settings) },
    byGuest: { count: guests.length, rows: () => guestBills(bill, settings) },
    equal: { count, rows: () => partBills(bill, count, settings) },
  }
  const paper = papers[view]
  return (
    <>
      <ChoiceChips
        label={t('bills.how')}
        value={view}
        onChange={setChosen}
        options={views.map((value) => ({ value, label: t(`bills.${value}`) }))}
      />
      <div className="pt-4">
        {view === 'whole' && <BillLines bill={bill} lines={bill.lines} />}
        {view === 'byGuest' && (
          <GuestSums
            bill={bill}
            guests={guests}
            isPrinting={isPrinting}
            onPrint={(guest) => void print(bill, guestBill(bill, guest, settings))}
          />
        )}
        {view === 'equal' && <EqualParts bill={bill} count={count} onCount={setCount} />}
      </div>
      <div className="sticky -bottom-5 z-1 -mx-5 mt-5 -mb-5 border-line border-t bg-paper px-5 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:rounded-b-drawer sm:px-6">
        <Total total={bill.total} currency={bill.currency} />
        <Button
          size="large"
          pending={isPrinting}
          onClick={() => void print(bill, paper.rows())}
          className="mt-2 w-full"
        >
          <Printer aria-hidden="true" className="size-5" />
          {paper.count === 1 ? t('bills.print') : t('bills.printAll', { count: paper.count })}
        </Button>
      </div>
    </>
  )
}

function Total({ total, currency }: { total: number; currency: Currency }) {
  const { t } = useTranslation()
  return (
    <p role="status" className="flex items-baseline justify-between gap-3">
      <span className="font-semibold">{t('bills.total')}</span>
      <Money parts={moneyParts(total, currency)} className="display text-[26px]" />
    </p>
  )
}
