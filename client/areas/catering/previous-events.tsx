import { CalendarDays, SearchX } from 'lucide-react'
import { useRef, useState } from 'react'
import type { CateringEvent } from '#shared/contracts/catering.ts'
import { nameIn } from '#shared/domain/language.ts'
import { formatLongDay } from '#shared/domain/time/long-day.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { MorePages, NotLoaded, ScrolledList, shapeRows } from '../../lib/loading/list.tsx'
import { Button, EmptyState, SearchBox, toast, useDebouncedText, useTranslation } from '../../ui/index.ts'
import { EventCard } from './event-card.tsx'
import { useDeleteEvent, useEvents } from './event-requests.ts'
import type { ProposalEditor } from './proposal.ts'

/** The number of cards rendered at first, and added each time the user scrolls near the end. */
const CARDS_PER_STEP = 20

interface PreviousEventsProps {
  /** What a copy replaces. */
  proposal: ProposalEditor
  onGenerate: () => void
}

/** The previous events with their search, newest first (docs/product/catering.md#catering-previous). */
export function PreviousEvents({ proposal, onGenerate }: PreviousEventsProps) {
  const { t, language } = useTranslation()
  const [query, setQuery] = useState('')
  const { mutateAsync: remove } = useDeleteEvent()
  const root = useRef<HTMLDivElement>(null)
  /** Asks before a copy replaces what is typed in the wizard. */
  const askToCopy = async (event: CateringEvent) => {
    const isConfirmed =
      !proposal.isTyped ||
      (await confirm({
        title: t('catering.copyTitle'),
        description: t('catering.copyDescription'),
        confirm: t('catering.copyConfirm'),
        isDestructive: true,
      }))
    if (!isConfirmed) return
    const names = proposal
      .copy(event)
      .map((line) => nameIn(language, line))
      .join(', ')
    toast({ title: t('catering.copied'), ...(names && { description: t('catering.copyLeftOut', { names }) }) })
    onGenerate()
  }
  const askToDelete = (event: CateringEvent) =>
    confirm({
      title: t('catering.deleteTitle', { name: event.customerName || t('catering.erased') }),
      description: t('catering.deleteDescription', { day: formatLongDay(event.eventDate, language) }),
      confirm: t('catering.deleteConfirm'),
      isDestructive: true,
      action: () => remove(event),
      focusAfter: root,
    })
  return (
    <div ref={root} tabIndex={-1} className="outline-none">
      <SearchBox
        label={t('catering.searchLabel')}
        placeholder={t('catering.search')}
        query={query}
        onChange={setQuery}
        className="mb-4 @tab/page:max-w-96"
      />
      <EventList
        query={query}
        onGenerate={onGenerate}
        onCopy={(event) => void askToCopy(event)}
        onDelete={(event) => void askToDelete(event)}
      />
    </div>
  )
}

interface EventListProps {
  query: string
  onGenerate: () => void
  onCopy: (event: CateringEvent) => void
  onDelete: (event: CateringEvent) => void
}

function EventList({ query, onGenerate, onCopy, onDelete }: EventListProps) {
  const { t } = useTranslation()
  const searchText = useDebouncedText(query)
  const list = useEvents(searchText)
  const { data: events, isPlaceholderData } = list
  if (!events) {
    const label = t('catering.loadingEvents')
    const className = 'grid gap-4 @wide/page:grid-cols-2 @min-[96rem]/page:grid-cols-3'
    return (
      <NotLoaded queries={[list]} label={label} shapes={shapeRows(4, 'h-96 rounded-card!')} className={className} />
    )
  }
  const isSearching = isPlaceholderData || searchText !== query.trim()
  if (events.length === 0 && !isSearching) {
    return searchText ? (
      <EmptyState
        role="status"
        icon={<SearchX />}
        title={t('catering.noneFound')}
        description={t('catering.noneFoundDescription', { query: searchText })}
      />
    ) : (
      <EmptyState
        icon={<CalendarDays />}
        title={t('catering.empty')}
        description={t('catering.emptyDescription')}
        action={<Button onClick={onGenerate}>{t('catering.generateFirst')}</Button>}
      />
    )
  }
  return (
    <>
      <ScrolledList
        items={events}
        step={CARDS_PER_STEP}
        label={t('catering.events')}
        className="grid items-start gap-4 @wide/page:grid-cols-2 @min-[96rem]/page:grid-cols-3"
      >
        {(event) => (
          <li key={event.id} className="min-w-0">
            <EventCard event={event} onCopy={onCopy} onDelete={onDelete} />
          </li>
        )}
      </ScrolledList>
      <MorePages list={list} more={t('catering.loadMore')} isSearching={isSearching} />
    </>
  )
}
