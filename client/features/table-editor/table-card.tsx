import { ArrowRight, Download, Ellipsis, Pencil } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { withLabel } from '#shared/domain/table-name.ts'
import { QrCode } from '../../entities/codes/index.ts'
import { useMoney, useSettings } from '../../entities/settings/index.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { ActionMenu } from '../../ui/overlays/menu.tsx'
import { Badge } from '../../ui/parts/badge.tsx'
import { Button } from '../../ui/parts/button.tsx'
import { Card } from '../../ui/parts/card.tsx'
import { IconButton } from '../../ui/parts/icon-button.tsx'
import { toast } from '../../ui/toast/store.ts'
import { saveAsPng, saveAsSvg } from './codes/save-code.ts'
import { sumOf, unbroken } from './orders-by-table.ts'
import { type RunningSession, useSetTableStatus } from './table-calls.ts'

/** The dialogs that a card can open; the list renders them. */
export type TableDialogKind = 'free' | 'end' | 'move' | 'edit' | 'delete' | 'print' | 'key'

interface TableCardProps {
  table: Table
  /** The address in the table's code. */
  address: string
  session: RunningSession | undefined
  /** The table's open orders, oldest first. */
  orders: readonly Order[]
  onOpenDialog: (what: TableDialogKind, tableId: number) => void
  onNewOrder: (tableId: number) => void
}

const CODE_PIXELS = 128

/** A table with its code and its actions (docs/product/tables.md#tables-tab). */
export const TableCard = memo(function TableCard(props: TableCardProps) {
  const { table, address, session, orders } = props
  const { t } = useTranslation()
  const { number, label, capacity, status } = table
  return (
    <Card className="@container flex h-full flex-col p-5 [contain-intrinsic-size:auto_290px] [content-visibility:auto] sm:p-6">
      {/* In a narrow card, the two buttons are below the code, side by side. */}
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)_auto] grid-rows-[1fr_auto] gap-x-3.5">
        <div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h2 className="display text-[26px] leading-tight">{t('common.table', { number })}</h2>
            <TableStatusBadge status={status} />
          </div>
          {label !== null && <p className="mt-1 font-semibold text-[17px] break-words">{label}</p>}
          <p className="mt-1.5 text-[15px] text-muted">{t('tables.seats', { count: capacity })}</p>
          {orders.length > 0 && (
            <p className="figures mt-1.5 text-[15px]">
              {t('tables.orders', { count: orders.length, total: sumOf(orders) })}
            </p>
          )}
          {session && <SessionFacts session={session} />}
        </div>
        {/* The white border is the code's quiet zone: four modules of the smallest code. */}
        <div className="row-span-2 self-start rounded-control border border-line bg-code-ground p-[18px] @max-sm:row-span-1">
          <QrCode address={address} label={t('tables.code', { number })} size={CODE_PIXELS} />
        </div>
        <StatusButtons {...props} />
      </div>
      <CardActions {...props} />
    </Card>
  )
})

function SessionFacts({ session: { names, total, minutesLeft, endsAt } }: { session: RunningSession }) {
  const { t } = useTranslation()
  const { format } = useMoney()
  // The rendered clock lags by seconds; without Math.min, 90 minutes could show as 91.
  const minutes = Math.min(minutesLeft, Math.max(0, Math.ceil((endsAt - useServerNow()) / 60_000)))
  const who = names.length > 0 ? t('tables.sharedCart', { names: names.join(', ') }) : t('tables.sharedCartEmpty')
  return (
    <div className="mt-1.5 text-[15px]">
      <p title={who} className="line-clamp-3 break-words">
        {who}
      </p>
      <p className="figures">
        {unbroken(format(total))} · {t('tables.minutesLeft', { minutes })}
      </p>
    </div>
  )
}

/** The buttons that set the table's status; freeing opens a confirmation if it ends something. */
function StatusButtons({ table, session, orders, onOpenDialog }: TableCardProps) {
  const { t } = useTranslation()
  const { mutate, isPending, variables } = useSetTableStatus()
  const endsSomething = table.status === 'occupied' || session !== undefined || orders.length > 0
  const set = (status: 'available' | 'reserved') => {
    if (status === 'available' && endsSomething) onOpenDialog('free', table.id)
    else mutate({ table, status })
  }
  return (
    <div className="flex flex-wrap gap-2 pt-3 @max-sm:col-span-2">
      {(['available', 'reserved'] as const).map((status) => (
        <Button
          key={status}
          variant="outline"
          aria-label={t('tables.setOf', { status: t(`tables.set.${status}`), number: table.number })}
          disabled={table.status === status}
          pending={isPending && variables.status === status}
          onClick={() => set(status)}
          className="px-4! @max-sm:flex-1"
        >
          {t(`tables.set.${status}`)}
        </Button>
      ))}
    </div>
  )
}

function CardActions({ table, address, session, orders, onOpenDialog, onNewOrder }: TableCardProps) {
  const { t } = useTranslation()
  const { tableKeysRequired } = useSettings()
  const { id, number } = table
  const caption = withLabel(t('common.table', { number }), table.label)
  const code = { address, caption, fileName: t('tables.fileName', { number }) }
  const notSaved = () => toast({ variant: 'destructive', title: t('tables.saveFailed') })
  const moreActions = [
    ...(session ? [{ key: 'end', label: t('tables.endCart'), onChoose: () => onOpenDialog('end', id) }] : []),
    { key: 'print', label: t('tables.printCode'), onChoose: () => onOpenDialog('print', id) },
    ...(tableKeysRequired ? [{ key: 'key', label: t('tables.newCode'), onChoose: () => onOpenDialog('key', id) }] : []),
    { key: 'delete', label: t('tables.delete'), onChoose: () => onOpenDialog('delete', id) },
  ]
  const icon = 'size-5'
  return (
    <div className="mt-4 flex gap-2 border-t border-line pt-4 sm:gap-2.5">
      <Button
        variant="outline"
        aria-label={t('tables.newOrderOf', { number })}
        onClick={() => onNewOrder(id)}
        className="min-w-0 flex-1 px-2!"
      >
        {t('tables.newOrder')}
      </Button>
      {(session || orders.length > 0) && (
        <IconButton variant="outline" label={t('tables.move', { number })} onClick={() => onOpenDialog('move', id)}>
          <ArrowRight aria-hidden="true" className={icon} />
        </IconButton>
      )}
      <ActionMenu
        trigger={
          <IconButton variant="outline" label={t('tables.download', { number })}>
            <Download aria-hidden="true" className={icon} />
          </IconButton>
        }
        actions={[
          { key: 'svg', label: t('tables.file.svg'), onChoose: () => saveAsSvg(code) },
          { key: 'png', label: t('tables.file.png'), onChoose: () => void saveAsPng(code).catch(notSaved) },
        ]}
      />
      <IconButton variant="outline" label={t('tables.edit', { number })} onClick={() => onOpenDialog('edit', id)}>
        <Pencil aria-hidden="true" className={icon} />
      </IconButton>
      <ActionMenu
        trigger={
          <IconButton variant="outline" label={t('tables.more', { number })}>
            <Ellipsis aria-hidden="true" className={icon} />
          </IconButton>
        }
        actions={moreActions}
      />
    </div>
  )
}

const TONES = { available: 'ready', occupied: 'pending', reserved: 'preparing' } as const

function TableStatusBadge({ status }: Pick<Table, 'status'>) {
  const { t } = useTranslation()
  return (
    <Badge tone={TONES[status]} className="px-3! py-1.5! text-[13px]!">
      {t(`tables.status.${status}`)}
    </Badge>
  )
}
