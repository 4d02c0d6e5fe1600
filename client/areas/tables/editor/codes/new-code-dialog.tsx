import { useTranslation } from 'react-i18next'
import type { Table } from '#shared/contracts/tables.ts'
import { ConfirmDialog } from '../../../../ui/overlays/confirm-dialog.tsx'
import { useRenewTableKey } from '../table-calls.ts'

interface NewCodeDialogProps {
  open: boolean
  table: Table
  onClose: () => void
  /** Called when the table has its new key: its code must then be printed. */
  onRenewed: () => void
}

/**
 * The confirmation before a table gets a new code: the printed one stops working (docs/product/tables.md#tables-keys).
 */
export function NewCodeDialog({ open, table, onClose, onRenewed }: NewCodeDialogProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useRenewTableKey(onRenewed)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={t('tables.newCodeTitle', { number: table.number })}
      description={t('tables.newCodeDescription')}
      confirmLabel={t('tables.newCodeConfirm')}
      destructive
      pending={isPending}
      onConfirm={() => mutate(table)}
    />
  )
}
