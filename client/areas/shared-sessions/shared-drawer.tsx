import { Check, Clock, LogOut, Users, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { ORDER_NOTES_MAX } from '#shared/contracts/orders.ts'
import type { Participant } from '#shared/contracts/shared-sessions.ts'
import { nameIn } from '#shared/domain/language.ts'
import { stableKeys } from '#shared/domain/orders/cart-orders.ts'
import { withLabel } from '#shared/domain/table.ts'
import { minutesAndSeconds } from '#shared/domain/time/timing.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { money } from '../../lib/settings/settings.ts'
import {
  Button,
  cx,
  EmptyState,
  language,
  Part,
  Skeleton,
  TextArea,
  TextField,
  t,
  useWhileOpen,
} from '../../ui/index.ts'
import { announceToScreenReader, CartRow, CartShell, cart, GoesWith } from '../cart/index.ts'
import { leaveSharedCart, sendingOf, shortGuestName } from './session.ts'
import { guestShares, shownTable } from './table-cart.ts'
import { TableFooter, TableNotices } from './table-footer.tsx'
import { changeSharedCart, isDisconnected, shownLineOf, tableStore, useTable } from './table-store.ts'

/** When the end is announced, in seconds before it (docs/product/shared-sessions.md#sessions-length). */
const ENDING_SOON_S = 5 * 60
/** Before these last seconds the countdown is quiet. */
const QUIET_UNTIL_S = 10 * 60

/** Seconds until then, updated once a second; undefined while it is not known. */
function useSecondsUntil(endsAt: number | undefined): number | undefined {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    if (endsAt === undefined) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [endsAt])
  return endsAt === undefined ? undefined : Math.max(0, (endsAt - now) / 1000)
}

/** The remaining time of the session. Screen readers do not announce each second (`aria-live="off"`). */
function Countdown({ seconds }: { seconds: number }) {
  const colours =
    seconds <= ENDING_SOON_S
      ? 'bg-cancelled-soft text-cancelled'
      : seconds <= QUIET_UNTIL_S
        ? 'bg-pending-soft text-pending'
        : 'bg-sunk text-muted'
  return (
    <p role="timer" aria-live="off" className={cx('pill figures h-9 gap-2 px-3 text-small', colours)}>
      <Clock className="size-4 shrink-0" />
      {t('sharedTable.endsIn', { time: minutesAndSeconds(seconds) })}
    </p>
  )
}

const COLOURS = [
  'bg-accent text-on-accent',
  'bg-ready text-card',
  'bg-preparing text-card',
  'bg-delivered text-card',
  'bg-pending text-card',
  'bg-ink text-paper',
]

