import { createContext, useContext, useEffect } from 'react'

/** Asks whether to leave a form whose input would be lost, and then calls `leave`. */
type AskToLeave = (leave: () => void) => void

/** The forms of a dialog that contain unsaved input, and how those ask whose input would be lost. */
export type DirtyFormsOfDialog = Map<symbol, AskToLeave | undefined>
export const DirtyForms = createContext<DirtyFormsOfDialog | undefined>(undefined)

/**
 * While the form is dirty, a click outside does not close the dialog around it, so that no input is lost.
 * @param ask for input of which no draft is kept: the dialog then asks before any way of closing it, and so does the
 *   browser before the page is left
 */
export function useStayOpen(isDirty: boolean, ask?: AskToLeave): void {
  const forms = useContext(DirtyForms)
  useEffect(() => {
    if (!isDirty || !forms) return
    const form = Symbol()
    forms.set(form, ask)
    return () => void forms.delete(form)
  }, [isDirty, forms, ask])
  const isLost = isDirty && ask !== undefined
  useEffect(() => {
    if (!isLost) return
    const warn = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isLost])
}
