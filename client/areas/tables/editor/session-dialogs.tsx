import { useTranslation } from 'react-i18next'
import type { Order } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { useMoney } from '../../../lib/settings/settings.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { type RunningSession, useEndSession, useSetTableStatus } from './table-calls.ts'

interface FreeDialogProps {
  open: boolean
  table: Table
  /** The session at the table; `names` and `total` of its cart only where they are known. */
  session: Partial<Pick<RunningSession, 'names' | 'total'>> | undefined
  orders: readonly Order[]
  onClose: () => void
}

/**
 * The confirmation before freeing a table; lists the session and orders that this ends
 * (docs/product/tables.md#tables-by-hand).
 */
export function FreeTableDialog({ open, table, session, orders, onClose }: FreeDialogProps) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const { mutate, isPending } = useSetTableStatus(onClose)
  const delivered = orders.filter(({ status }) => status === 'delivered').length
  const undelivered = orders.length - delivered
  const consequences = [
    session &&
      (session.total
        ? t('tables.free.session', { names: session.names?.join(', '), total: format(session.total) })
        : t('tables.free.emptySession')),
    delivered > 0 && t('tables.free.delivered', { count: delivered }),
    undelivered > 0 && t('tables.free.open', { count: undelivered }),
  ].filter(Boolean)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={t('tables.freeTitle', { number: table.number })}
      description={consequences.join(' ') || t('tables.free.nothing')}
      confirmLabel={t('tables.freeConfirm')}
      destructive={session !== undefined}
      pending={isPending}
      onConfirm={() => mutate({ table, status: 'available' })}
    />
  )
}

interface EndDialogProps {
  open: boolean
  session: RunningSession
  onClose: () => void
}

/** The confirmation before ending a shared cart without an order. */
export function EndSessionDialog({ open, session, onClose }: EndDialogProps) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const { mutate, isPending } = useEndSession(onClose)
  const { names, total, tableNumber } = session
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={t('tables.endTitle', { number: tableNumber })}
      description={
        total > 0
          ? t('tables.endDescription', { names: names.join(', '), total: format(total) })
          : t('tables.endEmptyDescription')
      }
      confirmLabel={t('tables.endConfirm')}
      destructive
      pending={isPending}
      onConfirm={() => mutate(session)}
    />
  )
}