function GuestsRow({ guests, ownId }: { guests: readonly Participant[]; ownId: string }) {
  const isOwn = ({ id }: Participant) => id === ownId
  const inOrder = [...guests].sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || a.guestNumber - b.guestNumber)
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      aria-label={t('sharedTable.guests')}
      className="no-scrollbar -mx-5 flex gap-1 overflow-x-auto px-4 py-1"
    >
      {inOrder.map((guest) => (
        <li key={guest.id} className="flex w-[76px] shrink-0 flex-col items-center">
          <span aria-hidden="true" className="relative">
            <span
              className={cx(
                'display grid size-12 place-items-center rounded-full text-lg uppercase',
                guest.isAway ? 'bg-sunk text-muted' : COLOURS[(guest.guestNumber - 1) % COLOURS.length],
              )}
            >
              {[...guest.name][0]}
            </span>
            {guest.isReady && (
              <span className="disc absolute -right-1 -bottom-0.5 size-[22px] border-2 border-paper bg-ready text-card">
                <Check className="size-3" strokeWidth={3.4} />
              </span>
            )}
          </span>
          <span className="mt-1 w-full truncate text-center font-semibold text-small">
            <span className="sr-only">{isOwn(guest) && `${guest.name}, `}</span>
            {isOwn(guest) ? t('sharedTable.youShort') : shortGuestName(guest.name)}
            <span className="sr-only">
              , {guest.isReady ? t('sharedTable.ready') : t('sharedTable.notReady')}
              {guest.isAway && `, ${t('sharedTable.away')}`}
            </span>
          </span>
          {guest.isAway && (
            <span aria-hidden="true" className="text-xs text-muted leading-tight">
              {t('sharedTable.away')}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Confirms leaving, and lists this guest's dishes, which leave with them. @param then called once this phone has left */
export async function askToLeave(then?: () => void): Promise<void> {
  const { tableState } = tableStore.getState()
  const own = shownTable(tableState).lines.filter(({ participantId }) => participantId === tableState.ownId)
  const names = own.map((line) => nameIn(language, line)).join(', ')
  await confirm({
    title: t('sharedTable.leaveTitle'),
    description: names ? t('sharedTable.leaveDescription', { names }) : t('sharedTable.leaveNothing'),
    confirm: t('sharedTable.leaveConfirm'),
    cancel: t('sharedTable.stay'),
    isDestructive: true,
    // After a failure the question does not stay: the toast says what to do.
    action: async () => {
      if (await leaveSharedCart()) then?.()
    },
  })
}

interface SharedDrawerProps {
  isShown: boolean
  table: { number: number; label: string | null }
  items: readonly MenuItem[]
  /** Notice about this phone's own undecided order, sent before it joined. */
  ownAttempt: ReactNode
  /** The sheet in which a line is changed; it opens above the cart. */
  sheet: ReactNode
}

/** The cart of the whole table: the guests, the lines of each with their subtotal, and the remaining time. */
export function SharedDrawer({ isShown, table, items, ownAttempt, sheet }: SharedDrawerProps) {
  const seated = useTable()
  const { tableState } = seated
  const { lines, guests } = shownTable(tableState)
  const { ownId } = tableState
  const hasCart = tableState.cart !== undefined
  // The server says the end before it sends the cart.
  const secondsLeft = useSecondsUntil(hasCart ? seated.seat?.expiresAt : undefined)
  const seconds = useWhileOpen(isShown, secondsLeft)
  const [notes, setNotes] = useState('')
  const isEndingSoon = seconds !== undefined && seconds <= ENDING_SOON_S
  useEffect(() => {
    if (isEndingSoon) announceToScreenReader(t('sharedTable.endingSoon'))
  }, [isEndingSoon])
  return (
    <CartShell
      isShown={isShown}
      title={t('cart.sharedTitle', { table: withLabel(String(table.number), table.label) })}
      belowTitle={
        <>
          <div className="mb-3 flex flex-wrap items-center justify-between gap-x-2">
            {seconds !== undefined && <Countdown seconds={seconds} />}
            <Button variant="quiet" size="small" className="-mr-3 ml-auto" onClick={() => void askToLeave()}>
              <LogOut className="size-4" />
              {t('sharedTable.leave')}
            </Button>
          </div>
          <GuestsRow guests={guests} ownId={ownId} />
        </>
      }
      footer={<TableFooter notes={notes} />}
    >
      <ConnectionLostNotice isLost={isDisconnected(seated)} />
      {isEndingSoon && (
        <p className="mt-4 rounded-control bg-cancelled-soft px-4 py-3 font-medium text-body text-cancelled">
          {t('sharedTable.endingSoon')}
        </p>
      )}
      {ownAttempt}
      <TableNotices items={items} />
      {!hasCart && <Skeleton className="mt-5 h-16 w-full" />}
      {hasCart && lines.length === 0 && (
        <EmptyState
          icon={<Users />}
          title={t('sharedTable.empty')}
          description={t('sharedTable.emptyDescription')}
          action={
            <Button variant="outline" onClick={cart.close}>
              {t('cart.backToMenu')}
            </Button>
          }
        />
      )}
      {guestShares(lines, guests, ownId).map(({ participantId, name, lines: guestLines, subtotal }) => (
        <section key={participantId} aria-label={name}>
          <h3 className="flex items-baseline justify-between gap-3 pt-5 font-semibold text-body">
            <span className="line-clamp-2 min-w-0 break-words">
              {participantId === ownId ? t('sharedTable.you') : name}
            </span>
            <span className="figures shrink-0 text-body text-muted">{money(subtotal)}</span>
          </h3>
          <ul className="divide-y divide-line border-line border-b">
            <Part>
              {guestLines.map((line, i) => (
                <CartRow
                  key={stableKeys(guestLines.map(shownLineOf))[i]}
                  line={shownLineOf(line)}
                  item={items.find(({ id }) => id === line.menuItemId)}
                  listPrice={line.listPrice}
                  other={
                    participantId === ownId
                      ? undefined
                      : { name: line.guestName, onRemove: () => changeSharedCart({ kind: 'remove', itemId: line.id }) }
                  }
                />
              ))}
            </Part>
          </ul>
        </section>
      ))}
      {lines.length > 0 && (
        <Part>
          <GoesWith items={items} inCart={lines.map(({ menuItemId }) => menuItemId)} />
        </Part>
      )}
      {sendingOf(tableState) && (
        <TextField
          as={TextArea}
          fieldClass="my-5"
          label={
            <>
              {t('checkout.notes')} <span className="font-normal text-muted">{t('checkout.optional')}</span>
            </>
          }
          rows={1}
          maxLength={ORDER_NOTES_MAX}
          value={notes}
          onChange={({ target }) => setNotes(target.value)}
        />
      )}
      <p className="py-4 text-small text-muted">{t('cart.allergensHint')}</p>
      {sheet}
    </CartShell>
  )
}

function ConnectionLostNotice({ isLost }: { isLost: boolean }) {
  return (
    <p role="status" className={isLost ? 'callout mt-4 items-center font-medium' : 'sr-only'}>
      {isLost && (
        <>
          <WifiOff className="size-5 shrink-0" />
          {t('sharedTable.connectionLost')}
        </>
      )}
    </p>
  )
}
