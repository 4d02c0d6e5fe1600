import * as api from '#shared/contracts/menu/menu-imports.ts'
import { formatMoment } from '#shared/i18n/format.ts'
import { callApi } from '../../../lib/api/api.ts'
import { downloadFile } from '../../../lib/api/files.ts'
import { useOwnerChange } from '../../../lib/changes/refetching.ts'
import { sendChange, toastFailure } from '../../../lib/changes/send-change.ts'
import { confirm } from '../../../lib/dialogs/confirm.tsx'
import { serviceKey } from '../../../lib/settings/change-settings.tsx'
import { timeZone } from '../../../lib/settings/settings.ts'
import { language, t, toast } from '../../../ui/index.ts'
import { menuKeys } from '../../menu/index.ts'

export function useDownload(what: 'export' | 'template') {
  return useOwnerChange({
    mutationFn: () => downloadFile(what === 'export' ? api.exportCsv : api.csvTemplate),
    failure: `common.notDownloaded`,
  })
}

/** Asks about the last import, which somebody else may have made, and undoes it (docs/product/menu.md#menu-undo). */
export function useUndoImport() {
  const { mutateAsync: undo } = useOwnerChange({
    mutationFn: ({ at }: api.PastImport) => sendChange(api.undoImport, { query: { at } }),
    success: ({ message }) => message,
    failure: 'menuImports.undoFailed',
    refetch: menuKeys,
  })
  const ask = async () => {
    const last = await callApi(api.lastImport)
    if (!last?.undoable) {
      toast({ variant: 'destructive', title: t(last ? 'menuImports.notUndoable' : 'menuImports.noLast') })
      return
    }
    const { at, username, kind, added, changed } = last
    const what = [
      t(`menuImports.kinds.${kind}`),
      t('menuImports.lastAdded', { count: added }),
      t('menuImports.lastChanged', { count: changed }),
      t('menuImports.lastBy', { moment: formatMoment(at, timeZone, language), username }),
    ]
    await confirm({
      title: t('menuImports.undoTitle'),
      description: `${what.join(' · ')}. ${t('menuImports.undoDescription')}`,
      confirm: t('menuImports.undo'),
      isDestructive: true,
      action: () => undo(last),
    })
  }
  return () => void ask().catch((error) => toastFailure(t('menuImports.undoFailed'), error))
}

/** Returns a function that reports an import, with a button to undo it. */
export function useUndoOffer() {
  const onAct = useUndoImport()
  return (title: string | undefined) => void toast({ title, action: { label: t('orders.undo'), onAct } })
}

/** Puts the sample's dishes into an empty menu, for owners who begin by changing them. */
export function useSampleImport() {
  const offerUndo = useUndoOffer()
  const { mutate, isPending } = useOwnerChange({
    mutationFn: () => sendChange(api.importSample),
    onSuccess: ({ message }) => offerUndo(message),
    failure: 'firstSteps.menu.sampleFailed',
    refetch: [...menuKeys, serviceKey],
  })
  return { add: () => mutate(), isPending }
}
