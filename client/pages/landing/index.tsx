import { Link } from 'wouter'
import { hoursText } from '#shared/i18n/format.ts'
import { FirstOwnerInvitation, SignedInLine, useNeedsOwner, useUser } from '../../areas/accounts/index.ts'
import { paths } from '../../lib/browser/paths.ts'
import { LanguageChoice } from '../../lib/browser/preferences.tsx'
import { ThemeChoice } from '../../lib/browser/theme-choice.tsx'
import { useOpenUntil, useTimesNote } from '../../lib/settings/hours-line.ts'
import { KeptReservation } from '../../lib/settings/kept-reservation.tsx'
import { usePauseText } from '../../lib/settings/pause-note.tsx'
import { useHours, usePageTitle, usePlace, useSettings } from '../../lib/settings/settings.ts'
import { buttonClass, cx, DottedList, Part, t, Wordmark } from '../../ui/index.ts'

/** The landing page's decorative picture: a laid table under a lamp. */
function HeroTable({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 480 420" fill="none" aria-hidden="true" className={className}>
      <defs>
        <radialGradient id="lamplight" cx="0.5" cy="0.18" r="0.8">
          <stop stopColor="var(--accent)" stopOpacity="0.28" />
          <stop offset="1" stopColor="var(--accent)" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect x="20" y="16" width="440" height="388" rx="36" fill="var(--accent-soft)" />
      <rect x="20" y="16" width="440" height="388" rx="36" fill="url(#lamplight)" />
      <g strokeLinecap="round" strokeLinejoin="round">
        <path d="M240 16v56" stroke="var(--ink)" strokeWidth="4" />
        <path d="M188 112c4-26 24-40 52-40s48 14 52 40Z" fill="var(--accent)" />
        <path d="M226 112c2 10 26 10 28 0" fill="var(--lamplight)" />
        <path d="M54 290h372" stroke="var(--accent)" strokeWidth="14" />
        <path d="M110 297 92 404M370 297l18 107" stroke="var(--accent)" strokeWidth="13" />
        <ellipse cx="240" cy="282" rx="92" ry="10" fill="var(--china)" />
        <path d="M160 240h160c-2 26-26 40-80 40s-78-14-80-40Z" fill="var(--china)" />
        <ellipse cx="240" cy="240" rx="80" ry="14" fill="var(--china-rim)" />
        <ellipse cx="240" cy="241" rx="66" ry="9.5" fill="var(--accent)" />
        <circle cx="216" cy="239" r="5" fill="var(--lamplight)" />
        <circle cx="252" cy="243" r="4" fill="var(--ready)" />
        <circle cx="270" cy="238" r="3" fill="var(--ready)" />
        <path
          d="M214 212c-9-14 9-22 1-38M240 206c-9-14 9-22 1-38M266 212c-9-14 9-22 1-38"
          stroke="var(--muted)"
          strokeWidth="4.5"
          opacity="0.55"
        />
        <path d="M354 208h40c2 26-4 40-20 40s-22-14-20-40Z" fill="var(--china)" />
        <path d="M356 222h36c0 16-6 24-18 24s-18-8-18-24Z" fill="var(--delivered)" opacity="0.75" />
        <path d="M374 248v34m-15 0h30" stroke="var(--china)" strokeWidth="5" />
        <path d="M88 282c-4-20 12-34 34-30 16 3 22 14 20 30Z" fill="var(--pending)" opacity="0.85" />
        <path d="M102 262l6 10m8-13 5 11" stroke="var(--lamplight)" strokeWidth="3.5" />
      </g>
    </svg>
  )
}

/** Whether the restaurant is open and until when, with today's hours; two lines high, so that nothing moves. */
function TodaysHours() {
  const pauseText = usePauseText()
  const openUntil = useOpenUntil()
  const timesNote = useTimesNote()
  // Hours around the clock are named already.
  const today = useHours()?.today.filter(({ from, to }) => from !== to) ?? []
  return (
    <div className="mt-4 min-h-11 text-body">
      <p className="font-semibold">{pauseText ?? openUntil}</p>
      {today.length > 0 && (
        <DottedList
          parts={[t('menu.hours.today', { hours: hoursText(today) }), timesNote ?? null]}
          className="text-muted"
        />
      )}
    </div>
  )
}

/** The landing page: a welcome, a link to the menu, and the sign-in for staff. */
export default function LandingPage() {
  usePlace()
  const { restaurantName, restaurantAddress, restaurantPhone, legalName, taxNumber } = useSettings()
  const { data: user, isPending } = useUser()
  // Only an owner names the restaurant, so that one with a name has an owner.
  const needsOwner = useNeedsOwner(!restaurantName)
  const takesReservations = useHours()?.reservations
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
      <main className="page-width grid w-full flex-1 content-center items-center gap-8 pb-10 max-md:px-5 md:grid-cols-2 md:gap-14 md:pb-20">
        <HeroTable className="mx-auto w-full max-w-[420px] md:order-2 md:max-w-none" />
        <div className={cx('text-center md:text-left', needsOwner === undefined && 'invisible')}>
          {needsOwner ? (
            <FirstOwnerInvitation />
          ) : (
            <>
              <h1 className="display text-balance text-display leading-[1.08] md:text-poster wrap-anywhere">
                {restaurantName ? t('landing.welcome', { name: restaurantName }) : t('landing.welcomeMasa')}
              </h1>
              <p className="mx-auto mt-4 max-w-md text-pretty text-name text-muted md:mx-0 md:text-lg">
                {t('landing.subheading')}
              </p>
            </>
          )}
          <TodaysHours />
          <nav className="mt-5 flex flex-wrap justify-center gap-3 md:justify-start">
            <Link
              href={paths.menu}
              className={cx(
                buttonClass({ variant: needsOwner ? 'outline' : 'primary', size: linkSize }),
                !needsOwner && 'min-w-[176px]',
              )}
            >
              {t('landing.viewMenu')}
            </Link>
            {takesReservations && (
              <a href={paths.reserve} className={buttonClass({ variant: 'outline', size: linkSize })}>
                {t('menu.reserve')}
              </a>
            )}
            {!user && (
              <a
                href={paths.auth}
                // Invisible until the user is known, so that the link beside it does not move.
                className={cx(buttonClass({ variant: 'outline', size: linkSize }), isPending && 'invisible')}
              >
                {t('landing.login')}
              </a>
            )}
            {user?.isOwner && (
              <a href={paths.dashboard} className={buttonClass({ variant: 'outline', size: 'large' })}>
                {t('landing.dashboard')}
              </a>
            )}
          </nav>
          {!user && <KeptReservation />}
          {user && (
            <div className="mt-4 text-body text-muted">
              <Part>
                <SignedInLine />
              </Part>
            </div>
          )}
          {(restaurantAddress || restaurantPhone) && (
            <address className="mt-10 text-body text-muted not-italic">
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
            className={cx('text-small text-muted', restaurantAddress || restaurantPhone ? 'mt-2' : 'mt-10')}
          />
        </div>
      </main>
    </div>
  )
}
