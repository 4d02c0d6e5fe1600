import { createContext, useContext, useEffect } from 'react'

/** The forms of a dialog in which something was typed. */
export const TypedForms = createContext<Set<symbol> | undefined>(undefined)

/** Keeps a touch outside from closing the dialog around a form, and losing what was typed in it. */
export function useStayOpen(isTyped: boolean): void {
  const forms = useContext(TypedForms)
  useEffect(() => {
    if (!isTyped || !forms) return
    const form = Symbol()
    forms.add(form)
    return () => void forms.delete(form)
  }, [isTyped, forms])
}
