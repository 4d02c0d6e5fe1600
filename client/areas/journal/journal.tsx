import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#shared/contracts/base/endpoint.ts'
import { getJournal, type JournalEntry } from '#shared/contracts/journal.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { formatLongDay } from '#shared/domain/time/long-day.ts'
import { callApi } from '../../lib/api/api.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { formatTime } from '../../lib/words/format.ts'
import { useLanguage } from '../../lib/words/language.ts'
import { Button } from '../../ui/parts/button.tsx'
import { EmptyState, LoadFailure } from '../../ui/parts/empty-state.tsx'
import { Skeleton } from '../../ui/parts/loading.tsx'

/** The bulk changes with a sentence of their own; any other is a change of prices. */
const BULK_CHANGES = ['category', 'isActive', 'tags', 'allergenCodes', 'delete'] as const

/** Returns a function that formats an entry as a sentence (docs/product/accounts.md#journal-what). */
function useSentence(): (entry: JournalEntry) => string {
  const { t, i18n } = useTranslation()
  const language = useLanguage()
  const { currency } = useSettings()
  const amount = (minor = 0) => formatMoney(minor, currency)
  /** The translated name of a setting; untranslated if another version of Masa wrote an unknown name. */
  const settingName = (name: string) => {
    const key = `journal.settings.${name}`
    return i18n.exists(key) ? t(key as 'journal.settings.language') : name
  }

  return ({ kind, username, details }) => {
    const {
      user = '',
      settings = [],
      what = '',
      dish = '',
      count = 0,
      added = 0,
      table,
      order,
      event,
      backup,
    } = details
    const who = username ?? t('journal.server')
    const role = t(`journal.roles.${details.role ?? 'staff'}`)
    switch (kind) {
      case 'sign_in_refused':
        return username === null ? t('journal.sign_in_refused_unknown') : t('journal.sign_in_refused', { who })
      case 'sign_ins_refused':
        return t('journal.sign_ins_refused', { count })
      case 'users_registered':
        return t('journal.users_registered', { count })
      case 'user_created':
        return user === username
          ? t('journal.user_registered', { who })
          : t('journal.user_created', { who, user, role })
      case 'user_role':
        return t('journal.user_role', { who, user, role })
      case 'user_duties': {
        const duties = details.duties?.map((duty) => t(`journal.duties.${duty}`)) ?? []
        const names = new Intl.ListFormat(language).format(duties)
        return t(`journal.user_duties.${names ? 'some' : 'none'}`, { who, user, duties: names })
      }
      case 'password_set':
        return user === username ? t('journal.password_own', { who }) : t('journal.password_set', { who, user })
      case 'settings_changed': {
        const names = new Intl.ListFormat(language).format(settings.map(settingName))
        return t('journal.settings_changed', { who, names })
      }
      case 'menu_imported':
        return t(`journal.menu_imported.${what === 'list' ? 'list' : 'csv'}`, { who, added, count })
      case 'menu_bulk':
        return t(`journal.menu_bulk.${BULK_CHANGES.find((known) => known === what) ?? 'price'}`, { who, count })
      case 'price_changed':
        return t('journal.price_changed', { who, dish, from: amount(details.from), to: amount(details.to) })
      case 'exported': {
        const exportKind = what === 'menu' || what === 'reports' || what === 'customer' ? what : 'other'
        return t(`journal.exported.${exportKind}`, { who })
      }
      case 'erased':
        return t(`journal.erased.${what === 'customer' || what === 'order' ? what : 'other'}`, { who, count, order })
      default:
        return t(`journal.${kind}`, { who, user, table, event, added, count, backup })
    }
  }
}

/**
 * The journal: who did what to accounts, settings and data (docs/product/accounts.md#journal-what); fetched once it is
 * opened.
 */
export default function Journal() {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const [titleId, listId] = [useId(), useId()]
  return (
    <section aria-labelledby={titleId} className="mt-6 border-t border-line pt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-52">
          <h3 id={titleId} className="text-base font-bold">
            {t('journal.title')}
          </h3>
          <p className="mt-1 text-sm text-muted">{t('journal.hint')}</p>
        </div>
        <Button variant="outline" aria-expanded={isOpen} aria-controls={listId} onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'journal.hide' : 'journal.show')}
        </Button>
      </div>
      <div id={listId}>{isOpen && <Entries />}</div>
    </section>
  )
}

type Page = Answer<typeof getJournal>

/** The newest entries, and older ones on request; refetched each time the journal is opened. */
function useJournal() {
  return useInfiniteQuery({
    queryKey: [getJournal.path],
    queryFn: ({ pageParam, signal }) =>
      callApi(getJournal, { query: { before: pageParam === undefined ? undefined : String(pageParam) }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ before }: Page) => before ?? undefined,
    select: ({ pages }: InfiniteData<Page>) => pages.flatMap(({ entries }) => entries),
    // Drop the pages when the journal is closed: one page is enough when it is opened again.
    gcTime: 0,
  })
}

function Entries() {
  const { t } = useTranslation()
  const { data: entries, error, isFetching, isFetchNextPageError, ...list } = useJournal()
  const { hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = list
  if (!entries) {
    if (error && !isFetching) return <LoadFailure description={errorMessage(error)} onRetry={() => void refetch()} />
    return <Loading />
  }
  if (entries.length === 0 && !hasNextPage)
    return <EmptyState role="status" title={t('journal.empty')} description={t('journal.emptyDescription')} />
  return (
    <>
      <Days entries={entries} />
      <p role="alert" className="mt-3 text-center text-sm text-cancelled empty:hidden">
        {isFetchNextPageError && `${t('journal.olderFailed')} ${errorMessage(error)}`}
      </p>
      {hasNextPage && (
        <p className="mt-4 text-center">
          <Button variant="outline" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('journal.older')}
          </Button>
        </p>
      )}
    </>
  )
}

/** The entries under a heading for each day of the restaurant's calendar. */
function Days({ entries }: { entries: readonly JournalEntry[] }) {
  const { timeZone } = useSettings()
  const language = useLanguage()
  const sentence = useSentence()
  return byDay(entries, timeZone).map(({ day, entries: dayEntries }) => (
    <section key={dayEntries[0]?.id} aria-label={formatLongDay(day, language)} className="mt-4">
      <h4 className="text-sm font-semibold text-muted">{formatLongDay(day, language)}</h4>
      <ul className="mt-1.5 divide-y divide-line rounded-card border border-line bg-card">
        {dayEntries.map((entry) => (
          <li key={entry.id} className="flex gap-3 px-4 py-2.5">
            <time dateTime={entry.at} className="shrink-0 pt-px text-sm text-muted tabular-nums">
              {formatTime(entry.at, timeZone)}
            </time>
            <div className="min-w-0">
              <p className="text-[15px] break-words">{sentence(entry)}</p>
              <Origin {...entry} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  ))
}

function Origin({ address }: Pick<JournalEntry, 'address'>) {
  const { t } = useTranslation()
  return address !== null && <p className="text-sm break-all text-muted">{t('journal.from', { address })}</p>
}

/** Groups consecutive entries by day; after a clock was set back, a day can occur twice. */
function byDay(entries: readonly JournalEntry[], timeZone: string) {
  const days: { day: string; entries: JournalEntry[] }[] = []
  for (const entry of entries) {
    const { day } = localTime(new Date(entry.at), timeZone)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}

function Loading() {
  const { t } = useTranslation()
  return (
    <div role="status" className="mt-4 space-y-2">
      <span className="sr-only">{t('common.loading')}</span>
      <Skeleton className="h-5 w-48" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  )
}
