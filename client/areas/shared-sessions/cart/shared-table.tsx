import i18n from 'i18next'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { withLabel } from '#shared/domain/table-name.ts'
import { toast } from '../../../ui/toast/store.ts'
import { useTableLabels } from '../../tables/index.ts'
import { connectSeat } from '../connection.ts'
import { JoinDialog } from '../joining/join-dialog.tsx'
import { LeaveDialog } from '../joining/leave-dialog.tsx'
import { useTableAnnouncements } from '../read-aloud.ts'
import { joinSharedCart } from '../session.ts'
import {
  carryIntoTable,
  enterTable,
  followSession,
  setGiveBack,
  sharedCart,
  tableStore,
  useTableStore,
} from '../table-store.ts'
import { useExpiry } from './countdown.tsx'
import { SharedDrawer } from './shared-drawer.tsx'
import type { SharedTableProps } from './shared-table-props.ts'

/** The shared table for this phone: asks for a name, joins, stays connected and shows the shared cart. */
export default function SharedTable(props: SharedTableProps) {
  const { table, mustScan, switchCart, ownLines, onCarriedOver, onGivenBack, onPlaced, onAtTable, announce } = props
  const { t } = useTranslation()
  const isAtTable = useTableStore(({ tableId }) => tableId === table.id)
  const sessionId = useTableStore(({ seat }) => seat?.sessionId)
  const canChange = useTableStore((state) => state.canChange)
  const placed = useTableStore((state) => state.placed)
  const announcements = useTableAnnouncements(announce)
  const labelOf = useTableLabels()

  useEffect(() => setGiveBack(onGivenBack), [onGivenBack])
  useEffect(
    () =>
      followSession((sessionTable, isMoved) => {
        onAtTable(sessionTable)
        if (isMoved) {
          const { number } = sessionTable
          toast({ title: i18n.t('sharedTable.moved', { table: withLabel(String(number), labelOf(number)) }) })
        }
      }),
    [onAtTable, labelOf],
  )
  useEffect(() => tableStore.setState({ tableKey: table.key }), [table.key])
  useEffect(() => enterTable(table.id, mustScan), [table.id, mustScan])
  useEffect(() => {
    // A seat whose table changes stays connected.
    if (sessionId === undefined) return
    const switchBack = switchCart(sharedCart)
    const disconnect = connectSeat(announcements)
    return () => {
      disconnect()
      switchBack()
    }
  }, [sessionId, switchCart, announcements])
  useExpiry()

  // Dishes chosen before joining move to the table's cart; dishes that another tab adds later do not.
  const carriedInto = useRef<string>(undefined)
  useEffect(() => {
    if (!canChange || carriedInto.current === sessionId) return
    carriedInto.current = sessionId
    if (ownLines.length === 0) return
    carryIntoTable(ownLines, () => onCarriedOver(ownLines))
    announce(t('sharedTable.carriedOver'))
  }, [canChange, sessionId, ownLines, onCarriedOver, announce, t])
  // After an order, the next dish starts the next round.
  const canStartNextRound = useTableStore(
    ({ ended, seat, name }) => ended === 'completed' && seat === null && name !== '',
  )
  const hasOwnLines = ownLines.length > 0
  useEffect(() => {
    if (canStartNextRound && hasOwnLines) void joinSharedCart(tableStore.getState().name)
  }, [canStartNextRound, hasOwnLines])

  useEffect(() => {
    if (!placed) return
    // `onPlaced` must run once, even if this component mounts again while the page clears the table.
    tableStore.setState({ placed: null })
    onPlaced({ ...placed, tableNumber: table.number })
  }, [placed, onPlaced, table.number])

  if (!isAtTable) return null
  return (
    <>
      <SharedDrawer {...props} />
      <JoinDialog table={table} mustScan={mustScan} />
      <LeaveDialog />
    </>
  )
}
