import i18n from 'i18next'
import { navigate } from 'wouter/use-browser-location'
import { create } from 'zustand'
import { paths } from '../../../lib/browser/paths.ts'
import { toast } from '../../../ui/toast/store.ts'

/** Whether the undo dialog is open. A store, because toasts open it too. */
export const useUndoDialogState = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

let dismissOffer = () => {}

export function openUndoDialog(): void {
  useUndoDialogState.setState({ isOpen: true })
}

export function closeUndoDialog(): void {
  useUndoDialogState.setState({ isOpen: false })
}

/** Shows a toast with a button that opens the undo dialog, or calls `onAct`. */
export function offerUndo(title: string | undefined, onAct = openUndoDialog): void {
  dismissOffer = toast({ title, action: { label: i18n.t('menuImports.undoShort'), onAct } }).dismiss
}

/** Opens the undo dialog from another tab. */
export function openUndoDialogOnMenuTab(): void {
  navigate(paths.dashboardTab('menu'))
  openUndoDialog()
}

/** Closes the dialog and dismisses the toast that opens it. */
export function withdrawUndoOffer(): void {
  closeUndoDialog()
  dismissOffer()
}
