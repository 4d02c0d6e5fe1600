import { Link } from 'wouter'
import { paths } from '../../lib/browser/paths.ts'
import { LanguageChoice } from '../../lib/browser/preferences.tsx'
import { useDocumentTitle, usePlace, useSettings } from '../../lib/settings/settings.ts'
import { buttonClass, t, Wordmark } from '../../ui/index.ts'

export default function NotFoundPage() {
  usePlace()
  const { restaurantName } = useSettings()
  useDocumentTitle(t('notFound.title'))
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-between gap-4 px-5 py-4">
        <Link href={paths.landing} className="touch min-w-0">
          <Wordmark name={restaurantName} />
        </Link>
        <LanguageChoice />
      </header>
      <main className="mx-auto flex w-full max-w-md flex-1 flex-col items-center justify-center px-6 pb-24 text-center">
        <EmptyPlate />
        <h1 className="display mt-8 text-3xl leading-tight">{t('notFound.title')}</h1>
        <p className="mt-2 text-muted">{t('notFound.description')}</p>
        <nav className="mt-7 flex flex-wrap justify-center gap-3">
          <Link href={paths.menu} className={buttonClass()}>
            {t('notFound.toMenu')}
          </Link>
          <Link href={paths.landing} className={buttonClass({ variant: 'outline' })}>
            {t('notFound.home')}
          </Link>
        </nav>
      </main>
    </div>
  )
}

function EmptyPlate() {
  return (
    <svg viewBox="0 0 200 140" fill="none" aria-hidden="true" className="w-56">
      <ellipse cx="100" cy="118" rx="74" ry="9" fill="var(--sunk)" />
      <circle cx="100" cy="66" r="54" fill="var(--card)" stroke="var(--line)" strokeWidth="2" />
      <circle cx="100" cy="66" r="38" stroke="var(--line)" strokeWidth="2" />
      <path
        d="M26 30v26m-8-26v16c0 6 3 10 8 10s8-4 8-10V30M26 56v48M174 104V30c-9 3-13 14-13 30 0 7 5 10 13 10"
        stroke="var(--edge)"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="88" cy="72" r="2.5" fill="var(--accent)" />
      <circle cx="113" cy="60" r="2" fill="var(--accent)" />
      <circle cx="104" cy="80" r="1.6" fill="var(--accent)" />
    </svg>
  )
}
