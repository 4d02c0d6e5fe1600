import { CalendarDays } from 'lucide-react'
import { startTransition, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorMessage } from '../../../lib/api/error-message.ts'
import { Button } from '../../../ui/parts/button.tsx'
import { EmptyState } from '../../../ui/parts/empty-state.tsx'
import { LoadFailure } from '../../../ui/parts/load-failed.tsx'
import { Skeleton } from '../../../ui/parts/skeleton.tsx'
import { useEvents } from '../event-calls.ts'
import { NearEnd } from '../wizard/near-end.tsx'
import { EventCard } from './event-card.tsx'

/** The number of cards rendered at first, and added each time the user scrolls near the end. */
const CARDS_PER_STEP = 20

/** The previous events, newest first, page by page (docs/product/catering.md#catering-previous). */
export function PreviousEvents({ onGenerate }: { onGenerate: () => void }) {
  const { t } = useTranslation()
  const list = useEvents()
  const [renderedCount, setRenderedCount] = useState(CARDS_PER_STEP)
  const { data: events, error, isFetching, isFetchNextPageError } = list
  if (!events) {
    if (error && !isFetching)
      return <LoadFailure description={errorMessage(error)} onRetry={() => void list.refetch()} />
    return <Loading />
  }
  if (events.length === 0)
    return (
      <EmptyState
        icon={<CalendarDays />}
        title={t('catering.empty')}
        description={t('catering.emptyDescription')}
        action={<Button onClick={onGenerate}>{t('catering.generateFirst')}</Button>}
      />
    )
  return (
    <>
      <ul aria-label={t('catering.events')} className="grid items-start gap-4 lg:grid-cols-2 2xl:grid-cols-3">
        {events.slice(0, renderedCount).map((event) => (
          <li key={event.id} className="min-w-0">
            <EventCard event={event} />
          </li>
        ))}
        {events.length > renderedCount && (
          <NearEnd
            key={renderedCount}
            onNear={() => startTransition(() => setRenderedCount(renderedCount + CARDS_PER_STEP))}
          />
        )}
      </ul>
      <div role="status" className="mt-4 flex min-h-11 items-center justify-center text-muted">
        {isFetchNextPageError && t('catering.moreFailed')}
        {error && !isFetchNextPageError && errorMessage(error)}
      </div>
      {list.hasNextPage && events.length <= renderedCount && (
        <p className="text-center">
          <Button variant="outline" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('catering.loadMore')}
          </Button>
        </p>
      )}
    </>
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <div role="status" className="grid gap-4 lg:grid-cols-2 2xl:grid-cols-3">
      <span className="sr-only">{t('catering.loadingEvents')}</span>
      {[1, 2, 3, 4].map((card) => (
        <Skeleton key={card} className="h-96 rounded-card!" />
      ))}
    </div>
  )
}
