import { Link } from 'wouter'
import { mayUse } from '#shared/domain/access.ts'
import { useLogOut, useUser } from '../../areas/accounts/index.ts'
import { paths } from '../../lib/browser/paths.ts'
import { LanguageChoice } from '../../lib/browser/preferences.tsx'
import { ThemeChoice } from '../../lib/browser/theme-choice.tsx'
import { Button, buttonClass, cx, Dialog, useTranslation } from '../../ui/index.ts'

interface FloorMenuDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export default function FloorMenuDialog({ open, onOpenChange }: FloorMenuDialogProps) {
  const { t } = useTranslation()
  const { data: user } = useUser()
  const { logOut, isPending } = useLogOut()
  const link = cx(buttonClass({ variant: 'outline', size: 'large' }), 'w-full')
  return (
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
        <Button variant="outline" size="large" pending={isPending} onClick={logOut} className="w-full">
          {t('auth.logOut')}
        </Button>
      </div>
    </Dialog>
  )
}
