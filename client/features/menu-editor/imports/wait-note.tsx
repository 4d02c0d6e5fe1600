import { useTranslation } from 'react-i18next'
import { Spinner } from '../../../ui/parts/spinner.tsx'

interface WaitNoteProps {
  /** The part that has been sent, from 0 to 1; undefined where there is little to send. */
  progress?: number
  /** What happens once everything has been sent. */
  then: string
}

/** That something is on its way, how far it has come, and what the server does with it afterwards. */
export function WaitNote({ progress, then }: WaitNoteProps) {
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
      {/* Not each percent is read aloud. */}
      <p role="status">{isSent && then}</p>
      {!isSent && <p aria-hidden="true">{t('menuImports.sending', { percent })}</p>}
    </div>
  )
}
