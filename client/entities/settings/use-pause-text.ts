import { useTranslation } from 'react-i18next'
import { formatTime } from '../../lib/words/format.ts'
import { useSettings } from './settings.ts'

/** The one sentence that tells guests that orders are paused, and until when; undefined while they are taken. */
export function usePauseText(): string | undefined {
  const { t } = useTranslation()
  const { ordersPaused, ordersPausedUntil, timeZone } = useSettings()
  if (!ordersPaused) return undefined
  return ordersPausedUntil ? t('menu.pausedUntil', { time: formatTime(ordersPausedUntil, timeZone) }) : t('menu.paused')
}
