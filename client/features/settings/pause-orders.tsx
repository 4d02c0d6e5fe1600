import { CirclePause, Pause, Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../entities/settings/index.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useChangeSettings } from './change-settings.ts'

/** The switch by which the kitchen stops taking orders for a while. */
export function PauseSwitch() {
  const { t } = useTranslation()
  const { ordersPaused } = useSettings()
  const { mutate, isPending } = useChangeSettings()
  const Icon = ordersPaused ? Play : Pause
  return (
    <IconButton
      role="switch"
      aria-checked={ordersPaused}
      label={t('dashboard.pauseOrders')}
      look={ordersPaused ? 'accent' : 'outline'}
      disabled={isPending}
      onClick={() => mutate({ ordersPaused: !ordersPaused })}
    >
      <Icon aria-hidden="true" className="size-5" />
    </IconButton>
  )
}

/** Says that orders are paused, so that nobody wonders later why none come. */
export function PausedBanner() {
  const { t } = useTranslation()
  const { ordersPaused } = useSettings()
  const { mutate, isPending } = useChangeSettings()
  if (!ordersPaused) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-cancelled bg-cancelled-soft px-4 py-2.5 text-cancelled"
    >
      <CirclePause aria-hidden="true" className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 basis-60 text-[15px] font-medium">{t('dashboard.ordersPaused')}</p>
      <Button size="small" look="outline" pending={isPending} onClick={() => mutate({ ordersPaused: false })}>
        {t('dashboard.resumeOrders')}
      </Button>
    </div>
  )
}
