import i18n from 'i18next'
import { create } from 'zustand'
import { toast } from '../../../ui/toast/store.ts'

/** Whether the question is open that comes before an undo: toasts ask it, too. */
export const useUndoAsked = create<{ isAsked: boolean }>(() => ({ isAsked: false }))

let withdraw = () => {}

export function askToUndo(): void {
  useUndoAsked.setState({ isAsked: true })
}

export function leaveUndo(): void {
  useUndoAsked.setState({ isAsked: false })
}

/** Says that something was done, and offers to take it back. */
export function offerUndo(title: string | undefined): void {
  withdraw = toast({ title, action: { label: i18n.t('menuImports.undoShort'), onAct: askToUndo } }).dismiss
}

/** Where nobody could ask the question any more. */
export function withdrawUndo(): void {
  leaveUndo()
  withdraw()
}
