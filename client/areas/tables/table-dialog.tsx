import { useEffect } from 'react'
import { withLabel } from '#shared/domain/table.ts'
import { Button, Dialog, EmptyState, Select, Skeleton, t } from '../../ui/index.ts'
import { useTables } from './tables.tsx'

interface TableDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  tableId: number | null
  onChoose: (tableId: number) => void
  /** No table can be chosen, because orders need the key of its code (docs/product/tables.md#tables-keys). */
  mustScan?: boolean
}

export default function TableDialog({ mustScan = false, ...props }: TableDialogProps) {
  const { open, onOpenChange } = props
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t(mustScan ? 'table.scan' : 'table.choose')}
      description={t(mustScan ? 'table.scanDescription' : 'table.chooseDescription')}
    >
      {!mustScan && <TableSelect {...props} />}
    </Dialog>
  )
}

function TableSelect({ open, tableId, onChoose }: TableDialogProps) {
  const { data: tables, isError, refetch } = useTables(true)
  // The states of tables change often, so they are fetched each time the dialog opens.
  useEffect(() => {
    if (open) void refetch()
  }, [open, refetch])
  return (
    <>
      {isError && !tables && (
        <EmptyState
          role="alert"
          title={t('common.loadFailed')}
          action={<Button onClick={() => void refetch()}>{t('common.tryAgain')}</Button>}
        />
      )}
      {!tables && !isError && <Skeleton className="h-12 w-full" />}
      {tables?.length === 0 && <EmptyState title={t('table.none')} />}
      {tables && tables.length > 0 && (
        <Select
          label={t('table.placeholder')}
          placeholder={t('table.choose')}
          value={tableId}
          onValueChange={onChoose}
          options={tables.map(({ id, number, label, status }) => ({
            value: id,
            label: withLabel(t('common.table', { number }), label ?? null),
            note: status === 'available' ? t('table.available') : t('table.occupied'),
            disabled: status !== 'available',
          }))}
        />
      )}
    </>
  )
}
