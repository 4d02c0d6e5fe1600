import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { type Bill, getBill, recordBillPrint } from '#shared/contracts/bills.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { type Currency, formatMoney, linesTotal, lineTotal, moneyParts } from '#shared/domain/money.ts'
import { byGuest, equalParts, type GuestLines, MAX_PARTS, MIN_PARTS, mergedLines } from '#shared/domain/orders/bill.ts'
import { guestBill, guestBills, partBills, tableBill } from '#shared/domain/printing/bill.ts'
import type { PrintedRow } from '#shared/domain/printing/columns.ts'
import { callApi } from '../../lib/api/api.ts'
import { queryClient, refetchChanged } from '../../lib/api/query.ts'
import { randomKey } from '../../lib/changes/add-once.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { followLive } from '../../lib/live/live.ts'
import { NotLoaded } from '../../lib/loading/list.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import {
  Button,
  ChoiceChips,
  Dialog,
  EmptyState,
  IconButton,
  language,
  Money,
  Part,
  StatusStrip,
  Stepper,
  StickyFooter,
  type StripNotice,
  t,
} from '../../ui/index.ts'
import { dishName, guestText, OrderLineView, useLiveNotice } from '../orders/index.ts'
import { BillDue, PaymentList } from '../payments/index.ts'
import { lineInsteadOf } from '../prices/index.ts'
import { OrderReceipts, printAtPrinter, usePrint } from '../printing/index.ts'

function useBill(tableId: number) {
  useEffect(() => {
    const key = keyOf(tableId)
    const refetch = () => void refetchChanged(key)
    return followLive({
      opened() {
        // When it is called for the first time, the bill is being fetched.
        if (queryClient.getQueryData(key)) refetch()
      },
      ORDERS_CHANGED: refetch,
      ORDER_UPDATE({ payload: { id, tableId: orderedAt } }) {
        if (orderedAt === tableId || queryClient.getQueryData<Bill>(key)?.orderIds.includes(id)) refetch()
      },
    })
  }, [tableId])
  return useQuery({
    queryKey: keyOf(tableId),
    queryFn: ({ signal }) => callApi(getBill, { params: { id: String(tableId) }, signal }),
    // An old bill must never be shown or printed.
    gcTime: 0,
  })
}

const keyOf = (tableId: number) => ['bill', String(tableId)] as const

function usePrintBill(tableId: number) {
  const { print, isPrinting } = usePrint()
  const printBill = ({ tableNumber: number, orderIds }: Bill, lines: readonly PrintedRow[], isWhole: boolean) => {
    if (isWhole && printAtPrinter({ document: 'bill', tableId })) return
    const record = () =>
      sendChange(recordBillPrint, {
        params: { id: String(tableId) },
        // Those that the paper shows: a round may have come in while it was printed.
        body: { kind: 'bill', orderIds },
        headers: { 'Idempotency-Key': randomKey() },
      })
    void print({ title: t('bills.title', { number }), lines }, { record })
  }
  return { print: printBill, isPrinting }
}

type BillLine = Bill['lines'][number]

/** The dishes with their quantities and sums, in the restaurant's language; each dish once with the same options. */
function BillLines({ bill, lines }: { bill: Bill; lines: readonly BillLine[] }) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {mergedLines(lines).map((line) => (
        <OrderLineView
          key={line.id}
          quantity={line.quantity}
          name={dishName(t, language, line)}
          amount={(line.partOf === null || line.price > 0) && formatMoney(lineTotal(line), bill.currency)}
          detail={lineInsteadOf(bill.currency, line)}
          options={line.options}
          isPart={line.partOf !== null}
        />
      ))}
    </ul>
  )
}

interface GuestSumsProps {
  bill: Bill
  guests: readonly GuestLines<BillLine>[]
  isPrinting: boolean
  onPrint: (guest: GuestLines<BillLine>) => void
  /** A tap on a guest who owes something; empty for what is the table's. */
  onPay: (guest: string) => void
}

function GuestSums({ bill, guests, isPrinting, onPrint, onPay }: GuestSumsProps) {
  return (
    <ul className="space-y-4">
      {guests.map((guestLines) => {
        const guest = guestLines.guest === null ? t('bills.wholeTable') : guestText(guestLines.guest)
        const { due = 0 } = bill.guests.find(({ guestName }) => guestName === guestLines.guest) ?? {}
        return (
          <li key={guestLines.guest}>
            <div className="relative flex items-center gap-2 pb-1.5">
              <h3 className="min-w-0 flex-1 break-words font-semibold">
                {due > 0 ? (
                  <button
                    type="button"
                    aria-haspopup="dialog"
                    aria-label={`${t('due.take')}: ${guest}`}
                    onClick={() => onPay(guestLines.guest ?? '')}
                    className="max-w-full text-left underline decoration-edge underline-offset-4 after:absolute after:inset-0"
                  >
                    {guest}
                  </button>
                ) : (
                  guest
                )}
              </h3>
              <Money parts={moneyParts(linesTotal(guestLines.lines), bill.currency)} className="font-bold text-lg" />
              <IconButton
                label={t('bills.printOf', { guest })}
                variant="outline"
                disabled={isPrinting}
                onClick={() => onPrint(guestLines)}
                className="z-1"
              >
                <Printer className="size-5" />
              </IconButton>
            </div>
            <BillLines bill={bill} lines={guestLines.lines} />
          </li>
        )
      })}
    </ul>
  )
}

