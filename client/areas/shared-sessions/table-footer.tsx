import { Check, Circle, CircleAlert, QrCode } from 'lucide-react'
import { useEffect } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { Participant } from '#shared/contracts/shared-sessions.ts'
import { nameIn } from '#shared/domain/language.ts'
import { orderableTotal } from '#shared/domain/orders/cart.ts'
import { PauseNote, usePauseText } from '../../lib/settings/pause-note.tsx'
import { money } from '../../lib/settings/settings.ts'
import { Button, cx, language, Spinner, t } from '../../ui/index.ts'
import { RefusalNotice } from '../orders/index.ts'
import { completeSharedCart, guestsNotReady, sendingOf, shortGuestName } from './session.ts'
import { keyOfLine, shownTable } from './table-cart.ts'
import { changeSharedCart, tableStore, useTable } from './table-store.ts'

/** How many characters of names fit a button of half a phone's width. */
const MAX_NAMES_LENGTH = 12

/** Total, the guest's own ready mark and, once everybody is ready and this phone may order, the button to order. */
export function TableFooter({ notes }: { notes: string }) {
  const { tableState, completing, mustScan } = useTable()
  const { lines, guests } = shownTable(tableState)
  const { ownId, isSynced } = tableState
  const isSending = completing === 'sending'
  const leftOut = sendingOf(tableState)
  const isPaused = usePauseText() !== undefined
  const isReady = guests.some(({ id, isReady }) => id === ownId && isReady)
  const total = orderableTotal(lines)
  return (
    <>
      <div className="mb-4 flex items-end justify-between gap-4">
        <p className="text-muted">
          {t('sharedTable.tableTotal')}
          <span className="mt-0.5 block text-small font-medium">{t('cart.vatIncluded')}</span>
        </p>
        <p className="display figures text-figure leading-none">{money(total)}</p>
      </div>
      <div className="grid grid-cols-[max-content_minmax(0,1fr)] gap-2.5">
        <Button
          variant="outline"
          size="large"
          aria-pressed={isReady}
          // A mark without a connection, or before the round's first dish has arrived, would be lost.
          disabled={!isSynced}
          onClick={() => changeSharedCart({ kind: 'ready', isReady: !isReady })}
          className={cx('px-3! text-body', isReady && 'border-2 border-ready text-ready')}
        >
          {isReady ? <Check className="size-5" strokeWidth={2.6} /> : <Circle className="size-5 text-muted" />}
          {t('sharedTable.markReady')}
        </Button>
        {isSending || (leftOut && isSynced && !mustScan && !isPaused) ? (
          <Button
            size="large"
            pending={isSending}
            className="px-2! py-2 text-body leading-tight"
            onClick={() => void completeSharedCart(notes)}
          >
            {isSending ? t('checkout.sending') : <TwoLineLabel text={labelOf(leftOut ?? [], money(total))} />}
          </Button>
        ) : (
          <p className="grid min-h-14 place-items-center rounded-panel bg-sunk px-2 text-center font-semibold text-body text-muted leading-tight">
            {leftOut ? (
              t(!isSynced ? 'waitingOrder.needsConnection' : isPaused ? 'cart.paused' : 'table.scan')
            ) : lines.length === 0 ? (
              t('sharedTable.empty')
            ) : (
              <WaitingForGuests guests={guestsNotReady(guests)} ownId={ownId} />
            )}
          </p>
        )}
      </div>
    </>
  )
}

/** What the button does: it names the guests who are away, and for whom the order does not wait. */
function labelOf(without: readonly Participant[], total: string): string {
  if (without.length === 0) return t('checkout.payDineIn', { total })
  const names = namesOf(without)
  return names === undefined
    ? t('sharedTable.sendWithoutMany', { count: without.length, total })
    : t('sharedTable.sendWithout', { names, total })
}

/** The guests' names for a button; undefined if they do not fit it. */
function namesOf(guests: readonly Participant[]): string | undefined {
  const names = guests.map(({ name }) => shortGuestName(name)).join(', ')
  return guests.length === 1 || names.length <= MAX_NAMES_LENGTH ? names : undefined
}

