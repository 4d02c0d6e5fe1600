import { zodResolver } from '@hookform/resolvers/zod'
import { UserPlus, Users, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { joinSession } from '#shared/contracts/shared-sessions.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { withLabel } from '#shared/domain/table.ts'
import { wasSignedIn } from '../../lib/browser/storage.ts'
import { fieldError } from '../../lib/changes/field-error.ts'
import { currency, useSettings } from '../../lib/settings/settings.ts'
import { Button, cx, Dialog, Part, SubjectDialog, TextField, t, toast, withdrawToast } from '../../ui/index.ts'
import { announceToScreenReader, replaceCart, useCart } from '../cart/index.ts'
import { AttemptNotice, isUndecided, phaseOf, useCheckout } from '../checkout/index.ts'
import { useTableLabels } from '../tables/index.ts'
import { connectSeat, joinAgain, joinSharedCart } from './session.ts'
import { askToLeave, SharedDrawer } from './shared-drawer.tsx'
import type { PlacedAtTable } from './table-page.ts'
import {
  canChange,
  carryIntoTable,
  enterTable,
  isDisconnected,
  SESSION_END,
  sharedCart,
  type TableOfSession,
  tableStore,
  useTable,
  useTableStore,
} from './table-store.ts'

interface SharedTableProps {
  table: TableOfSession & { label: string | null }
  items: readonly MenuItem[]
  /** The cart became an order; called once on every phone. */
  onPlaced: (placed: PlacedAtTable & { tableNumber: number }) => void
  /** Called with the session's table: the page's own one, or another one after the session was moved. */
  onAtTable: (table: TableOfSession) => void
  /** The sheet in which a line is changed; it opens above the cart. */
  sheet: ReactNode
}

/** Asks for a name, joins, stays connected and shows the shared cart, which replaces the phone's own. */
export function SharedTable({ table, items, onPlaced, onAtTable, sheet }: SharedTableProps) {
  const { tableKeysRequired } = useSettings()
  const lines = useCart((cart) => cart.lines)
  const attempt = useCheckout()
  const isAtTable = useTableStore(({ tableId }) => tableId === table.id)
  const sessionId = useTableStore(({ seat }) => seat?.sessionId)
  const isConnected = useTableStore(canChange)
  const placed = useTableStore((state) => state.placed)
  const labelOf = useTableLabels()
  // Owners need no key. Only the server knows whether the signed-in user is one.
  const mustScan = tableKeysRequired && table.key === null && !wasSignedIn()

  useEffect(() => tableStore.setState({ tableKey: table.key }), [table.key])
  useEffect(() => enterTable(table.id, mustScan), [table.id, mustScan])
  const atTable = useEffectEvent((sessionTable: TableOfSession, isMoved: boolean) => {
    onAtTable(sessionTable)
    const { number } = sessionTable
    if (isMoved) toast({ title: t('sharedTable.moved', { table: withLabel(String(number), labelOf(number)) }) })
  })
  useEffect(() => {
    // A seat whose table changes stays connected.
    if (sessionId === undefined) return
    const switchBack = replaceCart({ ...sharedCart, leave: (then) => void askToLeave(then) })
    const disconnect = connectSeat((...seen) => atTable(...seen))
    return () => {
      disconnect()
      switchBack()
    }
  }, [sessionId])

  // Dishes chosen before joining move to the table's cart; dishes that another tab adds later do not. Lines of an
  // undecided attempt must not be ordered a second time with the table's cart.
  const hasOwnLines = lines.length > 0 && !isUndecided(attempt)
  const carriedInto = useRef<string>(undefined)
  useEffect(() => {
    if (!isConnected || carriedInto.current === sessionId) return
    carriedInto.current = sessionId
    if (!hasOwnLines) return
    carryIntoTable(lines)
    announceToScreenReader(t('sharedTable.carriedOver'))
  }, [isConnected, sessionId, hasOwnLines, lines])
  // After an order, the next dish starts the next round.
  const canStartNextRound = useTableStore(
    ({ ended, seat, name }) => ended === 'completed' && seat === null && name !== '',
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: where joining failed, the dish after that tries again.
  useEffect(() => {
    if (canStartNextRound && hasOwnLines) void joinSharedCart(tableStore.getState().name)
  }, [canStartNextRound, hasOwnLines, lines])

  useEffect(() => {
    if (!placed) return
    // `onPlaced` must run once, even if this component mounts again while the page clears the table.
    tableStore.setState({ placed: null })
    onPlaced({ ...placed, tableNumber: table.number })
    if (placed.wasAway)
      toast({
        title: t('sharedTable.orderedWhileAway'),
        description: t('sharedTable.orderOfTable', { id: placed.orderId, total: formatMoney(placed.total, currency) }),
      })
  }, [placed, onPlaced, table.number])

  if (!isAtTable) return null
  return (
    <>
      <SubjectDialog subject={sessionId}>
        {(_, isShown) => (
          <SharedDrawer
            isShown={isShown}
            table={table}
            items={items}
            sheet={sheet}
            ownAttempt={
              phaseOf(attempt) && (
                <Part>
                  <AttemptNotice className="mt-4" />
                </Part>
              )
            }
          />
        )}
      </SubjectDialog>
      <JoinDialog table={table} mustScan={mustScan} />
    </>
  )
}

const joinForm = z.object({ name: joinSession.body.shape.name })

interface JoinDialogProps {
  table: { number: number; label: string | null }
  /** This phone lacks the table key: the dialog says what to do (docs/product/tables.md#tables-keys). */
  mustScan?: boolean
}

/** Asks for a name and joins the table's cart with it. If it is dismissed, this phone orders alone. */
export function JoinDialog({ table, mustScan = false }: JoinDialogProps) {
  const input = useRef<HTMLInputElement>(null)
  const { dialog, isJoining, name } = useTable()
  const form = useForm({ resolver: zodResolver(joinForm), defaultValues: { name } })
  const close = () => tableStore.setState({ dialog: null })
  const { ref, ...field } = form.register('name')
  return (
    <Dialog
      open={dialog === 'join'}
      onOpenChange={close}
      initialFocus={mustScan ? undefined : input}
      title={
        mustScan ? t('table.scan') : t('sharedTable.joinTitle', { table: withLabel(String(table.number), table.label) })
      }
      description={t(mustScan ? 'table.scanDescription' : 'sharedTable.joinDescription')}
    >
      {mustScan ? (
        <Button size="large" className="w-full" onClick={close}>
          {t('table.scanLater')}
        </Button>
      ) : (
        <form noValidate onSubmit={(event) => void form.handleSubmit(({ name }) => joinSharedCart(name))(event)}>
          <TextField
            label={t('sharedTable.yourName')}
            error={fieldError(form.formState.errors.name)}
            {...field}
            ref={(element) => {
              ref(element)
              input.current = element
            }}
            autoComplete="given-name"
            enterKeyHint="go"
            maxLength={50}
            required
          />
          <p className="mt-2 text-small text-muted leading-snug">{t('sharedTable.privacy')}</p>
          {!navigator.cookieEnabled && (
            <p role="alert" className="mt-4 rounded-control bg-pending-soft p-4 text-body text-pretty">
              {t('sharedTable.noCookies')}
            </p>
          )}
          <Button
            type="submit"
            size="large"
            pending={isJoining}
            disabled={!navigator.cookieEnabled}
            className="mt-4 w-full"
          >
            {isJoining ? t('sharedTable.joining') : t('sharedTable.join')}
          </Button>
          <Button variant="quiet" className="mt-2 w-full" onClick={close}>
            {t('sharedTable.alone')}
          </Button>
        </form>
      )}
    </Dialog>
  )
}

/** For a phone that orders alone at a table: an offer to join the shared cart, and how the last one ended. */
export function JoinOffer() {
  const { ended, isJoining, seat } = useTable()
  // The offer says how the session ended, so that the toast need not cover the cart.
  useEffect(() => {
    if (ended) withdrawToast(SESSION_END)
  }, [ended])
  if (seat) return null
  const [title, description, action] =
    ended === 'completed'
      ? (['sharedTable.nextRound', 'sharedTable.nextRoundDescription', 'sharedTable.nextRoundAction'] as const)
      : ended === 'expired' || ended === 'closed'
        ? ([`sharedTable.${ended}`, `sharedTable.${ended}Description`, 'sharedTable.offerAction'] as const)
        : (['sharedTable.offer', 'sharedTable.offerDescription', 'sharedTable.offerAction'] as const)
  return (
    <section
      role={ended === 'expired' || ended === 'closed' ? 'alert' : undefined}
      className="my-4 rounded-card bg-accent-soft p-4 text-body"
    >
      <p className="flex items-center gap-2.5 font-semibold">
        <Users className="size-5 shrink-0 text-accent" />
        {t(title)}
      </p>
      <p className="mt-1">{t(description)}</p>
      <Button variant="outline" size="small" className="mt-3" pending={isJoining} onClick={joinAgain}>
        {isJoining ? t('sharedTable.joining') : t(action)}
      </Button>
    </section>
  )
}

/** A chip beside the table's badge: joins the shared cart, or opens it and shows its guests or a lost connection. */
export function TableChip({ onOpen }: { onOpen: () => void }) {
  const table = useTable()
  const isSeated = table.seat !== null
  const isLost = isDisconnected(table)
  const guests = table.tableState.guests.length
  const Icon = isLost ? WifiOff : isSeated ? Users : UserPlus
  return (
    <button
      type="button"
      disabled={table.isJoining}
      onClick={isSeated ? onOpen : joinAgain}
      aria-label={
        isSeated
          ? `${isLost ? `${t('sharedTable.connectionLost')} ` : ''}${t('sharedTable.guests')}: ${guests}. ${t('sharedTable.open')}`
          : t('sharedTable.joinShort')
      }
      title={isSeated ? t('sharedTable.open') : t('sharedTable.join')}
      className={cx(
        'pill touch h-9 min-w-9 justify-center gap-1.5 px-2.5 text-small max-[26rem]:min-w-8 max-[26rem]:gap-0.5 max-[26rem]:px-1.5',
        isLost ? 'bg-pending-soft text-pending' : 'bg-ink text-paper',
      )}
    >
      <Icon className="size-4 shrink-0" />
      {isSeated ? (
        <span className="figures">{guests || '…'}</span>
      ) : (
        <span className="max-md:hidden">{t('sharedTable.joinShort')}</span>
      )}
    </button>
  )
}
