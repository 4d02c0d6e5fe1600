import { zodResolver } from '@hookform/resolvers/zod'
import { useTranslation } from 'react-i18next'
import type { Table } from '#shared/contracts/tables.ts'
import { DraftNotice } from '../../../lib/changes/draft-notice.tsx'
import { useEditor } from '../../../lib/changes/use-editor.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Button } from '../../../ui/parts/button.tsx'
import { useChangeTable } from './table-calls.ts'
import { FillInMessage, TableFields } from './table-fields.tsx'
import { type TypedTable, tableFormSchema } from './table-form.ts'

interface EditTableDialogProps {
  open: boolean
  table: Table
  onClose: () => void
}

export function EditTableDialog({ open, table, onClose }: EditTableDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t('tables.editTitle', { number: table.number })}
      description={t('tables.renumberHint')}
    >
      <EditTableForm table={table} onSaved={onClose} />
    </Dialog>
  )
}

const valuesOf = ({ number, capacity, label }: Table): TypedTable => ({
  number: String(number),
  capacity: String(capacity),
  label: label ?? '',
})

function EditTableForm({ table, onSaved }: { table: Table; onSaved: () => void }) {
  const { t } = useTranslation()
  const { mutateAsync } = useChangeTable(table)
  const { form, submit, isPending, draft } = useEditor({
    name: `table.${table.id}`,
    resolver: zodResolver(tableFormSchema),
    saved: table,
    valuesOf,
    follows: true,
    change: ({ changed }) => mutateAsync(changed),
    fieldOfCode: { table_number_taken: 'number' },
    onDone: onSaved,
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <DraftNotice draft={draft} />
      <div className="flex flex-wrap items-start gap-3">
        <TableFields form={form} className="min-w-0 flex-1" labelClassName="w-full" />
      </div>
      <FillInMessage form={form} />
      <Button type="submit" pending={isPending} className="mt-4 w-full">
        {t('tables.save')}
      </Button>
    </form>
  )
}
