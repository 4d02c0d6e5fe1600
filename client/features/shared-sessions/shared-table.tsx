import i18n from 'i18next'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../ui/toast/store.ts'
import { connectSeat } from './connection.ts'
import { useExpiry } from './countdown.tsx'
import { JoinDialog } from './join-dialog.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { useReadAloud } from './read-aloud.ts'
import { joinSharedCart } from './session.ts'
import { SharedDrawer } from './shared-drawer.tsx'
import type { SharedTableProps } from './shared-table-props.ts'
import {
  carryIntoTable,
  comeTo,
  followSession,
  giveBackTo,
  tablePlace,
  tableStore,
  useTableStore,
} from './table-store.ts'

/** This phone at its table: asks for a name, sits down, keeps connected, and shows the shared cart. */
export default function SharedTable(props: SharedTableProps) {
  const { table, mustScan, replaceCart, ownLines, onCarriedOver, onGivenBack, onPlaced, onAtTable, announce } = props
  const { t } = useTranslation()
  const isHere = useTableStore(({ tableId }) => tableId === table.id)
  const sessionId = useTableStore(({ seat }) => seat?.sessionId)
  const isOpen = useTableStore((state) => state.isOpen)
  const placed = useTableStore((state) => state.placed)
  const told = useReadAloud(announce)

  useEffect(() => giveBackTo(onGivenBack), [onGivenBack])
  useEffect(
    () =>
      followSession((now, isMoved) => {
        onAtTable(now)
        if (isMoved) toast({ title: i18n.t('sharedTable.moved', { table: now.number }) })
      }),
    [onAtTable],
  )
  useEffect(() => tableStore.setState({ tableKey: table.key }), [table.key])
  useEffect(() => comeTo(table.id, mustScan), [table.id, mustScan])
  useEffect(() => {
    // A seat whose table changes stays connected.
    if (sessionId === undefined) return
    const giveBack = replaceCart(tablePlace)
    const disconnect = connectSeat(told)
    return () => {
      disconnect()
      giveBack()
    }
  }, [sessionId, replaceCart, told])
  useExpiry()

  // What this phone had chosen before it sat down belongs to the table now; what another tab chooses later does not.
  const carriedInto = useRef<string>(undefined)
  useEffect(() => {
    if (!isOpen || carriedInto.current === sessionId) return
    carriedInto.current = sessionId
    if (ownLines.length === 0) return
    carryIntoTable(ownLines, () => onCarriedOver(ownLines))
    announce(t('sharedTable.carriedOver'))
  }, [isOpen, sessionId, ownLines, onCarriedOver, announce, t])
  // After an order the next dish begins the next round.
  const begins = useTableStore(({ ended, seat, name }) => ended === 'completed' && seat === null && name !== '')
  const hasOwn = ownLines.length > 0
  useEffect(() => {
    if (begins && hasOwn) void joinSharedCart(tableStore.getState().name)
  }, [begins, hasOwn])

  useEffect(() => {
    if (!placed) return
    // Called once, even if this component mounts again while the page clears the table.
    tableStore.setState({ placed: null })
    onPlaced({ ...placed, tableNumber: table.number })
  }, [placed, onPlaced, table.number])

  if (!isHere) return null
  return (
    <>
      <SharedDrawer {...props} />
      <JoinDialog tableNumber={table.number} mustScan={mustScan} />
      <LeaveDialog />
    </>
  )
}
