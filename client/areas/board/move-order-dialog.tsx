import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { isOpen } from '#shared/domain/orders/order-status.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { createValue } from '../../lib/browser/create-value.ts'
import { whenShown } from '../../lib/browser/layout.ts'
import { Button, Dialog, LoadFailure, Skeleton, useTranslation, useWhileOpen } from '../../ui/index.ts'
import {
  changedMeanwhile,
  DialogAlert,
  destinationOf,
  moveOrderToTable,
  useBoardState,
  useIsChanging,
} from '../orders/index.ts'
import { TableGrid, useTables } from '../tables/index.ts'

/** The order that is moved, and the chosen table; undefined while the dialog is closed. It outlasts the order's card. */
const moving = createValue<{ orderId: number; tableId?: number } | undefined>(undefined)

export function openMoveDialog({ id }: Order): void {
  moving.set({ orderId: id })
}

const closeMoveDialog = () => moving.set(undefined)

/** The dialog to choose the table that an order is moved to (docs/product/board.md#board-move). */
export function MoveOrderDialog() {
  const { t } = useTranslation()
  // Its state outlasts the board, which another person may open next.
  useEffect(() => closeMoveDialog, [])
  const openFor = moving.use((value) => value?.orderId)
  const isDialogOpen = openFor !== undefined
  const orderId = useWhileOpen(isDialogOpen, openFor)
  const order = useBoardState(({ board }) => (orderId === undefined ? undefined : board.orders.get(orderId)))
  const { data, error, refetch } = useTables(isDialogOpen)
  // The tables' statuses change all evening, so the dialog refetches them each time it opens.
  useEffect(() => {
    if (!isDialogOpen) return
    // After the dialog is shown: sending a request delays that frame.
    return whenShown(() => void refetch())
  }, [isDialogOpen, refetch])
  if (!order) return null
  const isClosed = !isOpen(order.status)
  const others = data?.filter(({ id }) => id !== order.tableId).sort((a, b) => a.number - b.number)
  return (
    <Dialog
      open={isDialogOpen}
      onOpenChange={closeMoveDialog}
      title={t('orderMove.title')}
      description={`#${order.id} · ${destinationOf(t, order)}`}
      footer={
        !isClosed && others?.length ? (
          <MoveConfirmation key={order.id} order={order} tables={others} onFailed={() => void refetch()} />
        ) : undefined
      }
    >
      {isClosed ? (
        <DialogAlert>{t('orderMove.over')}</DialogAlert>
      ) : others ? (
        <TableChoice order={order} tables={others} />
      ) : error ? (
        <LoadFailure description={errorMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-32 w-full" />
      )}
    </Dialog>
  )
}

interface TableChoiceProps {
  order: Order
  tables: readonly Table[]
}

function TableChoice({ order, tables }: TableChoiceProps) {
  const { t } = useTranslation()
  const chosen = moving.use((value) => value?.tableId)
  if (tables.length === 0) return <p className="text-[15px]">{t('orderMove.none')}</p>
  return (
    <>
      {order.diningOption === 'takeaway' && <p className="mb-4 text-[15px]">{t('orderMove.becomesDineIn')}</p>}
      <TableGrid
        legend={t('orderMove.which')}
        tables={tables.map(({ id, number, label, status }) => ({
          id,
          number,
          label,
          note: t(`orderMove.status.${status}`),
          status,
        }))}
        chosenId={chosen ?? null}
        onChoose={(tableId) => moving.set({ orderId: order.id, tableId })}
      />
    </>
  )
}

function MoveConfirmation({ order, tables, onFailed }: TableChoiceProps & { onFailed: () => void }) {
  const { t } = useTranslation()
  const chosen = moving.use((value) => value?.tableId)
  const [wasPressed, setPressed] = useState(false)
  const { mutate, error } = useMutation({
    mutationFn: (to: Table) => moveOrderToTable(order, to),
    onSuccess: () => {
      // Meanwhile it may be open for another order.
      if (moving.get()?.orderId === order.id) closeMoveDialog()
    },
    onError: onFailed,
  })
  const isChanging = useIsChanging(order.id)
  // Another device may have moved the order to that table, or deleted it.
  const table = tables.find(({ id }) => id === chosen)
  const move = () => {
    setPressed(true)
    if (table) mutate(table)
  }
  const isTableMissing = wasPressed && !table && !error
  const failure = error && (changedMeanwhile(error) ? t('orders.takeOff.changed') : errorMessage(error))
  const problem = isTableMissing ? t('orderMove.choose') : failure
  return (
    <>
      {problem && (
        <div className="-mt-3 mb-4">
          <DialogAlert>{problem}</DialogAlert>
        </div>
      )}
      <Button
        size="large"
        variant={table ? 'primary' : 'outline'}
        className="w-full"
        pending={isChanging}
        onClick={move}
      >
        {table ? t('orderMove.confirm', { number: table.number }) : t('orderMove.choose')}
      </Button>
    </>
  )
}
