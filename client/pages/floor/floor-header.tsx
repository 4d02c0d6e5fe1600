import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { mayUse } from '#shared/domain/access.ts'
import { SoundButton, useIsBoardLive, useSound } from '../../entities/live-orders/index.ts'
import { useLogout, useUser } from '../../features/accounts/index.ts'
import { paths } from '../../lib/browser/paths.ts'
import { LanguageChoice, ThemeChoice } from '../../lib/browser/preferences.tsx'
import { cx } from '../../ui/cx.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Button, buttonClass } from '../../ui/parts/button.tsx'
import { IconButton } from '../../ui/parts/icon-button.tsx'
import { Wordmark } from '../../ui/parts/wordmark.tsx'

/** The floor's name and how many tables are in use, the connection, the sound, and the menu. */
export function FloorHeader({ occupied }: { occupied: number }) {
  const { t } = useTranslation()
  return (
    <div className="@container flex min-h-16 shrink-0 items-center gap-2 px-3.5">
      <Wordmark name={t('floor.title')} />
      <p className="min-w-0 flex-1 truncate pt-1 text-[15px] text-muted">{t('floor.occupied', { count: occupied })}</p>
      <LiveDot />
      <SoundButton label={t('floor.sound')} />
      <FloorMenu />
    </div>
  )
}

/** A dot while the floor is up to date; the strip below says in words when it is not. */
function LiveDot() {
  const { t } = useTranslation()
  const isLive = useIsBoardLive()
  return (
    <span role="status" className={cx('grid size-7 place-items-center rounded-full', isLive && 'bg-ready-soft')}>
      <span
        aria-hidden="true"
        className={cx('size-3.5 rounded-full', isLive ? 'bg-ready' : 'animate-pulse bg-pending')}
      />
      <span className="sr-only">{isLive ? t('live.live') : t('live.connecting')}</span>
    </span>
  )
}

function FloorMenu() {
  const { t } = useTranslation()
  const { data: user } = useUser()
  const [isOpen, setOpen] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const { isSwitchedOn: isSoundOn } = useSound()
  const { mutate: logOut, isPending } = useLogout()
  const link = cx(buttonClass({ variant: 'outline', size: 'large' }), 'w-full')
  return (
    <>
      <IconButton label={t('floor.menu')} variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Ellipsis aria-hidden="true" className="size-5" />
      </IconButton>
      <Dialog open={isOpen} onOpenChange={setOpen} title={t('floor.menu')} description={user?.username}>
        <div className="flex flex-col gap-3">
          <div className="flex items-center justify-between gap-3 pb-1">
            <LanguageChoice />
            <ThemeChoice />
          </div>
          {user && mayUse('kitchen', user) && (
            <Link href={paths.kitchen} className={link}>
              {t('floor.kitchen')}
            </Link>
          )}
          {user && mayUse('owner', user) && (
            <Link href={paths.dashboard} className={link}>
              {t('floor.dashboard')}
            </Link>
          )}
          <Button
            variant="outline"
            size="large"
            pending={isPending}
            onClick={() => (isSoundOn ? setConfirming(true) : logOut())}
            className="w-full"
          >
            {t('floor.logOut')}
          </Button>
        </div>
      </Dialog>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={t('floor.logOutTitle')}
        description={t('floor.logOutDescription')}
        confirmLabel={t('floor.logOut')}
        pending={isPending}
        onConfirm={() => logOut(undefined, { onError: () => setConfirming(false) })}
      />
    </>
  )
}
