import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import * as api from '#shared/contracts/menu/menu-imports.ts'
import { formatMoment } from '#shared/i18n/format.ts'
import { callApi } from '../../../lib/api/api.ts'
import { downloadFile } from '../../../lib/api/files.ts'
import { errorMessage, NoAnswerError } from '../../../lib/api/request-error.ts'
import { paths } from '../../../lib/browser/paths.ts'
import { sendChange, toastFailure } from '../../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../../lib/changes/use-owner-change.ts'
import { closeDialog, openDialog } from '../../../lib/dialogs/open-dialog.ts'
import { OpenedDialog } from '../../../lib/dialogs/opened-dialog.tsx'
import { serviceKey } from '../../../lib/settings/change-settings.tsx'
import { useSettings } from '../../../lib/settings/settings.ts'
import { Button, Dialog, i18n, LoadFailure, Skeleton, toast, useTranslation } from '../../../ui/index.ts'
import { ownersMenuKeys } from '../owners-menu.ts'

const lastImportKey = [api.lastImport.path] as const
/** The queries to refetch after an import: the menu, and the last import. */
export const importedMenuKeys = [...ownersMenuKeys, lastImportKey]

function useLastImport() {
  return useQuery({
    queryKey: lastImportKey,
    queryFn: ({ signal }) => callApi(api.lastImport, { signal }),
    // Never from the cache: somebody else may have imported since.
    gcTime: 0,
  })
}

/** Undoes the last import, provided that it is the one that was shown. */
function useUndoImport(onDone: () => void) {
  return useOwnerChange({
    mutationFn: ({ at }: api.PastImport) => sendChange(api.undoImport, { query: { at } }),
    success: ({ message }) => message,
    onSuccess: onDone,
    onError(error) {
      if (error instanceof NoAnswerError) toast({ variant: 'destructive', title: i18n.t('menuImports.unknown') })
      else toastFailure(i18n.t('menuImports.undoFailed'), error)
    },
    refetch: importedMenuKeys,
  })
}

export function useDownload(what: 'export' | 'template') {
  return useOwnerChange({
    mutationFn: () => downloadFile(what === 'export' ? api.exportCsv : api.csvTemplate),
    failure: `common.notDownloaded`,
  })
}

let dismissOffer = () => {}

export const openUndoDialog = () => openDialog('undoImport', true)

/** Shows a toast with a button that opens the undo dialog, or calls `onAct`. */
export function offerUndo(title: string | undefined, onAct = openUndoDialog): void {
  dismissOffer = toast({ title, action: { label: i18n.t('orders.undo'), onAct } }).dismiss
}

function openUndoDialogOnMenuTab(): void {
  navigate(paths.dashboardTab('menu'))
  openUndoDialog()
}

export function withdrawUndoOffer(): void {
  closeDialog('undoImport')
  dismissOffer()
}

/** Puts the sample's dishes into an empty menu, for owners who begin by changing them. */
export function useSampleImport() {
  const { mutate, isPending } = useOwnerChange({
    mutationFn: () => sendChange(api.importSample),
    // First steps are not on the Menu tab, where the dialog is.
    onSuccess: ({ message }) => offerUndo(message, openUndoDialogOnMenuTab),
    failure: 'firstSteps.menu.sampleFailed',
    refetch: [...importedMenuKeys, serviceKey],
  })
  return { add: () => mutate(), isPending }
}

const close = () => closeDialog('undoImport')

function LastImportNote({ last }: { last: api.PastImport }) {
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

function UndoConfirmation({ isPending, onConfirm }: { isPending: boolean; onConfirm: (last: api.PastImport) => void }) {
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
