import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { LazyFirstOwnerInvitation, LazySignedInLine, useNeedsOwner, useUser } from '../../areas/accounts/index.ts'
import { paths } from '../../lib/browser/paths.ts'
import { LanguageChoice, ThemeChoice } from '../../lib/browser/preferences.tsx'
import { usePageTitle, useSettings } from '../../lib/settings/settings.ts'
import { cx } from '../../ui/cx.ts'
import { buttonClass } from '../../ui/parts/button.tsx'
import { DottedList } from '../../ui/parts/dotted-list.tsx'
import { Wordmark } from '../../ui/parts/wordmark.tsx'
import { HeroTable } from './hero-table.tsx'

/** The landing page: a welcome, a link to the menu, and the sign-in for staff. */
export default function LandingPage() {
  const { t } = useTranslation()
  const { restaurantName, restaurantAddress, restaurantPhone, legalName, taxNumber } = useSettings()
  const { data: user, isPending } = useUser()
  // Only an owner names the restaurant, so that one with a name has an owner.
  const needsOwner = useNeedsOwner(!restaurantName)
  usePageTitle()
  const linkSize = needsOwner ? 'medium' : 'large'
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex w-full max-w-[1180px] items-center justify-between gap-3 px-5 py-4 md:px-10">
        <Wordmark name={restaurantName} />
        <div className="flex items-center gap-1.5">
          <ThemeChoice />
          <LanguageChoice />
        </div>
      </header>
      <main className="mx-auto grid w-full max-w-[1180px] flex-1 content-center items-center gap-8 px-5 pb-10 md:grid-cols-2 md:gap-14 md:px-10 md:pb-20">
        <HeroTable className="mx-auto w-full max-w-[420px] md:order-2 md:max-w-none" />
        <div className={cx('text-center md:text-left', needsOwner === undefined && 'invisible')}>
          {needsOwner ? (
            <Suspense fallback={null}>
              <LazyFirstOwnerInvitation />
            </Suspense>
          ) : (
            <>
              <h1 className="display text-balance text-[38px] leading-[1.08] md:text-[58px]">
                {restaurantName ? t('landing.welcome', { name: restaurantName }) : t('landing.welcomeMasa')}
              </h1>
              <p className="mx-auto mt-4 max-w-md text-pretty text-[17px] text-muted md:mx-0 md:text-lg">
                {t('landing.subheading')}
              </p>
            </>
          )}
          <nav className="mt-8 flex flex-wrap justify-center gap-3 md:justify-start">
            <Link
              href={paths.menu}
              className={cx(
                buttonClass({ variant: needsOwner ? 'outline' : 'primary', size: linkSize }),
                !needsOwner && 'min-w-44',
              )}
            >
              {t('landing.viewMenu')}
            </Link>
            {!user && (
              <Link
                href={paths.auth}
                // Invisible until the user is known, so that the link beside it does not move.
                className={cx(buttonClass({ variant: 'outline', size: linkSize }), isPending && 'invisible')}
              >
                {t('landing.login')}
              </Link>
            )}
            {user?.isOwner && (
              <Link href={paths.dashboard} className={buttonClass({ variant: 'outline', size: 'large' })}>
                {t('landing.dashboard')}
              </Link>
            )}
          </nav>
          {user && (
            <div className="mt-4 text-[15px] text-muted">
              <Suspense fallback={null}>
                <LazySignedInLine />
              </Suspense>
            </div>
          )}
          {(restaurantAddress || restaurantPhone) && (
            <address className="mt-10 text-[15px] text-muted not-italic">
              <h2 className="font-semibold text-ink">{t('landing.findUs')}</h2>
              {restaurantAddress && <p className="mt-0.5">{restaurantAddress}</p>}
              {restaurantPhone && (
                <a
                  href={`tel:${restaurantPhone.replace(/[^\d+]/g, '')}`}
                  className="touch inline-block py-1 underline underline-offset-3"
                >
                  {restaurantPhone}
                </a>
              )}
            </address>
          )}
          <DottedList
            parts={[legalName, taxNumber]}
            className={cx('text-[13px] text-muted', restaurantAddress || restaurantPhone ? 'mt-2' : 'mt-10')}
          />
        </div>
      </main>
    </div>
  )
}
