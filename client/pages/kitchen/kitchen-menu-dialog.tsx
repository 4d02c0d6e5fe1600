import { useMutation } from '@tanstack/react-query'
import { Link } from 'wouter'
import { pauseOrders } from '#shared/contracts/settings.ts'
import { mayUse } from '#shared/domain/access.ts'
import { formatTime } from '#shared/i18n/format.ts'
import { useLogOut, useUser } from '../../areas/accounts/index.ts'
import { LARGE_TARGETS } from '../../areas/kitchen/index.ts'
import { PrinterButton } from '../../areas/printing/index.ts'
import { queryClient } from '../../lib/api/query.ts'
import { paths } from '../../lib/browser/paths.ts'
import { LanguageChoice } from '../../lib/browser/preferences.tsx'
import { ThemeChoice } from '../../lib/browser/theme-choice.tsx'
import { sendChange, toastFailure } from '../../lib/changes/send-change.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { settingsKey, useSettings } from '../../lib/settings/settings.ts'
import { Button, buttonClass, Dialog, useTranslation } from '../../ui/index.ts'

const MINUTE_MS = 60_000
const PAUSE_MINUTES = [15, 30, 60] as const

interface KitchenMenuDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The rarely used actions: pause, appearance, printing, other pages. */
export default function KitchenMenuDialog({ open, onOpenChange }: KitchenMenuDialogProps) {
  const { t } = useTranslation()
  const { data: user } = useUser()
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('kitchen.menu.title')} className={LARGE_TARGETS}>
      <div className="flex flex-col gap-6">
        <Pause />
        <section className="flex min-h-14 items-center justify-between gap-3">
          <h3 className="font-semibold text-name">{t('kitchen.menu.appearance')}</h3>
          <span className="flex items-center gap-2">
            <ThemeChoice />
            <LanguageChoice />
          </span>
        </section>
        <section className="flex min-h-14 items-center justify-between gap-3">
          <h3 className="font-semibold text-name">{t('kitchen.menu.printing')}</h3>
          <PrinterButton />
        </section>
        <div className="flex flex-col gap-2.5">
          {user && mayUse('floor', user) && (
            <Link href={paths.floor} className={buttonClass({ variant: 'outline', size: 'large' })}>
              {t('floor.title')}
            </Link>
          )}
          {user?.isOwner && (
            <Link href={paths.dashboard} className={buttonClass({ variant: 'outline', size: 'large' })}>
              {t('kitchen.menu.dashboard')}
            </Link>
          )}
          <LogOut />
        </div>
      </div>
    </Dialog>
  )
}

function Pause() {
  const { t } = useTranslation()
  const { ordersPaused, ordersPausedUntil, timeZone } = useSettings()
  const { mutate, isPending } = useMutation({
    mutationFn: (body: { paused: boolean; until?: string | null }) => sendChange(pauseOrders, { body }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: settingsKey }),
    onError: (error) => toastFailure(t('common.notChanged'), error),
  })
  const pauseFor = (minutes: number) =>
    mutate({ paused: true, until: new Date(serverNow() + minutes * MINUTE_MS).toISOString() })
  return (
    <section>
      <h3 className="font-semibold text-name">{t('kitchen.menu.pause')}</h3>
      <p role="status" className="mt-1 text-body text-muted">
        {!ordersPaused && t('kitchen.menu.pauseWhat')}
        {ordersPaused &&
          (ordersPausedUntil
            ? t('kitchen.menu.pausedUntil', { time: formatTime(ordersPausedUntil, timeZone) })
            : t('kitchen.menu.isPaused'))}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {PAUSE_MINUTES.map((count) => (
          <Button key={count} variant="outline" size="large" disabled={isPending} onClick={() => pauseFor(count)}>
            {t('orders.minutes', { minutes: count })}
          </Button>
        ))}
        <Button
          variant="outline"
          size="large"
          disabled={isPending}
          onClick={() => mutate({ paused: true, until: null })}
        >
          {t('kitchen.menu.untilResumed')}
        </Button>
        {ordersPaused && (
          <Button size="large" pending={isPending} onClick={() => mutate({ paused: false })}>
            {t('kitchen.menu.resume')}
          </Button>
        )}
      </div>
    </section>
  )
}

function LogOut() {
  const { t } = useTranslation()
  const { logOut, isPending } = useLogOut()
  return (
    <Button variant="outline" size="large" pending={isPending} onClick={logOut}>
      {t('auth.logOut')}
    </Button>
  )
}
