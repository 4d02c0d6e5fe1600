import { type ReactNode, useEffect, useRef } from 'react'

/** The part of a dialog that changes from phase to phase: each new one gets the focus, which would fall off the page otherwise. */
export function PhaseBody({ phase, children }: { phase: string; children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  const shown = useRef(phase)
  useEffect(() => {
    if (shown.current === phase) return
    shown.current = phase
    body.current?.focus()
  }, [phase])
  return (
    <div ref={body} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}