function WaitingForGuests({ guests, ownId }: { guests: readonly Participant[]; ownId: string }) {
  // Everybody is ready on this page; the server has not confirmed it yet.
  if (guests.length === 0) return <Spinner className="size-5" />
  if (guests.length === 1 && guests[0]?.id === ownId) return t('sharedTable.waitingForYou')
  const names = guests.some(({ id }) => id === ownId) ? undefined : namesOf(guests)
  return names === undefined
    ? t('sharedTable.waitingForMany', { count: guests.length })
    : t('sharedTable.waitingFor', { names })
}

/** The button's action above its amount: side by side they do not fit half a phone's width. */
function TwoLineLabel({ text }: { text: string }) {
  const [action, ...amount] = text.split(' · ')
  return (
    <span className="min-w-0">
      <span className="block text-balance break-words">{action}</span>
      <span className="sr-only"> · </span>
      <span className="figures block">{amount.join(' · ')}</span>
    </span>
  )
}

/** Notices above the lines: orders are paused, the code must be scanned again, or why the order could not be sent and what the guest can do. */
export function TableNotices({ items }: { items: readonly MenuItem[] }) {
  const { tableState, completing, mustScan } = useTable()
  const { lines } = shownTable(tableState)

  function remove(dishIds: number[]) {
    const { tableState } = tableStore.getState()
    for (const line of shownTable(tableState).lines) {
      const { id, menuItemId, participantId } = line
      if (!dishIds.includes(menuItemId)) continue
      const isOwn = participantId === tableState.ownId
      changeSharedCart(
        isOwn ? { kind: 'set', menuItemId, line: keyOfLine(line), quantity: 0 } : { kind: 'remove', itemId: id },
      )
    }
    tableStore.setState({ completing: null })
  }

  /** Takes what is too much from this phone's lines: nobody changes another guest's quantity. */
  function limit(dishes: { menuItemId: number; left: number }[]) {
    const { tableState } = tableStore.getState()
    for (const { menuItemId, left } of dishes) {
      const ofDish = shownTable(tableState).lines.filter((line) => line.menuItemId === menuItemId)
      let tooMany = ofDish.reduce((sum, { quantity }) => sum + quantity, 0) - left
      for (const line of ofDish.filter(({ participantId }) => participantId === tableState.ownId).reverse()) {
        if (tooMany <= 0) break
        const quantity = Math.max(0, line.quantity - tooMany)
        tooMany -= line.quantity - quantity
        changeSharedCart({ kind: 'set', menuItemId, line: keyOfLine(line), quantity })
      }
    }
    tableStore.setState({ completing: null })
  }

  const nameOf = (dishId: number) => {
    const dish = items.find(({ id }) => id === dishId)
    return dish && nameIn(language, dish)
  }
  const isInCart = (dishId: number) => lines.some(({ menuItemId }) => menuItemId === dishId)
  const refused = typeof completing === 'object' ? completing : null
  const total = orderableTotal(lines)
  const newTotal = refused?.refusal.total
  // The cart has changed since, so the total in the notice is no longer its total.
  const isOutdated = newTotal !== undefined && total !== newTotal && total !== refused?.before
  useEffect(() => {
    if (isOutdated) tableStore.setState({ completing: null })
  }, [isOutdated])
  return (
    <>
      {!refused && <PauseNote className="mt-4" />}
      {mustScan && (
        <section role="status" className="mt-4 rounded-card bg-pending-soft p-4 text-body">
          <p className="flex items-start gap-2.5 font-semibold">
            <QrCode className="mt-0.5 size-5 shrink-0 text-pending" />
            {t('sharedTable.scanAgain')}
          </p>
          <p className="mt-1">{t('sharedTable.scanAgainDescription')}</p>
        </section>
      )}
      {refused && (
        <div className="mt-4">
          <RefusalNotice {...refused} nameOf={nameOf} isInCart={isInCart} onRemove={remove} onLimit={limit} />
        </div>
      )}
      {(completing === 'failed' || completing === 'unanswered') && (
        <section role="alert" className="mt-4 rounded-card border border-cancelled bg-cancelled-soft p-4 text-body">
          <p className="flex items-start gap-2.5 font-semibold">
            <CircleAlert className="mt-0.5 size-5 shrink-0 text-cancelled" />
            {t('errors.orderCompletion')}
          </p>
          <p className="mt-1">{t('errors.orderCompletionDescription')}</p>
          {completing === 'unanswered' && <p className="mt-1">{t('sharedTable.mayHaveArrived')}</p>}
        </section>
      )}
    </>
  )
}
