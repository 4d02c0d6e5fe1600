import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Spinner } from '../../../ui/parts/spinner.tsx'

/** An error in a dialog, announced to screen readers. */
export function Problem({ title, children }: { title?: string; children?: ReactNode }) {
  return (
    <div
      role="alert"
      className="mb-4 flex gap-2.5 rounded-control bg-cancelled-soft px-4 py-3 text-[15px] text-cancelled"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  )
}

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

interface WaitNoteProps {
  /** The fraction that was uploaded, from 0 to 1; undefined for a short request. */
  progress?: number
  /** The text while the server works, after the upload. */
  workingText: string
}

/** The progress of an upload, then a spinner while the server works. */
export function WaitNote({ progress, workingText }: WaitNoteProps) {
  const { t } = useTranslation()
  const isSent = progress === undefined || progress >= 1
  const percent = Math.floor((progress ?? 0) * 100)
  return (
    <div className="grid min-h-40 place-content-center gap-4 text-center">
      {isSent ? (
        <Spinner className="mx-auto size-8 text-accent" />
      ) : (
        <progress
          aria-label={t('menuImports.sending', { percent })}
          value={percent}
          max={100}
          className="h-2 w-60 max-w-full accent-accent"
        />
      )}
      {/* Screen readers do not announce each percent. */}
      <p role="status">{isSent && workingText}</p>
      {!isSent && <p aria-hidden="true">{t('menuImports.sending', { percent })}</p>}
    </div>
  )
}
