import { useQuery } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import * as api from '#shared/contracts/menu/menu-imports.ts'
import { callApi } from '../../../lib/api/api.ts'
import { downloadFile } from '../../../lib/api/files.ts'
import { NoAnswerError } from '../../../lib/api/request-error.ts'
import { paths } from '../../../lib/browser/paths.ts'
import { sendChange, toastFailure } from '../../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../../lib/changes/use-owner-change.ts'
import { closeDialog, openDialog } from '../../../lib/dialogs/open-dialog.ts'
import { serviceKey } from '../../../lib/settings/change-settings.tsx'
import { i18n, toast } from '../../../ui/index.ts'
import { ownersMenuKeys } from '../owners-menu.ts'

const lastImportKey = [api.lastImport.path] as const
/** The queries to refetch after an import: the menu, and the last import. */
export const importedMenuKeys = [...ownersMenuKeys, lastImportKey]

export function useLastImport() {
  return useQuery({
    queryKey: lastImportKey,
    queryFn: ({ signal }) => callApi(api.lastImport, { signal }),
    // Never from the cache: somebody else may have imported since.
    gcTime: 0,
  })
}

/** Undoes the last import, provided that it is the one that was shown. */
export function useUndoImport(onDone: () => void) {
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
    failure: `menuImports.${what}Failed`,
  })
}

let dismissOffer = () => {}

export const openUndoDialog = () => openDialog('undoImport', true)

/** Shows a toast with a button that opens the undo dialog, or calls `onAct`. */
export function offerUndo(title: string | undefined, onAct = openUndoDialog): void {
  dismissOffer = toast({ title, action: { label: i18n.t('menuImports.undoShort'), onAct } }).dismiss
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
