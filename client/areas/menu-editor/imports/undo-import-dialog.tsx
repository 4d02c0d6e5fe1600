import { useEffect } from 'react'
import type { PastImport } from '#shared/contracts/menu/menu-imports.ts'
import { formatMoment } from '#shared/i18n/format.ts'
import { errorMessage } from '../../../lib/api/request-error.ts'
import { closeDialog } from '../../../lib/dialogs/open-dialog.ts'
import { OpenedDialog } from '../../../lib/dialogs/opened-dialog.tsx'
import { useSettings } from '../../../lib/settings/settings.ts'
import { Button, Dialog, LoadFailure, Skeleton, useTranslation } from '../../../ui/index.ts'
import { useLastImport, useUndoImport, withdrawUndoOffer } from './import-requests.ts'

const close = () => closeDialog('undoImport')

function LastImportNote({ last }: { last: PastImport }) {
  const { t, language } = useTranslation()
  const { timeZone } = useSettings()
  const moment = formatMoment(last.at, timeZone, language)
  return (
    <span className="block rounded-control border border-line bg-card px-4 py-3 text-sm text-muted">
      <span className="block font-semibold text-ink">{t(`menuImports.kinds.${last.kind}`)}</span>
      <span className="block">{t('menuImports.lastBy', { moment, username: last.username })}</span>
      <span className="block">
        {t('menuImports.lastAdded', { count: last.added })} · {t('menuImports.lastChanged', { count: last.changed })}
      </span>
    </span>
  )
}

/** The dialog that shows the last import and undoes it after confirmation (docs/product/menu.md#menu-csv). */
export function UndoImportDialog() {
  const { t } = useTranslation()
  const { mutate, isPending } = useUndoImport(close)
  // Otherwise the dialog would be open when the tab is opened again.
  useEffect(() => withdrawUndoOffer, [])
  return (
    <OpenedDialog name="undoImport">
      {(_, open) => (
        <Dialog open={open} onOpenChange={close} dismissible={!isPending} title={t('menuImports.undoTitle')}>
          <UndoConfirmation isPending={isPending} onConfirm={mutate} />
        </Dialog>
      )}
    </OpenedDialog>
  )
}

function UndoConfirmation({ isPending, onConfirm }: { isPending: boolean; onConfirm: (last: PastImport) => void }) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useLastImport()
  if (data === undefined) {
    if (error && !isFetching) return <LoadFailure description={errorMessage(error)} onRetry={() => void refetch()} />
    return (
      <div role="status">
        <span className="sr-only">{t('common.loading')}</span>
        <Skeleton className="h-24" />
      </div>
    )
  }
  if (data === null) return <p>{t('menuImports.noLast')}</p>
  return (
    <>
      <LastImportNote last={data} />
      <p className="mt-4 text-body">{t(data.undoable ? 'menuImports.undoDescription' : 'menuImports.notUndoable')}</p>
      <div className="mt-6 flex flex-col gap-2.5">
        <Button variant={data.undoable ? 'ink' : 'outline'} disabled={isPending} onClick={close}>
          {t(data.undoable ? 'common.cancel' : 'common.close')}
        </Button>
        {data.undoable && (
          <Button variant="danger" pending={isPending} onClick={() => onConfirm(data)}>
            {t('menuImports.undo')}
          </Button>
        )}
      </div>
    </>
  )
}
