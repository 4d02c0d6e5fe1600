import { CirclePause, Pause } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { formatTime } from '../../lib/words/format.ts'
import { ActionMenu } from '../../ui/overlays/menu.tsx'
import { IconButton } from '../../ui/parts/icon-button.tsx'
import { useChangeSettings } from './settings-calls.ts'
import { StoppedBanner } from './stopped-banner.tsx'

const MINUTE_MS = 60_000
const PAUSE_MINUTES = [15, 30, 60] as const

/** The menu that pauses orders for a while. */
export function PauseMenu() {
  const { t } = useTranslation()
  const { ordersPaused } = useSettings()
  const { mutate, isPending } = useChangeSettings()
  const pause = (minutes: number | null) => {
    const until = minutes === null ? null : new Date(serverNow() + minutes * MINUTE_MS).toISOString()
    mutate({ ordersPaused: true, ordersPausedUntil: until })
  }
  return (
    <ActionMenu
      heading={t('dashboard.pauseWhat')}
      trigger={
        <IconButton
          label={t('dashboard.pauseOrders')}
          variant={ordersPaused ? 'accent' : 'outline'}
          disabled={isPending}
        >
          <Pause aria-hidden="true" className="size-5" />
        </IconButton>
      }
      actions={[
        ...PAUSE_MINUTES.map((count) => ({
          key: String(count),
          label: t('dashboard.pauseFor', { count }),
          onChoose: () => pause(count),
        })),
        { key: 'until-resumed', label: t('dashboard.pauseUntilResumed'), onChoose: () => pause(null) },
        ...(ordersPaused
          ? [
              {
                key: 'resume',
                label: t('dashboard.resumeOrders'),
                onChoose: () => mutate({ ordersPaused: false }),
              },
            ]
          : []),
      ]}
    />
  )
}

/** Ends the pause of orders. @param onResumed called after the server has confirmed it */
export function useResumeOrders(onResumed?: () => void) {
  const { mutate, isPending } = useChangeSettings(onResumed)
  return { resume: () => mutate({ ordersPaused: false }), isPending }
}

/** A banner that shows that orders are paused, and until when. */
export function PausedBanner() {
  const { t } = useTranslation()
  const { ordersPaused, ordersPausedUntil } = useSettings()
  const { resume, isPending } = useResumeOrders()
  if (!ordersPaused) return null
  return (
    <StoppedBanner
      role="status"
      Icon={CirclePause}
      remedy={{ label: t('dashboard.resumeOrders'), onClick: resume, pending: isPending }}
    >
      {t('dashboard.ordersPaused')} <span className="max-sm:sr-only">{t('dashboard.pauseMeans')} </span>
      {ordersPausedUntil && <PauseEnd until={ordersPausedUntil} />}
    </StoppedBanner>
  )
}

function PauseEnd({ until }: { until: string }) {
  const { t } = useTranslation()
  const { timeZone } = useSettings()
  const leftMs = Date.parse(until) - useServerNow()
  return (
    <>
      <span>{t('dashboard.pausedUntil', { time: formatTime(until, timeZone) })}</span>{' '}
      {/* Screen readers would read it every minute. It disappears at the end, even without a connection. */}
      {leftMs > 0 && (
        <span aria-hidden="true" className="whitespace-nowrap font-normal">
          {t('dashboard.pauseLeft', { minutes: Math.max(1, Math.round(leftMs / MINUTE_MS)) })}
        </span>
      )}
    </>
  )
}
