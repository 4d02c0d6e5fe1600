import { Info } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { localTime } from '#shared/domain/time/local-time.ts'
import { Notice } from '../../ui/parts/notice.tsx'
import { useHours } from './hours.ts'
import { useSettings } from './settings.ts'

/**
 * The one sentence that tells guests that no orders are taken, because of a pause or of the hours, and until when;
 * undefined while they are taken.
 */
export function usePauseText(): string | undefined {
  const { t, i18n } = useTranslation()
  const { ordersPaused, ordersPausedUntil: until, timeZone } = useSettings()
  const hours = useHours()
  // Not `formatTime`, whose module would become a part of the first view's script.
  const timeOf = (moment: string) => localTime(new Date(moment), timeZone)
  if (ordersPaused) return until ? t('menu.pausedUntil', { time: timeOf(until).time }) : t('menu.paused')
  if (!hours || (hours.open && !hours.lastOrders)) return undefined
  const state = t(hours.open ? 'menu.lastOrders' : 'menu.closed')
  if (!hours.opensAt) return state
  const { day, time } = timeOf(hours.opensAt)
  const isToday = day === localTime(new Date(), timeZone).day
  const weekday = new Date(hours.opensAt).toLocaleDateString(i18n.language, { weekday: 'long', timeZone })
  return `${state} ${t('menu.opensAt', { time: isToday ? time : `${weekday}, ${time}` })}`
}

/** Tells guests that no orders are taken: as a strip below the menu's header, or where they are about to order. */
export function PauseNote({ isStrip, className }: { isStrip?: boolean; className?: string }) {
  const text = usePauseText()
  if (!text) return null
  return (
    <Notice icon={<Info aria-hidden="true" />} tone="pending" isStrip={isStrip} className={className}>
      <strong className="font-semibold">{text}</strong>
    </Notice>
  )
}
