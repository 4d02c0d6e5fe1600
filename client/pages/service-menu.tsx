import { useMutation } from '@tanstack/react-query'
import { Link } from 'wouter'
import { pauseOrders, type Settings } from '#shared/contracts/settings.ts'
import { mayUse } from '#shared/domain/access.ts'
import { formatTime } from '#shared/i18n/format.ts'
import { useLogOut, useUser } from '../areas/accounts/index.ts'
import { PrinterButton } from '../areas/printing/index.ts'
import { queryClient } from '../lib/api/query.ts'
import { paths } from '../lib/browser/paths.ts'
import { LanguageChoice } from '../lib/browser/preferences.tsx'
import { ThemeChoice } from '../lib/browser/theme-choice.tsx'
import { sendChange, toastFailure } from '../lib/changes/send-change.ts'
import { serverNow } from '../lib/clock/server-clock.ts'
import { settingsKey, timeZone, useSettings } from '../lib/settings/settings.ts'
import { Button, buttonClass, Dialog, t } from '../ui/index.ts'

interface ServiceMenuProps {
  page: 'kitchen' | 'floor'
  className?: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The rarely used actions of the kitchen and the floor: appearance, other pages; in the kitchen also pause, printing. */
export default function ServiceMenu({ page, ...dialog }: ServiceMenuProps) {
  const { data: user } = useUser()
  const { logOut, isPending } = useLogOut()
  const isKitchen = page === 'kitchen'
  const others = [
    ['kitchen', 'kitchen', t('floor.kitchen')],
    ['floor', 'floor', t('floor.title')],
    ['dashboard', 'owner', t('floor.dashboard')],
  ] as const
  return (
    <Dialog {...dialog} title={t('menu.title')} description={user?.username}>
      <div className="flex flex-col gap-6">
        {isKitchen && <Pause />}
        <section className="flex min-h-11 items-center justify-between gap-3">
          <h3 className="font-semibold text-name">{t('kitchen.menu.appearance')}</h3>
          <span className="flex items-center gap-2">
            <ThemeChoice />
            <LanguageChoice />
          </span>
        </section>
        {isKitchen && (
          <section className="flex min-h-11 items-center justify-between gap-3">
            <h3 className="font-semibold text-name">{t('kitchen.menu.printing')}</h3>
            <PrinterButton />
          </section>
        )}
        <div className="flex flex-col gap-2.5">
          {others.map(([to, access, name]) =>
            to !== page && user && mayUse(access, user) ? (
              <Link key={to} href={paths[to]} className={buttonClass({ variant: 'outline', size: 'large' })}>
                {name}
              </Link>
            ) : null,
          )}
          <Button variant="outline" size="large" pending={isPending} onClick={logOut}>
            {t('auth.logOut')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const PAUSE_MINUTES = [15, 30, 60] as const

function Pause() {
  const { ordersPaused, ordersPausedUntil } = useSettings()
  const { mutate, isPending } = useMutation({
    mutationFn: (body: { paused: boolean; until?: string | null }) => sendChange(pauseOrders, { body }),
    onSuccess: (pause) => queryClient.setQueryData<Settings>(settingsKey, (shown) => shown && { ...shown, ...pause }),
    onError: (error) => toastFailure(t('common.notChanged'), error),
  })
  const pauseFor = (minutes: number | null) =>
    mutate({ paused: true, until: minutes === null ? null : new Date(serverNow() + minutes * 60_000).toISOString() })
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
        {[...PAUSE_MINUTES, null].map((minutes) => (
          <Button key={minutes} variant="outline" size="large" disabled={isPending} onClick={() => pauseFor(minutes)}>
            {minutes === null ? t('kitchen.menu.untilResumed') : t('orders.minutes', { minutes })}
          </Button>
        ))}
        {ordersPaused && (
          <Button size="large" pending={isPending} onClick={() => mutate({ paused: false })}>
            {t('kitchen.menu.resume')}
          </Button>
        )}
      </div>
    </section>
  )
}
