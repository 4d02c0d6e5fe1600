import { type ReactNode, useEffect, useRef } from 'react'

/** The body of a dialog with several phases; it gets the focus in each new phase, which would be lost otherwise. */
export function PhaseBody({ phase, children }: { phase: string; children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  const shownPhase = useRef(phase)
  useEffect(() => {
    if (shownPhase.current === phase) return
    shownPhase.current = phase
    body.current?.focus()
  }, [phase])
  return (
    <div ref={body} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}
