import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { mayUse } from '#shared/domain/access.ts'
import { useSound } from '../../entities/live-orders/index.ts'
import { useLogout, useUser } from '../../features/accounts/index.ts'
import { paths } from '../../lib/browser/paths.ts'
import { LanguageChoice, ThemeChoice } from '../../lib/browser/preferences.tsx'
import { cx } from '../../ui/cx.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Button, buttonClass } from '../../ui/parts/button.tsx'

interface FloorMenuDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Appearance, the other pages of this user, and logging out. */
export default function FloorMenuDialog({ open, onOpenChange }: FloorMenuDialogProps) {
  const { t } = useTranslation()
  const { data: user } = useUser()
  const [isConfirming, setConfirming] = useState(false)
  const { isSwitchedOn: isSoundOn } = useSound()
  const { mutate: logOut, isPending } = useLogout()
  const link = cx(buttonClass({ variant: 'outline', size: 'large' }), 'w-full')
  return (
    <>
      <Dialog open={open} onOpenChange={onOpenChange} title={t('floor.menu')} description={user?.username}>
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
