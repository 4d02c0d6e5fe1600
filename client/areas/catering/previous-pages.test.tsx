import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type CateringEvent, EVENTS_PER_PAGE, listEvents } from '#shared/contracts/catering.ts'
import { getMenu } from '#shared/contracts/menu/menu.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { fakeApi, render, screen } from '../../testing/render.tsx'
import { sampleEvent } from '../../testing/samples.ts'
import EventsTab from './events-tab.tsx'

// Two hundred full cards would take long to render.
vi.mock('./event-card.tsx', () => ({
  EventCard: ({ event: { customerName } }: { event: CateringEvent }) => <article aria-label={customerName} />,
}))

/** An observer that reports every element as visible. */
class AlwaysVisible {
  readonly report: (entries: { isIntersecting: boolean }[]) => void
  constructor(report: AlwaysVisible['report']) {
    this.report = report
  }
  observe() {
    setTimeout(() => this.report([{ isIntersecting: true }]))
  }
  disconnect() {}
}
beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', AlwaysVisible)
  history.replaceState(null, '', '/dashboard?tab=events&events=previous')
})

describe.each(LANGUAGES)('the previous events (%s)', (language) => {
  it('are loaded page by page, with a message if that fails', async () => {
    const page = Array.from({ length: EVENTS_PER_PAGE }, (_, i) =>
      sampleEvent({ id: 1000 - i, customerName: `Ana ${i}`, items: [] }),
    )
    fakeApi.answers(listEvents, page)
    fakeApi.answers(getMenu, [])
    const { user, t } = render(<EventsTab />, { language })
    const more = () => screen.getByRole('button', { name: t('catering.loadMore') })
    await screen.findByRole('article', { name: 'Ana 199' })
    fakeApi.refuses(listEvents, 503, { message: 'Unavailable' })
    await user.click(more())
    await screen.findByText(t('common.loadFailed'))
    fakeApi.answers(listEvents, [sampleEvent({ id: 2, customerName: 'Dan Pop' })])
    await user.click(more())
    await screen.findByRole('article', { name: 'Dan Pop' })
    expect(fakeApi.callsOf(listEvents).at(-1)?.query).toEqual({ before: '801' })
    expect(screen.queryByRole('button', { name: t('catering.loadMore') })).toBeNull()
  })
})
