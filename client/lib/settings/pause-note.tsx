import { Info } from 'lucide-react'
import { localTime } from '#shared/domain/time/local-time.ts'
import { Notice } from '../../ui/parts/notice.tsx'
import { language, t } from '../../ui/translation.ts'
import { serverDate } from '../clock/server-clock.ts'
import { takesOrders, timeZone, useHours, useSettings } from './settings.ts'

/** Says that no orders are taken, and until when. @param isTakeaway adds that an order with a time is possible */
export function usePauseText(isTakeaway?: boolean): string | undefined {
  const { ordersPaused, ordersPausedUntil: until } = useSettings()
  const hours = useHours()
  // Not `formatTime`, whose module would become a part of the first view's script.
  const timeOf = (moment: string) => localTime(new Date(moment), timeZone)
  if (ordersPaused) return until ? t('menu.pausedUntil', { time: timeOf(until).time }) : t('menu.paused')
  if (!hours || takesOrders(hours)) return undefined
  const state = t(hours.open ? 'menu.lastOrders' : 'menu.closed')
  if (!hours.opensAt) return state
  const { day, time } = timeOf(hours.opensAt)
  const isToday = day === localTime(serverDate(), timeZone).day
  const weekday = new Date(hours.opensAt).toLocaleDateString(language, { weekday: 'long', timeZone })
  const opens = isTakeaway && hours.pickup.on ? 'menu.opensAhead' : 'menu.opensAt'
  return `${state} ${t(opens, { time: isToday ? time : `${weekday}, ${time}` })}`
}

interface PauseNoteProps {
  isStrip?: boolean
  /** Whether what is ordered here is taken away. */
  isTakeaway?: boolean
  className?: string
}

/** Tells guests that no orders are taken: as a strip below the menu's header, or where they are about to order. */
export function PauseNote({ isStrip, isTakeaway, className }: PauseNoteProps) {
  const text = usePauseText(isTakeaway)
  if (!text) return null
  return (
    <Notice icon={<Info />} tone="pending" isStrip={isStrip} className={className}>
      <strong className="font-semibold">{text}</strong>
    </Notice>
  )
}
