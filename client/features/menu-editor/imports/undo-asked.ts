import { create } from 'zustand'

/** Whether the question is open that comes before an undo: toasts ask it, too. */
export const useUndoAsked = create<{ isAsked: boolean }>(() => ({ isAsked: false }))

export function askToUndo(): void {
  useUndoAsked.setState({ isAsked: true })
}

export function leaveUndo(): void {
  useUndoAsked.setState({ isAsked: false })
}
