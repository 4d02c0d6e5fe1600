import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useId, useState } from 'react'
import type { Table } from '#shared/contracts/tables.ts'
import { nameIn } from '#shared/domain/language.ts'
import { cartCount } from '#shared/domain/orders/cart.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { formatMoment, formatTime } from '#shared/i18n/format.ts'
import { followLive } from '../../../lib/live/live.ts'
import { hoursKey, useSettings } from '../../../lib/settings/settings.ts'
import { Button, type PanelProps, Skeleton, useTranslation } from '../../../ui/index.ts'
import { loadOrderDetails, OrderDetails, phaseOf, typedName } from '../../checkout/index.ts'
import { refetchGuestMenu } from '../../menu/index.ts'
import {
  changeRoundDraft,
  dropRoundDraft,
  NO_TABLE,
  restoreRoundDrafts,
  tableCheckout,
  telephoneDraft,
  useRoundDraft,
  useTableCheckout,
  waitingAttempt,
} from './round-drafts.ts'
import { OrderButton, SendRound, TakeRound, useRound } from './take-round.tsx'
import { WaitingRound } from './waiting-round.tsx'

interface StaffOrderProps {
  /** Null for an order by telephone or at the counter. */
  table: Table | null
  onPlaced: () => void
}

/** Taking an order beside the board, for a table or by telephone (docs/product/board.md#board-place-order). */
export default function StaffOrder({ table, onPlaced }: StaffOrderProps) {
  useState(restoreRoundDrafts)
  useEffect(() => followLive({ MENU_CHANGED: () => void refetchGuestMenu() }), [])
  return (
    <div className="flex min-h-0 flex-1 flex-col pt-2">
      {table ? <TableOrder table={table} onPlaced={onPlaced} /> : <TelephoneOrder onPlaced={onPlaced} />}
    </div>
  )
}

function TableOrder({ table, onPlaced }: StaffOrderProps & { table: Table }) {
  const state = useTableCheckout(table.id)
  return (
    <>
      <div className="px-3 py-2 empty:hidden">
        <WaitingRound tableId={table.id} state={state} />
      </div>
      <TakeRound draftId={table.id} capacity={table.capacity} searchFirst>
        {(lines) => (
          <SendRound
            table={table}
            lines={lines}
            onEnded={() => waitingAttempt(tableCheckout(table.id).state()) ?? onPlaced()}
          />
        )}
      </TakeRound>
    </>
  )
}

/** What the details of an order by telephone are filled in with: never the guest's own, of this browser. */
const BY_TELEPHONE = { checkout: tableCheckout(NO_TABLE), draft: telephoneDraft }

/** First the dishes, then the same details as a guest's own order, under a key of the same kind. */
function TelephoneOrder({ onPlaced }: Pick<StaffOrderProps, 'onPlaced'>) {
  const { t, language } = useTranslation()
  const { menu = [], lines } = useRound(NO_TABLE)
  const [isEarlier, setEarlier] = useState(lines.length > 0)
  const state = useTableCheckout(NO_TABLE)
  // An undecided order comes before the next one.
  const [isOrdering, setOrdering] = useState(phaseOf(state) !== undefined)
  useEffect(() => void loadOrderDetails.prefetch(), [])
  useRefetchOnRefusal()
  useEffect(() => BY_TELEPHONE.checkout.follow({ placed: onPlaced }), [onPlaced])
  if (!isOrdering)
    return (
      <>
        {isEarlier && lines.length > 0 && <EarlierOrder onContinue={() => setEarlier(false)} />}
        <TakeRound draftId={NO_TABLE} capacity={null} searchFirst>
          {(lines) => (
            <OrderButton
              lines={lines}
              label={(total) => t('floor.next', { total })}
              onClick={() => setOrdering(true)}
            />
          )}
        </TakeRound>
      </>
    )
  const backToDishes = () => {
    BY_TELEPHONE.checkout.acknowledge()
    setOrdering(false)
  }
  return (
    <Suspense fallback={<Skeleton className="m-3 flex-1" />}>
      <OrderDetails
        Panel={StepPanel}
        open
        onBack={backToDishes}
        lines={lines}
        table={null}
        mayRemember={false}
        forSomebody={BY_TELEPHONE}
        nameOf={(menuItemId) => {
          const dish = menu.find(({ id }) => id === menuItemId)
          return dish && nameIn(language, dish)
        }}
        onRemove={(menuItemIds) => {
          changeRoundDraft(NO_TABLE, ({ lines }) => ({
            lines: lines.filter(({ dish }) => !menuItemIds.includes(dish.id)),
          }))
          backToDishes()
        }}
      />
    </Suspense>
  )
}

/** Says that what is chosen is of an earlier call: the next one must not get it, nor its name and number. */
function EarlierOrder({ onContinue }: { onContinue: () => void }) {
  const { t, language } = useTranslation()
  const { timeZone } = useSettings()
  const { lines, at } = useRoundDraft(NO_TABLE)
  const [name] = useState(() => typedName(telephoneDraft))
  const dayOf = (moment: number) => localTime(new Date(moment), timeZone).day
  const moment = (begun: number) =>
    dayOf(begun) === dayOf(Date.now())
      ? formatTime(new Date(begun), timeZone)
      : formatMoment(new Date(begun), timeZone, language)
  return (
    <div role="status" className="mx-3 mb-2 rounded-control bg-pending-soft px-4 py-3 text-body text-pending">
      <p className="font-medium">
        {[
          at === undefined ? t('dashboard.newOrder.begun') : t('dashboard.newOrder.begunAt', { time: moment(at) }),
          name,
          t('floor.products', { count: cartCount(lines) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className="mt-2 grid grid-cols-2 gap-2">
        <Button variant="outline" onClick={onContinue}>
          {t('dashboard.newOrder.continue')}
        </Button>
        <Button
          variant="outline"
          onClick={() => {
            dropRoundDraft(NO_TABLE)
            telephoneDraft.drop()
          }}
        >
          {t('dashboard.newOrder.title')}
        </Button>
      </div>
    </div>
  )
}

/** After a refusal the list shows what has changed. */
function useRefetchOnRefusal(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      BY_TELEPHONE.checkout.follow({
        refused({ code }) {
          if (code === 'closed' || code === 'pickup_off') void client.invalidateQueries({ queryKey: hoursKey })
          void refetchGuestMenu()
        },
      }),
    [client],
  )
}

function StepPanel({ title, back, belowTitle, children, footer }: PanelProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 items-center gap-3 px-5 py-3">
        {back}
        <h2 id={headingId} className="display min-w-0 flex-1 text-2xl leading-tight">
          {title}
        </h2>
      </div>
      {belowTitle && <div className="shrink-0 px-5 pb-3">{belowTitle}</div>}
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain border-line border-t px-5">{children}</div>
      {footer && (
        <div className="shrink-0 border-line border-t px-5 pt-4 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
          {footer}
        </div>
      )}
    </section>
  )
}
