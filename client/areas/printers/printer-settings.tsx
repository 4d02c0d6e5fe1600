import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Printer } from '#shared/contracts/printers.ts'
import { MAX_PRINTERS } from '#shared/domain/printing/printers.ts'
import { DeleteDialog } from '../../ui/overlays/list-dialogs.tsx'
import { useWhileOpen } from '../../ui/overlays/opening.ts'
import { Button } from '../../ui/parts/button.tsx'
import { EmptyState, LoadFailure } from '../../ui/parts/empty-state.tsx'
import { Skeleton } from '../../ui/parts/loading.tsx'
import { usePrinters } from '../printing/index.ts'
import { JobCard } from './job-card.tsx'
import { PrinterCard, type PrinterDialogKind } from './printer-card.tsx'
import { SilentDialog, TokenDialog } from './printer-dialogs.tsx'
import { PrinterFormDialog } from './printer-form.tsx'
import { useDeletePrinter } from './printer-requests.ts'
import { jobsToCheck } from './printer-state.tsx'

/** The printers on the network, for owners (docs/product/printers.md#printers-settings). */
export default function PrinterSettings() {
  const { t } = useTranslation()
  const { data: printers, isError, refetch } = usePrinters()
  const [dialog, setDialog] = useState<{ what: PrinterDialogKind; id: number | null } | null>(null)
  const current = printers?.find(({ id }) => id === dialog?.id) ?? null
  const shown = useWhileOpen(dialog !== null, current)
  const addButton = useRef<HTMLButtonElement>(null)
  const close = () => setDialog(null)
  const isOpen = (what: PrinterDialogKind) => dialog?.what === what
  if (isError) return <LoadFailure description={t('printers.loadFailed')} onRetry={() => void refetch()} />
  if (!printers) return <Skeleton className="h-40" />
  const toCheck = jobsToCheck(printers)
  const saved = (printer: Printer, isNew: boolean) =>
    setDialog(isNew && printer.kind === 'star' ? { what: 'token', id: printer.id } : null)
  return (
    <div className="flex flex-col gap-3">
      {toCheck.map((one) => (
        <JobCard key={one.job.id} toCheck={one} count={toCheck.length} />
      ))}
      {printers.length === 0 ? (
        <EmptyState title={t('printers.none')} description={t('printers.noneHint')} />
      ) : (
        <ul aria-label={t('printers.title')} className="flex flex-col gap-3">
          {printers.map((printer) => (
            <PrinterCard
              key={printer.id}
              printer={printer}
              printers={printers}
              onOpen={(what) => setDialog({ what, id: printer.id })}
            />
          ))}
        </ul>
      )}
      {printers.length < MAX_PRINTERS && (
        <Button
          ref={addButton}
          variant="outline"
          className="self-start"
          onClick={() => setDialog({ what: 'form', id: null })}
        >
          <Plus aria-hidden="true" className="size-4.5" />
          {t('printers.add')}
        </Button>
      )}
      <PrinterFormDialog open={isOpen('form')} printer={shown} printers={printers} onClose={close} onSaved={saved} />
      {shown && (
        <>
          <TokenDialog open={isOpen('token')} printer={shown} onClose={close} />
          <SilentDialog open={isOpen('silent')} printer={shown} onClose={close} />
        </>
      )}
      <DeleteDialog
        subject={isOpen('delete') ? current : null}
        texts={({ name }) => ({
          title: t('printers.deleteTitle', { name }),
          description: t('printers.deleteDescription'),
          confirm: t('printers.delete'),
        })}
        useDelete={useDeletePrinter}
        onClose={close}
        focusAfter={addButton}
      />
    </div>
  )
}
