import { useTranslation } from 'react-i18next'
import { localTime } from '#shared/domain/time/local-time.ts'
import { useSettings } from './settings.ts'

/** The one sentence that tells guests that orders are paused, and until when; undefined while they are taken. */
export function usePauseText(): string | undefined {
  const { t } = useTranslation()
  const { ordersPaused, ordersPausedUntil: until, timeZone } = useSettings()
  if (!ordersPaused) return undefined
  // Not `formatTime`, whose module would become a part of the first view's script.
  return until ? t('menu.pausedUntil', { time: localTime(new Date(until), timeZone).time }) : t('menu.paused')
}
