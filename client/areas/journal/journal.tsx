import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ResponseOf } from '#shared/contracts/base/endpoint.ts'
import { getJournal, type JournalEntry } from '#shared/contracts/journal.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { formatLongDay } from '#shared/domain/time/long-day.ts'
import { formatTime } from '#shared/i18n/format.ts'
import type { AnyText } from '#shared/i18n/translate.ts'
import { callApi } from '../../lib/api/api.ts'
import { MorePages, NotLoaded, shapeRows } from '../../lib/loading/list.tsx'
import { currency, timeZone } from '../../lib/settings/settings.ts'
import { Button, EmptyState, language, t } from '../../ui/index.ts'

/** The bulk changes with a sentence of their own; any other is a change of prices. */
const BULK_CHANGES = ['category', 'isActive', 'tags', 'allergenCodes', 'options', 'delete'] as const

/** In the place of what another version of Masa has not noted. */
const NO_DETAILS = {
  ...{
    user: '',
    dish: '',
    table: '',
    order: '',
    event: '',
    day: '',
    printer: '',
    program: '',
    backup: '',
    added: 0,
    count: 0,
  },
}

/** Returns a function that formats an entry as a sentence (docs/product/accounts.md#journal-what). */
function useSentence(): (entry: JournalEntry) => string {
  const amount = (minor = 0) => formatMoney(minor, currency)
  /** The translated name of a setting; untranslated if another version of Masa wrote an unknown name. */
  const settingName = (name: string) => {
    const key = `journal.settings.${name}`
    const text = t(key as 'journal.settings.language')
    return text === key ? name : text
  }

  return ({ kind, username, details }) => {
    const { user, what, personal = false, duties = [], settings = [] } = details
    const list = new Intl.ListFormat(language)
    const isOwn = user === username
    const known = (...known: string[]) => known.find((word) => word === what)
    /** The kinds that have several sentences. */
    const variants: Partial<Record<JournalEntry['kind'], string | false>> = {
      sign_in_refused: username === null && 'sign_in_refused_unknown',
      user_created: isOwn && 'user_registered',
      user_duties: `user_duties.${duties.length > 0 ? 'some' : 'none'}`,
      password_set: isOwn && 'password_own',
      menu_imported: `menu_imported.${known('list') ?? 'csv'}`,
      menu_bulk: `menu_bulk.${known(...BULK_CHANGES) ?? 'price'}`,
      exported: `exported.${known('menu', 'reports', 'customer') ?? 'other'}`,
      till: `till.${known('out') ?? 'in'}`,
      erased: `erased.${known('customer', 'order') ?? 'other'}`,
      program_added: personal && 'program_added_personal',
      webhook_added: personal && 'webhook_added_personal',
      webhook_changed: personal && 'webhook_changed_personal',
    }
    // A test looks for the words of all kinds.
    return (t as AnyText)(`journal.${variants[kind] || kind}`, {
      ...NO_DETAILS,
      ...details,
      who: username ?? t('journal.server'),
      role: t(`journal.roles.${details.role ?? 'staff'}`),
      duties: list.format(duties.map((duty) => t(`journal.duties.${duty}`))),
      names: list.format(settings.map(settingName)),
      from: amount(details.from),
      to: amount(details.to),
      amount: amount(details.amount),
    })
  }
}

/** Who did what to accounts, settings and data (docs/product/accounts.md#journal-what); fetched once opened. */
export default function Journal() {
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

type Page = ResponseOf<typeof getJournal>

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
  const list = useJournal()
  const { data: entries, hasNextPage } = list
  if (!entries)
    return <NotLoaded queries={[list]} shapes={['h-5 w-48', ...shapeRows(3, 'h-16')]} className="mt-4 space-y-2" />
  if (entries.length === 0 && !hasNextPage)
    return <EmptyState role="status" title={t('journal.empty')} description={t('journal.emptyDescription')} />
  return (
    <>
      <Days entries={entries} />
      <MorePages list={list} more={t('journal.older')} />
    </>
  )
}

function Days({ entries }: { entries: readonly JournalEntry[] }) {
  const sentence = useSentence()
  return byDay(entries, timeZone).map(({ day, entries: dayEntries }) => (
    <section key={dayEntries[0]?.id} aria-label={formatLongDay(day, language)} className="mt-4">
      <h4 className="text-sm font-semibold text-muted">{formatLongDay(day, language)}</h4>
      <ul className="mt-1.5 divide-y divide-line card-face">
        {dayEntries.map((entry) => (
          <li key={entry.id} className="flex gap-3 px-4 py-2.5">
            <time dateTime={entry.at} className="shrink-0 pt-px text-sm text-muted tabular-nums">
              {formatTime(entry.at, timeZone)}
            </time>
            <div className="min-w-0">
              <p className="text-body break-words">{sentence(entry)}</p>
              <Origin {...entry} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  ))
}

function Origin({ address }: Pick<JournalEntry, 'address'>) {
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
