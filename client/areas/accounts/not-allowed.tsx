import { ShieldAlert } from 'lucide-react'
import { Link } from 'wouter'
import type { User } from '#shared/contracts/accounts.ts'
import { type Access, mayUse } from '#shared/domain/access.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { paths } from '../../lib/browser/paths.ts'
import { Button, buttonClass, useTranslation } from '../../ui/index.ts'
import { useNeedsOwner } from './first-owner.ts'
import { useLogoutRequest } from './logout-request.ts'

/** The page on which a user lands after signing in (docs/product/accounts.md#accounts-landing). */
export function homeOf(user: User) {
  if (user.isOwner) return paths.dashboard
  if (mayUse('floor', user)) return paths.floor
  return mayUse('kitchen', user) ? paths.kitchen : paths.menu
}

interface NotAllowedProps {
  user: User
  /** That of the page that they opened. */
  access: Access
}

/** The refused page's title. @param access that of the page that somebody opened */
export function notAllowedTitle(t: TFunction, access: Access): string {
  if (access !== 'kitchen' && access !== 'floor') return t('auth.ownersOnly.title')
  return t('auth.dutyMissing.title', { page: t(`users.duty.${access}`) })
}

/** Tells staff why they cannot use the page that they opened, and what to do (docs/product/accounts.md#accounts-guard). */
export function NotAllowed({ user, access }: NotAllowedProps) {
  const { t } = useTranslation()
  const { mutate: logOut, isPending } = useLogoutRequest()
  const needsOwner = useNeedsOwner() ?? false
  const home = homeOf(user)
  // Who has a screen of their own most likely wants to go back to it.
  const hasScreen = home !== paths.menu
  const homeLink = (
    <Link href={home} className={buttonClass({ variant: hasScreen ? 'primary' : 'outline' })}>
      {t(HOME_WORDS[home])}
    </Link>
  )
  return (
    <>
      <ShieldAlert className="size-10 text-accent" />
      <h1 className="display mt-4 text-balance text-head leading-tight sm:text-display">
        {notAllowedTitle(t, access)}
      </h1>
      <p className="mt-3 break-words text-pretty text-muted">{reason(t, user, access, needsOwner)}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        {hasScreen && homeLink}
        <Button variant={hasScreen ? 'outline' : 'primary'} pending={isPending} onClick={() => logOut()}>
          {t('auth.logOut')}
        </Button>
        {!hasScreen && homeLink}
      </div>
    </>
  )
}

const HOME_WORDS = {
  [paths.floor]: 'auth.dutyMissing.toFloor',
  [paths.kitchen]: 'auth.dutyMissing.toKitchen',
  [paths.dashboard]: 'auth.viewMenu',
  [paths.menu]: 'auth.viewMenu',
} as const

function reason(t: TFunction, { username }: User, access: Access, needsOwner: boolean): string {
  if (needsOwner) return t('auth.ownersOnly.noOwner', { username })
  if (access !== 'kitchen' && access !== 'floor') return t('auth.ownersOnly.staff', { username })
  return t('auth.dutyMissing.staff', { username, duty: t(`users.duty.${access}`) })
}
