import { CircleAlert, CirclePause, type LucideIcon, Pause } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { localTime } from '#shared/domain/time/local-time.ts'
import type { OpeningHours } from '#shared/domain/time/opening-hours.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { useWhatsapp } from '../../lib/service/service.ts'
import { useChangeSettings } from '../../lib/settings/change-settings.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { formatTime } from '../../lib/words/format.ts'
import { ActionMenu } from '../../ui/overlays/menu.tsx'
import { Button, IconButton } from '../../ui/parts/button.tsx'

interface StoppedBannerProps {
  role: 'status' | 'alert'
  Icon: LucideIcon
  children: ReactNode
  remedy: { label: string; onClick: () => void; pending?: boolean }
}

/** A banner above the Orders tab for something that is stopped, with a button to resume it. */
function StoppedBanner({ role, Icon, children, remedy: { label, ...button } }: StoppedBannerProps) {
  return (
    <div
      role={role}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-cancelled bg-cancelled-soft px-4 py-2.5 text-cancelled"
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 basis-60 text-[15px] font-medium">{children}</p>
      <Button size="small" variant="outline" {...button}>
        {label}
      </Button>
    </div>
  )
}

const MINUTE_MS = 60_000
const PAUSE_MINUTES = [15, 30, 60] as const

/** The hours with a date on which the restaurant does not open. */
function closedOn({ weekly, exceptions }: OpeningHours, date: string): OpeningHours {
  return { weekly, exceptions: [...exceptions.filter((one) => one.date !== date), { date, closed: true }] }
}

/** The menu that pauses orders for a while, or closes for today. */
export function PauseMenu() {
  const { t } = useTranslation()
  const { ordersPaused, openingHours, timeZone } = useSettings()
  const { mutate, isPending } = useChangeSettings()
  const today = localTime(new Date(serverNow()), timeZone).day
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
        ...(openingHours
          ? [
              {
                key: 'today',
                label: t('dashboard.closeToday'),
                onChoose: () => mutate({ openingHours: closedOn(openingHours, today) }),
              },
            ]
          : []),
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

/** Ends the pause of orders. */
export function useResumeOrders() {
  const { mutate, isPending } = useChangeSettings()
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

/** The banner that shows why messages are stopped (docs/product/settings.md#settings-whatsapp-stopped). */
export function WhatsappBanner({ onOpenSettings }: { onOpenSettings: () => void }) {
  const { t } = useTranslation()
  const { whatsappNotificationsEnabled } = useSettings()
  const { data } = useWhatsapp()
  if (!data?.configured || !data.reason || !whatsappNotificationsEnabled) return null
  return (
    <StoppedBanner
      role="alert"
      Icon={CircleAlert}
      remedy={{ label: t('whatsapp.openSettings'), onClick: onOpenSettings }}
    >
      {t('whatsapp.stopped')}. <span className="font-normal">{t(`whatsapp.reasons.${data.reason}`)}</span>
    </StoppedBanner>
  )
}
