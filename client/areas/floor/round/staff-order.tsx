import { useEffect, useId, useState } from 'react'
import type { Table } from '#shared/contracts/tables.ts'
import { nameIn } from '#shared/domain/language.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { DraftNotice } from '../../../lib/changes/editor-form.tsx'
import { hoursKey } from '../../../lib/settings/settings.ts'
import { language, PageFailure, type PanelProps, Part, Skeleton, t } from '../../../ui/index.ts'
import { OrderDetails, phaseOf } from '../../checkout/index.ts'
import { refetchGuestMenu } from '../../menu/index.ts'
import {
  changeRoundDraft,
  dropRoundDraft,
  restoreRoundDrafts,
  TELEPHONE_DRAFT,
  tableCheckout,
  telephoneDraft,
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
const BY_TELEPHONE = { checkout: tableCheckout(TELEPHONE_DRAFT), draft: telephoneDraft }

/** First the dishes, then the same details as a guest's own order, under a key of the same kind. */
function TelephoneOrder({ onPlaced }: Pick<StaffOrderProps, 'onPlaced'>) {
  const { menu = [], lines } = useRound(TELEPHONE_DRAFT)
  // The next caller must not get what was chosen in an earlier call, nor its name and number.
  const [isRestored, setRestored] = useState(lines.length > 0)
  const state = useTableCheckout(TELEPHONE_DRAFT)
  // An undecided order comes before the next one.
  const [isOrdering, setOrdering] = useState(phaseOf(state) !== undefined)
  useEffect(() => void OrderDetails.prefetch(), [])
  useEffect(
    () =>
      BY_TELEPHONE.checkout.follow({
        placed: onPlaced,
        // The list then shows what has changed.
        refused({ code }) {
          if (code === 'closed' || code === 'pickup_off') void queryClient.invalidateQueries({ queryKey: hoursKey })
          void refetchGuestMenu()
        },
      }),
    [onPlaced],
  )
  const startOver = () => {
    dropRoundDraft(TELEPHONE_DRAFT)
    telephoneDraft.drop()
    setRestored(false)
  }
  if (!isOrdering)
    return (
      <>
        <DraftNotice editor={{ isRestored, startOver }} className="px-3" />
        <TakeRound draftId={TELEPHONE_DRAFT} capacity={null} searchFirst>
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
    <Part waiting={<Skeleton className="m-3 flex-1" />} failure={<PageFailure />}>
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
          changeRoundDraft(TELEPHONE_DRAFT, ({ lines }) => ({
            lines: lines.filter(({ dish }) => !menuItemIds.includes(dish.id)),
          }))
          backToDishes()
        }}
      />
    </Part>
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
