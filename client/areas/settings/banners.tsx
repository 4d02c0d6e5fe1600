import { CircleAlert, CirclePause, Pause } from 'lucide-react'
import { formatTime } from '#shared/i18n/format.ts'
import { serverNow, useServerNow } from '../../lib/clock/server-clock.ts'
import { useChangeSettings, useWhatsapp } from '../../lib/settings/change-settings.tsx'
import { timeZone, useSettings } from '../../lib/settings/settings.ts'
import { ActionMenu, IconButton, type MenuAction, StripButton, type StripNotice, t } from '../../ui/index.ts'

const MINUTE_MS = 60_000
const PAUSE_MINUTES = [15, 30, 60] as const

/** The actions that pause orders and take them again. */
export function usePauseActions(): { actions: MenuAction[]; isPending: boolean } {
  const { ordersPaused } = useSettings()
  const { mutate, isPending } = useChangeSettings()
  const pause = (minutes: number | null) => {
    const until = minutes === null ? null : new Date(serverNow() + minutes * MINUTE_MS).toISOString()
    mutate({ ordersPaused: true, ordersPausedUntil: until })
  }
  const actions = [
    ...PAUSE_MINUTES.map((count) => ({ label: t('dashboard.pauseFor', { count }), onChoose: () => pause(count) })),
    { label: t('kitchen.menu.untilResumed'), onChoose: () => pause(null) },
    ...(ordersPaused ? [{ label: t('kitchen.menu.resume'), onChoose: () => mutate({ ordersPaused: false }) }] : []),
  ]
  return { actions, isPending }
}

export function PauseMenu() {
  const { ordersPaused } = useSettings()
  const { actions, isPending } = usePauseActions()
  return (
    <ActionMenu
      heading={t('kitchen.menu.pauseWhat')}
      trigger={
        <IconButton label={t('kitchen.menu.pause')} variant={ordersPaused ? 'accent' : 'outline'} disabled={isPending}>
          <Pause aria-hidden="true" className="size-5" />
        </IconButton>
      }
      actions={actions}
    />
  )
}

export function usePausedNotice(): StripNotice | undefined {
  const { ordersPaused, ordersPausedUntil } = useSettings()
  const { mutate, isPending } = useChangeSettings()
  if (!ordersPaused) return undefined
  return {
    key: 'paused',
    tone: 'danger',
    icon: <CirclePause />,
    text: (
      <span role="status" className="font-medium">
        {t('kitchen.menu.isPaused')} <span className="@max-wide:sr-only">{t('dashboard.pauseMeans')} </span>
        {ordersPausedUntil && <PauseEnd until={ordersPausedUntil} />}
      </span>
    ),
    action: (
      <StripButton variant="outline" pending={isPending} onClick={() => mutate({ ordersPaused: false })}>
        {t('kitchen.menu.resume')}
      </StripButton>
    ),
  }
}

function PauseEnd({ until }: { until: string }) {
  const leftMs = Date.parse(until) - useServerNow()
  return (
    <>
      <span>{t('dashboard.pausedUntil', { time: formatTime(until, timeZone) })}</span>{' '}
      {/* Screen readers would read it every minute. It disappears at the end, even without a connection. */}
      {leftMs > 0 && (
        <span aria-hidden="true" className="whitespace-nowrap font-normal">
          ({t('tables.minutesLeft', { minutes: Math.max(1, Math.round(leftMs / MINUTE_MS)) })})
        </span>
      )}
    </>
  )
}

/** Says in the strip why messages are stopped (docs/product/settings.md#settings-whatsapp-stopped). */
export function useWhatsappNotice(onOpenSettings: () => void): StripNotice | undefined {
  const { whatsappNotificationsEnabled } = useSettings()
  const { data } = useWhatsapp()
  if (!data?.configured || !data.reason || !whatsappNotificationsEnabled) return undefined
  return {
    key: 'whatsapp',
    tone: 'danger',
    icon: <CircleAlert />,
    text: <span className="font-medium">{t('whatsapp.stopped')}</span>,
    details: t(`whatsapp.reasons.${data.reason}`),
    action: (
      <StripButton variant="outline" onClick={onOpenSettings}>
        {t('whatsapp.openSettings')}
      </StripButton>
    ),
    isAlert: true,
  }
}
