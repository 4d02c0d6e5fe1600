import { Info, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { User } from '#shared/contracts/accounts.ts'
import { type Access, mayUse } from '#shared/domain/access.ts'
import { GuideLink, guidePaths } from '../../lib/browser/guide-link.tsx'
import { paths } from '../../lib/browser/paths.ts'
import { storedWord } from '../../lib/browser/storage.ts'
import { Button, buttonClass, t } from '../../ui/index.ts'
import { hasLostSession } from './current-user.ts'
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
export function notAllowedTitle(access: Access): string {
  if (access !== 'kitchen' && access !== 'floor') return t('auth.ownersOnly.title')
  return t('auth.dutyMissing.title', { page: t(`users.duty.${access}`) })
}

/** Tells staff why they cannot use the page that they opened, and what to do (docs/product/accounts.md#accounts-guard). */
export function NotAllowed({ user, access }: NotAllowedProps) {
  const { mutate: logOut, isPending } = useLogoutRequest()
  const needsOwner = useNeedsOwner() ?? false
  const home = homeOf(user)
  // Who has a screen of their own most likely wants to go back to it.
  const hasScreen = home !== paths.menu
  // The menu is a page of its own.
  const HomeLink = hasScreen ? Link : 'a'
  const homeLink = (
    <HomeLink href={home} className={buttonClass({ variant: hasScreen ? 'primary' : 'outline' })}>
      {t(HOME_WORDS[home])}
    </HomeLink>
  )
  return (
    <>
      <ShieldAlert className="size-10 text-accent" />
      <h1 className="display mt-4 text-balance text-head leading-tight sm:text-display">{notAllowedTitle(access)}</h1>
      <p className="mt-3 break-words text-pretty text-muted">{reason(user, access, needsOwner)}</p>
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

function reason({ username }: User, access: Access, needsOwner: boolean): string {
  if (needsOwner) return t('auth.ownersOnly.noOwner', { username })
  if (access !== 'kitchen' && access !== 'floor') return t('auth.ownersOnly.staff', { username })
  return t('auth.dutyMissing.staff', { username, duty: t(`users.duty.${access}`) })
}

const noticeMark = storedWord('plain-http', ['told'] as const)

/** Whether others in the network can read the traffic: plain http between two machines. */
export function isTrafficReadable({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): boolean {
  const isSameMachine = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return protocol !== 'https:' && !isSameMachine
}

export function dismissPlainHttpNotice(): void {
  if (isTrafficReadable(window.location)) noticeMark.write('told')
}

/** Says that http is plain, until the first sign-in on this browser (docs/product/accounts.md#accounts-plain-http). */
export function PlainHttpNotice() {
  const [isShown] = useState(() => isTrafficReadable(window.location) && noticeMark.read() === undefined)
  if (!isShown) return null
  return (
    <p className="mt-5 flex gap-2.5 rounded-field bg-sunk px-3.5 py-3 text-sm text-pretty text-muted">
      <Info className="mt-px size-4.5 shrink-0" />
      <span className="min-w-0">
        {t('auth.plainHttp')} <GuideLink href={guidePaths.https}>{t('auth.plainHttpMore')}</GuideLink>
      </span>
    </p>
  )
}

/** Says that nobody can sign in with a browser that keeps no cookies (docs/product/accounts.md#accounts-cookies). */
export function CookieNotice() {
  if (navigator.cookieEnabled) return null
  return (
    <p role="alert" className="mb-4 rounded-field bg-pending-soft px-3.5 py-3 text-body text-pretty">
      {t('auth.noCookies')}
    </p>
  )
}

/** What to do about a lost password (docs/product/accounts.md#accounts-lost-password). */
export function LostPasswordLine() {
  return (
    <details className="mt-3 text-sm">
      <summary className="touch cursor-pointer no-marker text-center font-semibold underline decoration-edge underline-offset-3">
        {t('auth.lostPassword')}
      </summary>
      <div className="mt-2 space-y-1.5 text-pretty text-muted">
        <h3 className="font-semibold text-ink">{t('auth.lost.staff')}</h3>
        <p>{t('auth.lost.staffDoes')}</p>
        <h3 className="pt-2 font-semibold text-ink">{t('auth.lost.owner')}</h3>
        <p>{t('auth.lost.ownerDoes')}</p>
        <ol className="list-decimal space-y-1.5 pl-5">
          <li>{t('auth.lost.terminal')}</li>
          <li>
            {t('auth.lost.enter')}
            <code className="mt-1 block break-all rounded-small bg-sunk px-2 py-1 text-ink">
              npm run owner:password -- {t('auth.lost.name')}
            </code>
          </li>
          <li>{t('auth.lost.prints')}</li>
        </ol>
        <p>
          {t('auth.lost.stays')} <GuideLink href={guidePaths.lostPassword}>{t('auth.lost.more')}</GuideLink>
        </p>
      </div>
    </details>
  )
}

/** Says that the session of this browser was ended: by its age, or by an owner. */
export function EndedNotice() {
  if (!hasLostSession()) return null
  return (
    <p role="status" className="mb-4 rounded-field bg-pending-soft px-3.5 py-3 text-body">
      {t('auth.ended')}
    </p>
  )
}
