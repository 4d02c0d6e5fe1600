import { CloudOff, Soup } from 'lucide-react'
import { useEffect } from 'react'
import { receiptTime } from '#shared/domain/cached-responses.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { formatMoment, formatTime } from '#shared/i18n/format.ts'
import { LANGUAGE_OFFERS } from '#shared/i18n/offers.ts'
import { menuQuery, type useMenu } from '../../areas/menu/index.ts'
import { useCachedAnswers } from '../../lib/api/api.ts'
import { refetchChanged } from '../../lib/api/query.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { storedWord } from '../../lib/browser/storage.ts'
import { timeZone } from '../../lib/settings/settings.ts'
import { chooseLanguage } from '../../lib/words/load-words.ts'
import { Button, EmptyState, language, Notice, t } from '../../ui/index.ts'

/* What few guests see: above the dishes, in their place, or once. */

export { LeftOutNotice } from '../../areas/allergens/index.ts'

/** Shown in place of dishes that could not be loaded. */
export function MenuProblem({ menu }: { menu: ReturnType<typeof useMenu> }) {
  return (
    <EmptyState
      role="alert"
      icon={<CloudOff />}
      title={t('menu.loadError')}
      description={errorMessage(menu.error)}
      action={
        <Button
          onClick={() => {
            // The button is removed while the menu loads, so the focus moves to the content.
            document.getElementById('content')?.focus({ preventScroll: true })
            menu.refetch()
          }}
        >
          {t('common.tryAgain')}
        </Button>
      }
    />
  )
}

/** Shown in place of dishes if there are none, or none that is visible. On its own: most menus never load it early. */
export function EmptyMenu({ hasDishes }: { hasDishes: boolean }) {
  return hasDishes ? (
    <EmptyState
      role="status"
      icon={<Soup />}
      title={t('menu.noCategories')}
      description={t('menu.noCategoriesDescription')}
    />
  ) : (
    <EmptyState role="status" icon={<Soup />} title={t('menu.noItems')} description={t('menu.noItemsDescription')} />
  )
}

const REFETCH_INTERVAL_MS = 10_000

/** A notice with the age of a menu from the cache. Refetches all cached data until the server responds. */
export function CachedNotice() {
  const cachedAnswers = useCachedAnswers()
  useRefetchUntilOnline(cachedAnswers)
  const age = useAgeText(cachedAnswers[menuQuery.queryKey[0]])
  if (age === undefined) return null
  return (
    <Notice icon={<CloudOff />} tone="quiet" isStrip>
      <strong className="font-semibold">
        {t('offline.youAre')} {age}
      </strong>{' '}
      {t('offline.ordering')}
    </Notice>
  )
}

/** A text about the age of the menu; undefined if it is not from the cache. */
function useAgeText(receivedAt: string | undefined): string | undefined {
  if (receivedAt === undefined) return undefined
  const now = new Date()
  const received = receiptTime(receivedAt, now.getTime())
  if (!received) return t('offline.menuOfBefore')
  const isToday = localTime(received, timeZone).day === localTime(now, timeZone).day
  return isToday
    ? t('offline.menuOfTime', { time: formatTime(received, timeZone) })
    : t('offline.menuOfDay', { moment: formatMoment(received, timeZone, language) })
}

/** Refetches the cached paths regularly, and when the browser reports to be online. */
function useRefetchUntilOnline(cachedAnswers: Readonly<Record<string, string>>): void {
  useEffect(() => {
    const refetchAll = () => {
      for (const path of Object.keys(cachedAnswers)) void refetchChanged([path])
    }
    const timer = setInterval(refetchAll, REFETCH_INTERVAL_MS)
    addEventListener('online', refetchAll)
    return () => {
      clearInterval(timer)
      removeEventListener('online', refetchAll)
    }
  }, [cachedAnswers])
}

const storedOffer = storedWord('language-offered', ['yes'])

/**
 * Offers the phone's language if the page is in the other of the two, on one visit (docs/product/everywhere.md#everywhere-offer).
 */
export function LanguageOffer() {
  const offered = LANGUAGES.find((candidate) => navigator.language.startsWith(candidate))
  const isAnswered = offered === language
  useEffect(() => {
    storedOffer.write('yes')
    // Its place goes with it.
    if (isAnswered) delete document.documentElement.dataset.offers
  }, [isAnswered])
  if (!offered || isAnswered) return null
  const { title, accept } = LANGUAGE_OFFERS[offered]
  return (
    <p lang={offered} className="flex min-h-11 flex-wrap items-center gap-x-2.5 text-small">
      {title}
      <button type="button" onClick={() => void chooseLanguage(offered)} className="touch text-link">
        {accept}
      </button>
    </p>
  )
}
