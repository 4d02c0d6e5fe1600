import { PauseCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { localTime } from '#shared/domain/time/local-time.ts'
import { cx } from '../../ui/cx.ts'
import { useSettings } from './settings.ts'

/** The one sentence that tells guests that orders are paused, and until when; undefined while they are taken. */
export function usePauseText(): string | undefined {
  const { t } = useTranslation()
  const { ordersPaused, ordersPausedUntil: until, timeZone } = useSettings()
  if (!ordersPaused) return undefined
  // Not `formatTime`, whose module would become a part of the first view's script.
  return until ? t('menu.pausedUntil', { time: localTime(new Date(until), timeZone).time }) : t('menu.paused')
}

/** Tells a guest who is about to order that orders are paused. */
export function PauseNote({ className }: { className?: string }) {
  const text = usePauseText()
  if (!text) return null
  return (
    <p
      role="status"
      className={cx(
        'flex gap-2.5 rounded-control bg-pending-soft px-4 py-3 font-medium text-[15px] text-pending',
        className,
      )}
    >
      <PauseCircle aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      {text}
    </p>
  )
}
