import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { csvTemplate, exportCsv, lastImport, type PastImport, undoImport } from '#shared/contracts/menu/menu-imports.ts'
import { callApi } from '../../../lib/api/api.ts'
import { downloadFile } from '../../../lib/api/download.ts'
import { NoAnswerError } from '../../../lib/api/request-error.ts'
import { sendChange } from '../../../lib/changes/send-change.ts'
import { toastFailure } from '../../../lib/changes/toast-failure.ts'
import { useOwnerChange } from '../../../lib/changes/use-owner-change.ts'
import { toast } from '../../../ui/toast/store.ts'
import { ownersMenuKeys } from '../owners-menu.ts'

const lastImportKey = [lastImport.path] as const
/** The queries to refetch after an import: the menu, and the last import. */
export const importedMenuKeys = [...ownersMenuKeys, lastImportKey]

/** The last import or bulk change. */
export function useLastImport() {
  return useQuery({
    queryKey: lastImportKey,
    queryFn: ({ signal }) => callApi(lastImport, { signal }),
    // Never from the cache: somebody else may have imported since.
    gcTime: 0,
  })
}

/** Undoes the last import, provided that it is the one that was shown. */
export function useUndoImport(onDone: () => void) {
  const { t } = useTranslation()
  return useOwnerChange({
    mutationFn: ({ at }: PastImport) => sendChange(undoImport, { query: { at } }),
    onSuccess({ message }) {
      toast({ title: message })
      onDone()
    },
    onError(error) {
      if (error instanceof NoAnswerError) toast({ variant: 'destructive', title: t('menuImports.unknown') })
      else toastFailure(t('menuImports.undoFailed'), error)
    },
    refetch: importedMenuKeys,
  })
}

/** Downloads the menu or the CSV template. */
export function useDownload(what: 'export' | 'template') {
  const { t } = useTranslation()
  return useOwnerChange({
    mutationFn: () => downloadFile(what === 'export' ? exportCsv : csvTemplate),
    failureTitle: t(`menuImports.${what}Failed`),
  })
}
