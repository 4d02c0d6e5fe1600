import { Info } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { localTime } from '#shared/domain/time/local-time.ts'
import { Notice } from '../../ui/parts/notice.tsx'
import { useSettings } from './settings.ts'

/** The one sentence that tells guests that orders are paused, and until when; undefined while they are taken. */
export function usePauseText(): string | undefined {
  const { t } = useTranslation()
  const { ordersPaused, ordersPausedUntil: until, timeZone } = useSettings()
  if (!ordersPaused) return undefined
  // Not `formatTime`, whose module would become a part of the first view's script.
  return until ? t('menu.pausedUntil', { time: localTime(new Date(until), timeZone).time }) : t('menu.paused')
}

/** Tells guests that orders are paused: as a strip below the menu's header, or where they are about to order. */
export function PauseNote({ isStrip, className }: { isStrip?: boolean; className?: string }) {
  const text = usePauseText()
  if (!text) return null
  return (
    <Notice icon={<Info aria-hidden="true" />} tone="pending" isStrip={isStrip} className={className}>
      <strong className="font-semibold">{text}</strong>
    </Notice>
  )
}
