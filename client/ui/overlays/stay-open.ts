import { createContext, useContext, useEffect } from 'react'

/** The forms of a dialog that contain unsaved input. */
export const DirtyForms = createContext<Set<symbol> | undefined>(undefined)

/** While the form is dirty, a click outside does not close the dialog around it, so that no input is lost. */
export function useStayOpen(isDirty: boolean): void {
  const forms = useContext(DirtyForms)
  useEffect(() => {
    if (!isDirty || !forms) return
    const form = Symbol()
    forms.add(form)
    return () => void forms.delete(form)
  }, [isDirty, forms])
}
