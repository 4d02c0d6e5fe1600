import { useTranslation } from 'react-i18next'
import { Spinner } from '../../../ui/parts/spinner.tsx'

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
