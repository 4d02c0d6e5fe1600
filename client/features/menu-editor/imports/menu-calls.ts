import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { csvTemplate, exportCsv, lastImport, type PastImport, undoImport } from '#shared/contracts/menu-imports.ts'
import { ANSWER_WITHIN_MS } from '../../../lib/api/answer-within.ts'
import { callApi } from '../../../lib/api/api.ts'
import { downloadFile } from '../../../lib/api/download.ts'
import { errorMessage } from '../../../lib/api/error-message.ts'
import { NoAnswerError } from '../../../lib/api/request-error.ts'
import { toast } from '../../../ui/toast/store.ts'
import { ownersMenuKeys } from '../owners-menu.ts'

const lastImportKey = [lastImport.path] as const

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
  const refetch = useRefetchMenu()
  return useMutation({
    mutationFn: ({ at }: PastImport) => callApi(undoImport, { query: { at }, timeout: ANSWER_WITHIN_MS }),
    onSuccess({ message }) {
      toast({ title: message })
      onDone()
    },
    onError(error) {
      const message =
        error instanceof NoAnswerError
          ? { title: t('menuImports.unknown') }
          : { title: t('menuImports.undoFailed'), description: errorMessage(error) }
      toast({ variant: 'destructive', ...message })
    },
    onSettled: refetch,
  })
}

/** Returns a function that fetches the menu and the last import again, without waiting for them. */
export function useRefetchMenu(): () => void {
  const client = useQueryClient()
  return () => {
    for (const queryKey of [...ownersMenuKeys, lastImportKey]) void client.invalidateQueries({ queryKey })
  }
}

/** Downloads the menu or the CSV template. */
export function useDownload(what: 'export' | 'template') {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: () => downloadFile(what === 'export' ? exportCsv : csvTemplate),
    onError: (error) =>
      toast({ variant: 'destructive', title: t(`menuImports.${what}Failed`), description: errorMessage(error) }),
  })
}
