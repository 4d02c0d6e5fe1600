import { LogOut, Users, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ORDER_NOTES_MAX } from '#shared/contracts/orders.ts'
import { withLabel } from '#shared/domain/table-name.ts'
import { useMoney } from '../../../lib/settings/settings.ts'
import { Field, TextArea } from '../../../ui/inputs/field.tsx'
import { Drawer } from '../../../ui/overlays/drawer.tsx'
import { useWhileOpen } from '../../../ui/overlays/use-while-open.ts'
import { Button } from '../../../ui/parts/button.tsx'
import { EmptyState } from '../../../ui/parts/empty-state.tsx'
import { Skeleton } from '../../../ui/parts/skeleton.tsx'
import { guestShares } from '../engine/shared-cart.ts'
import { useSeated } from '../joining/use-seated.ts'
import { isSendable, tableStore, useTableStore } from '../table-store.ts'
import { Countdown, ENDING_SOON_S, useSecondsLeft } from './countdown.tsx'
import { GuestsRow } from './guests-row.tsx'
import { SharedCartRow } from './shared-cart-row.tsx'
import type { SharedTableProps } from './shared-table-props.ts'
import { TableFooter } from './table-footer.tsx'
import { TableNotices } from './table-notices.tsx'

/** The cart of the whole table: the guests, the lines of each with their subtotal, and the remaining time. */
export function SharedDrawer(props: SharedTableProps) {
  const { table, items, isOpen, onClose, onLoaded, announce } = props
  const { t } = useTranslation()
  const { format } = useMoney()
  const isSeated = useTableStore(({ seat }) => seat !== null)
  const ownId = useSeated(({ seat }) => seat?.participantId)
  const { lines, guests } = useSeated(({ shown }) => shown)
  const secondsLeft = useSecondsLeft()
  const seconds = useWhileOpen(isSeated, secondsLeft)
  const hasCart = useSeated(({ tableState }) => tableState?.cart !== undefined)
  const canSend = useSeated(isSendable)
  const sessionId = useTableStore(({ seat }) => seat?.sessionId)
  const [notes, setNotes] = useState('')
  const isEndingSoon = seconds !== undefined && seconds <= ENDING_SOON_S
  const mustAnnounceEnd = isSeated && isEndingSoon
  useEffect(onLoaded, [onLoaded])
  useEffect(() => {
    if (mustAnnounceEnd) announce(t('sharedTable.endingSoon'))
  }, [mustAnnounceEnd, announce, t])
  // The next session's order begins without notes.
  useEffect(() => {
    if (sessionId !== undefined) setNotes('')
  }, [sessionId])
  return (
    <Drawer
      open={isOpen && isSeated}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('cart.sharedTitle', { table: withLabel(String(table.number), table.label) })}
      belowTitle={
        <>
          <div className="mb-3 flex flex-wrap items-center justify-between gap-x-2">
            {seconds !== undefined && <Countdown seconds={seconds} />}
            <Button
              variant="quiet"
              size="small"
              className="-mr-3 ml-auto"
              onClick={() => tableStore.setState({ dialog: 'leave' })}
            >
              <LogOut aria-hidden="true" className="size-4" />
              {t('sharedTable.leave')}
            </Button>
          </div>
          <GuestsRow guests={guests} ownId={ownId} />
        </>
      }
      footer={<TableFooter notes={notes} />}
    >
      <ConnectionLostNotice />
      {isEndingSoon && (
        <p className="mt-4 rounded-control bg-cancelled-soft px-4 py-3 font-medium text-[15px] text-cancelled">
          {t('sharedTable.endingSoon')}
        </p>
      )}
      {props.ownAttempt}
      <TableNotices {...props} />
      {!hasCart && <Skeleton className="mt-5 h-16 w-full" />}
      {hasCart && lines.length === 0 && (
        <EmptyState
          icon={<Users />}
          title={t('sharedTable.empty')}
          description={t('sharedTable.emptyDescription')}
          action={
            <Button variant="outline" onClick={onClose}>
              {t('cart.backToMenu')}
            </Button>
          }
        />
      )}
      {guestShares(lines, guests, ownId).map(({ participantId, name, lines: guestLines, subtotal }) => (
        <section key={participantId} aria-label={name}>
          <h3 className="flex items-baseline justify-between gap-3 pt-5 font-semibold text-[15.5px]">
            <span className="line-clamp-2 min-w-0 break-words">
              {participantId === ownId ? t('sharedTable.you') : name}
            </span>
            <span className="figures shrink-0 text-[15px] text-muted">{format(subtotal)}</span>
          </h3>
          <ul className="divide-y divide-line border-line border-b">
            {guestLines.map((line) => (
              <SharedCartRow
                key={line.menuItemId}
                line={line}
                dish={items.find(({ id }) => id === line.menuItemId)}
                isOwn={participantId === ownId}
                announce={announce}
              />
            ))}
          </ul>
        </section>
      ))}
      {canSend && (
        <Field
          className="my-5"
          label={
            <>
              {t('checkout.notes')} <span className="font-normal text-muted">{t('checkout.optional')}</span>
            </>
          }
        >
          {(control) => (
            <TextArea
              {...control}
              rows={1}
              maxLength={ORDER_NOTES_MAX}
              value={notes}
              onChange={({ target }) => setNotes(target.value)}
            />
          )}
        </Field>
      )}
      <p className="py-4 text-[13px] text-muted">{t('checkout.allergensHint')}</p>
    </Drawer>
  )
}

function ConnectionLostNotice() {
  const { t } = useTranslation()
  const isLost = useSeated(({ canChange, tableState }) => !canChange && tableState?.cart !== undefined)
  return (
    <p
      role="status"
      className={
        isLost
          ? 'mt-4 flex items-center gap-2.5 rounded-control bg-pending-soft px-4 py-3 font-medium text-[15px] text-pending'
          : 'sr-only'
      }
    >
      {isLost && (
        <>
          <WifiOff aria-hidden="true" className="size-5 shrink-0" />
          {t('sharedTable.connectionLost')}
        </>
      )}
    </p>
  )
}
