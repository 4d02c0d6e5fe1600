import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { orderableTotal } from '#shared/domain/orders/cart.ts'
import { withLabel } from '#shared/domain/table.ts'
import { wasSignedIn } from '../../lib/browser/storage.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { currentLanguage } from '../../lib/words/language.ts'
import { i18n, toast, useTranslation } from '../../ui/index.ts'
import { announceToScreenReader, replaceCart, useCart } from '../cart/index.ts'
import { AttemptNotice, isUndecided, phaseOf, useCheckout } from '../checkout/index.ts'
import { useTableLabels } from '../tables/index.ts'
import { askToLeave, JoinDialog } from './joining.tsx'
import { type ChangeByOthers, changesByOthers, connectSeat, joinSharedCart } from './session.ts'
import { SharedDrawer, useExpiry } from './shared-drawer.tsx'
import type { PlacedAtTable } from './table-page.ts'
import {
  carryIntoTable,
  enterTable,
  sharedCart,
  type TableOfSession,
  tableStore,
  useTableStore,
} from './table-store.ts'

/** Changes within this time are announced together, so that a busy table does not flood a screen reader. */
const GROUPING_MS = 1_500

/** Announces to a screen reader how other guests change the cart. */
function useTableAnnouncements() {
  const { t } = useTranslation()
  const { currency } = useSettings()

  useEffect(() => {
    let changes: ChangeByOthers[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const announceChanges = () => {
      timer = undefined
      const [first] = changes
      const count = changes.length
      changes = []
      if (!first) return
      const total = formatMoney(orderableTotal(tableStore.getState().shown.lines), currency)
      announceToScreenReader(count === 1 ? announcementOf(first) : t('sharedTable.changes', { count, total }))
    }
    const unsubscribe = tableStore.subscribe((state, previous) => {
      const { seat, canChange, shown, tableState } = state
      if (!seat || !canChange || !previous.canChange || shown.lines === previous.shown.lines) return
      // The button that was tapped announces this phone's own changes.
      if ((tableState?.pending.length ?? 0) > (previous.tableState?.pending.length ?? 0)) return
      changes.push(...changesByOthers(previous.shown.lines, shown.lines, seat.participantId))
      if (changes.length > 0) timer ??= setTimeout(announceChanges, GROUPING_MS)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [t, currency])
}

function announcementOf({ kind, line }: ChangeByOthers): string {
  const values = { name: nameIn(currentLanguage(), line), guest: line.guestName, count: line.quantity }
  return i18n.t(`sharedTable.${kind}`, values)
}

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
  const { t } = useTranslation()
  const { tableKeysRequired, currency } = useSettings()
  const lines = useCart((cart) => cart.lines)
  const attempt = useCheckout()
  const isAtTable = useTableStore(({ tableId }) => tableId === table.id)
  const sessionId = useTableStore(({ seat }) => seat?.sessionId)
  const canChange = useTableStore((state) => state.canChange)
  const placed = useTableStore((state) => state.placed)
  const labelOf = useTableLabels()
  // Owners need no key. Only the server knows whether the signed-in user is one.
  const mustScan = tableKeysRequired && table.key === null && !wasSignedIn()
  useTableAnnouncements()
  useExpiry()

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
    if (!canChange || carriedInto.current === sessionId) return
    carriedInto.current = sessionId
    if (!hasOwnLines) return
    carryIntoTable(lines)
    announceToScreenReader(t('sharedTable.carriedOver'))
  }, [canChange, sessionId, hasOwnLines, lines, t])
  // After an order, the next dish starts the next round.
  const canStartNextRound = useTableStore(
    ({ ended, seat, name }) => ended === 'completed' && seat === null && name !== '',
  )
  useEffect(() => {
    if (canStartNextRound && hasOwnLines) void joinSharedCart(tableStore.getState().name)
  }, [canStartNextRound, hasOwnLines])

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
  }, [placed, onPlaced, table.number, t, currency])

  if (!isAtTable) return null
  return (
    <>
      <Suspense fallback={null}>
        <SharedDrawer
          table={table}
          items={items}
          sheet={sheet}
          ownAttempt={
            phaseOf(attempt) && (
              <Suspense fallback={null}>
                <AttemptNotice className="mt-4" />
              </Suspense>
            )
          }
        />
      </Suspense>
      <JoinDialog table={table} mustScan={mustScan} />
    </>
  )
}

export { JoinOffer, TableChip } from './joining.tsx'
