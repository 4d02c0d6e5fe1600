import { useTranslation } from 'react-i18next'
import { importSample } from '#shared/contracts/menu/menu-imports.ts'
import { sendChange } from '../../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../../lib/changes/use-owner-change.ts'
import { serviceKey } from '../../../lib/service/service.ts'
import { importedMenuKeys } from './import-calls.ts'
import { offerUndo, openUndoDialogOnMenuTab } from './undo-dialog-state.ts'

/** Puts the sample's dishes into an empty menu, for owners who begin by changing them. */
export function useSampleImport() {
  const { t } = useTranslation()
  const { mutate, isPending } = useOwnerChange({
    mutationFn: () => sendChange(importSample),
    // First steps are not on the Menu tab, where the dialog is.
    onSuccess: ({ message }) => offerUndo(message, openUndoDialogOnMenuTab),
    failureTitle: t('firstSteps.menu.sampleFailed'),
    refetch: [...importedMenuKeys, serviceKey],
  })
  return { add: () => mutate(), isPending }
}