function EqualParts({ bill, count, onCount }: { bill: Bill; count: number; onCount: (count: number) => void }) {
  const parts = equalParts(Math.max(0, bill.due ?? bill.total), count)
  const [first = 0, last = 0] = [parts[0], parts.at(-1)]
  return (
    <div className="divide-y divide-line border-line border-y">
      <Fact label={t('bills.people')}>
        <Stepper name={t('bills.people')} quantity={count} min={MIN_PARTS} max={MAX_PARTS} onChange={onCount} />
      </Fact>
      <Fact label={t('bills.each')}>
        <Money parts={moneyParts(first, bill.currency)} className="display text-figure" />
      </Fact>
      {last !== first && (
        <Fact label={t('bills.last')}>
          <Money parts={moneyParts(last, bill.currency)} className="font-bold text-lg" />
        </Fact>
      )}
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-16 items-center justify-between gap-3 py-2">
      <span className="font-semibold">{label}</span>
      {children}
    </div>
  )
}

interface BillDialogProps {
  open: boolean
  table: Pick<Table, 'id' | 'number'>
  isPaying?: boolean
  /** The method that the guests named when they asked for the bill. */
  asked?: 'cash' | 'card' | null | undefined
  /** What is wanted elsewhere meanwhile. */
  notices?: readonly StripNotice[]
  /** Frees the table, where nothing else is open there: offered once it is paid. */
  onFree?: (() => void) | undefined
  onClose: () => void
}

/** The bill of a table: whole, by guest or in equal parts (docs/product/tables.md#tables-bill). */
export default function BillDialog(props: BillDialogProps) {
  const { open, table, isPaying = false, asked, notices = [], onFree, onClose } = props
  const notice = useLiveNotice()
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t('bills.title', { number: table.number })}
      // The sheet of payments takes its place.
      className="data-nested-dialog-open:opacity-0"
    >
      {/* A round may have come in since the connection was lost. */}
      <StatusStrip notices={notice ? [notice, ...notices] : notices} />
      <FetchedBill tableId={table.id} {...{ isPaying, asked, onFree }} />
    </Dialog>
  )
}

type BillProps = { tableId: number; isPaying: boolean } & Pick<BillDialogProps, 'asked' | 'onFree'>

function FetchedBill(props: BillProps) {
  const query = useBill(props.tableId)
  const { data: bill, error, isFetching } = query
  // An old bill must not be paid.
  if (!bill || (error && !isFetching))
    return <NotLoaded queries={[query]} label={t('bills.loading')} shapes={['h-60']} />
  if (bill.lines.length === 0) return <EmptyState title={t('bills.empty')} description={t('bills.emptyDescription')} />
  return <ShownBill {...props} bill={bill} />
}

type View = 'whole' | 'byGuest' | 'equal'

function ShownBill({ tableId, bill, isPaying, asked, onFree }: BillProps & { bill: Bill }) {
  const settings = useSettings()
  const [chosen, setChosen] = useState<View>('whole')
  const [count, setCount] = useState(MIN_PARTS)
  const [paying, setPaying] = useState<ComponentProps<typeof BillDue>['paying']>(
    isPaying ? { share: chosen } : undefined,
  )
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
  const hasPayments = bill.due !== undefined
  const printButton = (
    <Button
      size="large"
      variant={hasPayments ? 'outline' : 'primary'}
      pending={isPrinting}
      onClick={() => print(bill, paper.rows(), view === 'whole')}
      className={hasPayments ? 'px-2!' : 'mt-2 w-full'}
    >
      <Printer className="size-5" />
      {paper.count === 1 ? t('common.print') : t('bills.printAll', { count: paper.count })}
    </Button>
  )
  const total = <Total total={bill.total} currency={bill.currency} />
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
            onPrint={(guest) => print(bill, guestBill(bill, guest, settings), false)}
            onPay={(guest) => setPaying({ share: view, guest })}
          />
        )}
        {view === 'equal' && <EqualParts bill={bill} count={count} onCount={setCount} />}
      </div>
      {bill.payments !== undefined && bill.payments.length > 0 && (
        <>
          <Part>
            <PaymentList payments={bill.payments} currency={bill.currency} due={bill.due ?? 0} />
          </Part>
          <OrderReceipts orders={bill.orderIds} />
        </>
      )}
      <StickyFooter className="mt-5">
        {hasPayments ? (
          <Part waiting={total}>
            <BillDue
              bill={bill}
              division={{ share: view, people: count }}
              paying={paying}
              onPay={setPaying}
              asked={asked}
              onFree={onFree}
            >
              {printButton}
            </BillDue>
          </Part>
        ) : (
          <>
            {total}
            {printButton}
          </>
        )}
      </StickyFooter>
    </>
  )
}

function Total({ total, currency }: { total: number; currency: Currency }) {
  return (
    <p role="status" className="flex items-baseline justify-between gap-3">
      <span className="font-semibold">{t('orders.total')}</span>
      <Money parts={moneyParts(total, currency)} className="display text-figure" />
    </p>
  )
}
