import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type CateringEvent,
  changeEvent,
  deleteEvent,
  EVENTS_PER_PAGE,
  listEvents,
} from '#shared/contracts/catering.ts'
import { getMenu } from '#shared/contracts/menu/menu.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { fakeApi, render, screen, waitFor, within } from '../../testing/render.tsx'
import { sampleDish, sampleEvent } from '../../testing/samples.ts'
import * as printer from './event-requests.ts'
import EventsTab from './events-tab.tsx'

// Fake only the date, so that timers still run.
const setToday = (day: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T10:00:00Z`) })

let printPdf = vi.spyOn(printer, 'printPdf')
beforeEach(() => {
  printPdf = vi.spyOn(printer, 'printPdf').mockResolvedValue()
  history.replaceState(null, '', '/dashboard?tab=events&events=previous')
  setToday('2026-11-22')
  fakeApi.answers(getMenu, [sampleDish()])
})

const [LINE] = sampleEvent().items as [CateringEvent['items'][number]]

describe.each(LANGUAGES)('the previous events (%s)', (language) => {
  const open = async (events: CateringEvent[]) => {
    fakeApi.answers(listEvents, events)
    const view = render(<EventsTab />, { language })
    const card = async (name: string) => within(await screen.findByRole('article', { name }))
    return { ...view, card }
  }

  it('show all their data, with the prices and the currency at their creation', async () => {
    const { card, t } = await open([sampleEvent({ currency: 'eur' })])
    const ana = await card('Ana Pop')
    ana.getByText(language === 'ro' ? 'sâmbătă, 12 decembrie 2026' : 'Saturday 12 December 2026')
    ana.getByText(new RegExp(t('catering.guests', { count: 40 })))
    expect(ana.getAllByText(t('catering.statuses.pending'))).toHaveLength(1)
    expect(ana.getByRole('link', { name: '+40 712 345 678' }).getAttribute('href')).toBe('tel:+40712345678')
    expect(ana.getByRole('link', { name: 'ana@example.com' }).getAttribute('href')).toBe('mailto:ana@example.com')
    const [line] = ana.getAllByRole('listitem')
    expect(line?.textContent).toBe(`40×${language === 'ro' ? 'Ciorbă' : 'Sour soup'}€28.50€1\u00a0140.00`)
    const value = (term: string) => ana.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent
    expect(value(t('orders.total'))).toBe('€1\u00a0140.00')
    expect(value(t('catering.discountName'))).toBe('10%')
    expect(value(t('catering.totalAfterDiscount'))).toBe('€1\u00a0026.00')
    expect(value(t('catering.perGuest'))).toBe('€25.65')
    ana.getByText('Fără nuci')
    const day = language === 'ro' ? 'sâmbătă, 5 decembrie 2026' : 'Saturday 5 December 2026'
    ana.getByText(t('catering.validUntil', { day }))
  })

  it('show that a proposal has expired, unless the event is confirmed', async () => {
    setToday('2026-12-06')
    const { card } = await open([sampleEvent(), sampleEvent({ id: 2, customerName: 'Dan Pop', status: 'confirmed' })])
    const expired = language === 'ro' ? /^A expirat pe/ : /^Expired on/
    ;(await card('Ana Pop')).getByText(expired)
    expect((await card('Dan Pop')).queryByText(expired)).toBeNull()
  })

  it('can be opened, downloaded and printed as proposals in either language', async () => {
    const { card, user, t } = await open([sampleEvent()])
    const ana = await card('Ana Pop')
    const link = () => ana.getByRole('link', { name: t('catering.openProposalOf', { name: 'Ana Pop' }) })
    expect(link().getAttribute('href')).toBe('/api/events/3/proposal?language=ro')
    expect(link().getAttribute('target')).toBe('_blank')
    await user.click(ana.getByRole('button', { name: t('catering.languages.en') }))
    expect(link().getAttribute('href')).toBe('/api/events/3/proposal?language=en')

    const download = ana.getByRole('link', { name: t('catering.downloadOf', { name: 'Ana Pop' }) })
    expect([download.getAttribute('href'), download.hasAttribute('download')]).toEqual([
      '/api/events/3/proposal?language=en',
      true,
    ])
    const print = ana.getByRole('button', { name: t('catering.printOf', { name: 'Ana Pop' }) })
    await user.click(print)
    expect(printPdf).toHaveBeenCalledWith('/api/events/3/proposal?language=en')
    printPdf.mockRejectedValueOnce(new Error())
    await user.click(print)
    await screen.findByText(t('catering.printFailed'))
  })

  it('show a new status at once, and the old one again if the change fails', async () => {
    const { card, user, t } = await open([sampleEvent()])
    const ana = await card('Ana Pop')
    const status = () => ana.getByRole('combobox', { name: t('catering.statusOf', { name: 'Ana Pop' }) })
    const shown = (expected: CateringEvent['status']) =>
      waitFor(() => expect(status().textContent).toBe(t(`catering.statuses.${expected}`)))
    await user.click(status())
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      t('catering.statuses.draft'),
      t('catering.statuses.pending'),
      t('catering.statuses.confirmed'),
      t('catering.statuses.cancelled'),
    ])
    const release = fakeApi.holds(changeEvent, sampleEvent({ status: 'confirmed' }))
    fakeApi.answers(listEvents, [sampleEvent({ status: 'confirmed' })])
    await user.click(screen.getByRole('option', { name: t('catering.statuses.confirmed') }))
    // The new status is shown before the response.
    await shown('confirmed')
    release()
    await waitFor(() => expect(fakeApi.callsOf(listEvents)).toHaveLength(2))
    expect(fakeApi.callsOf(changeEvent)).toMatchObject([{ path: '/api/events/3', body: { status: 'confirmed' } }])
    await shown('confirmed')

    fakeApi.refuses(changeEvent, 404, { message: 'It is gone' })
    await user.click(status())
    await user.click(await screen.findByRole('option', { name: t('catering.statuses.cancelled') }))
    await screen.findByText(t('common.notChanged'))
    screen.getByText('It is gone')
    await shown('confirmed')
  })

  it('are searched on the server, with another page of the matches', async () => {
    const { user, t } = await open([sampleEvent()])
    await screen.findByRole('article', { name: 'Ana Pop' })
    fakeApi.answers(listEvents, [sampleEvent({ id: 9, customerName: 'Dan Pop' })])
    const field = screen.getByRole('textbox', { name: t('catering.searchLabel') })
    await user.fill(field, ' dan ')
    await screen.findByRole('article', { name: 'Dan Pop' })
    expect(fakeApi.callsOf(listEvents).at(-1)?.query).toEqual({ q: 'dan' })
    expect(screen.queryByRole('article', { name: 'Ana Pop' })).toBeNull()
    fakeApi.answers(listEvents, [])
    await user.fill(field, 'xyz')
    await screen.findByText(t('catering.noneFoundDescription', { query: 'xyz' }))
    expect(screen.queryByText(t('catering.empty'))).toBeNull()
  })

  it('are loaded page by page, with a message if that fails', async () => {
    const page = Array.from({ length: EVENTS_PER_PAGE }, (_, i) =>
      sampleEvent({ id: 1000 - i, customerName: `Ana ${i}`, items: [] }),
    )
    const { user, t } = await open(page)
    const more = () => screen.getByRole('button', { name: t('catering.loadMore') })
    await screen.findByRole('article', { name: 'Ana 0' })
    fakeApi.refuses(listEvents, 503, { message: 'Unavailable' })
    await user.click(more())
    await screen.findByText(t('common.loadFailed'))
    fakeApi.answers(listEvents, [sampleEvent({ id: 2, customerName: 'Dan Pop' })])
    await user.click(more())
    await waitFor(() => expect(screen.queryByRole('button', { name: t('catering.loadMore') })).toBeNull())
    expect(fakeApi.callsOf(listEvents).at(-1)?.query).toEqual({ before: '801' })
  })

  const choose = async ({ user, t }: Awaited<ReturnType<typeof open>>, name: string, action: 'copy' | 'delete') => {
    const card = within(await screen.findByRole('article', { name }))
    await user.click(card.getByRole('button', { name: t('catering.moreOf', { name }) }))
    await user.click(
      await screen.findByRole('menuitem', { name: t(action === 'copy' ? 'catering.copy' : 'common.askDelete') }),
    )
  }

  it('are deleted after one question that names them, also if somebody else has done so', async () => {
    fakeApi.refuses(deleteEvent, 404, { message: 'Gone' })
    const view = await open([sampleEvent()])
    await choose(view, 'Ana Pop', 'delete')
    const question = within(await screen.findByRole('alertdialog'))
    question.getByText(view.t('catering.deleteTitle', { name: 'Ana Pop' }))
    question.getByText(new RegExp(language === 'ro' ? 'sâmbătă, 12 decembrie 2026' : 'Saturday 12 December 2026'))
    fakeApi.answers(listEvents, [])
    await view.user.click(question.getByRole('button', { name: view.t('catering.deleteConfirm') }))
    await screen.findByText(view.t('catering.deletedEvent'))
    await screen.findByText(view.t('catering.empty'))
    expect(fakeApi.callsOf(deleteEvent)).toMatchObject([{ path: '/api/events/3' }])
  })

  it.each(['confirmed', 'cancelled'] as const)('cannot be deleted once %s', async (status) => {
    const { card, user, t } = await open([sampleEvent({ status })])
    await user.click((await card('Ana Pop')).getByRole('button', { name: t('catering.moreOf', { name: 'Ana Pop' }) }))
    const actions = await screen.findAllByRole('menuitem')
    expect(actions.map(({ textContent }) => textContent)).toEqual([t('catering.copy')])
  })

  it('are copied into the wizard, without a past date and dishes that are gone', async () => {
    const items = [
      LINE,
      { ...LINE, id: 2 },
      { ...LINE, id: 9, menuItemId: null, name: 'Old cake', nameRo: 'Tort vechi' },
    ]
    const view = await open([sampleEvent({ status: 'confirmed', eventDate: '2025-01-05', items })])
    const { user, t } = view
    await choose(view, 'Ana Pop', 'copy')
    const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
    const name = () => field(t('customers.name'))
    await screen.findByText(t('catering.copyLeftOut', { names: language === 'ro' ? 'Tort vechi' : 'Old cake' }))
    const texts = [name(), field(t('catering.numberOfGuests')), field(t('customers.notes'))]
    expect(texts).toMatchObject([{ value: 'Ana Pop' }, { value: '40' }, { value: 'Fără nuci' }])
    const date = screen.getByLabelText<HTMLInputElement>(t('catering.eventDate'))
    expect(date.value).toBe('')

    // What is typed is not replaced without a question.
    await user.fill(name(), 'Dan Pop')
    await user.click(screen.getByRole('tab', { name: t('catering.views.previous') }))
    await choose(view, 'Ana Pop', 'copy')
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: t('common.cancel') }))
    await choose(view, 'Ana Pop', 'copy')
    await user.click(await screen.findByRole('button', { name: t('common.copy') }))
    expect(name().value).toBe('Ana Pop')

    await user.fill(screen.getByLabelText(t('catering.eventDate')), '2026-12-12')
    await user.click(screen.getByRole('button', { name: t('catering.toMenu') }))
    const dish = language === 'ro' ? LINE.nameRo : LINE.name
    // The two lines of one dish are one.
    expect(field(t('catering.quantity', { name: dish })).value).toBe('80')
    expect(field(t('priceRules.percent')).value).toBe('10')
  })

  it('show an event without personal data if the customer was erased', async () => {
    const { card, t } = await open([
      sampleEvent({ customerName: '', customerEmail: '', customerPhone: '', notes: null }),
    ])
    const erased = await card(t('catering.erased'))
    erased.getByText(t('catering.erasedDescription'))
    expect(erased.queryAllByRole('link', { name: /@|\+/ })).toEqual([])
  })

  it('link to the wizard while there are none', async () => {
    const { user, t } = await open([])
    await user.click(await screen.findByRole('button', { name: t('catering.generateFirst') }))
    expect(screen.getByRole('textbox', { name: t('customers.name') })).toBeDefined()
    expect(location.search).toContain('events=generate')
  })

  it('show an error if they could not be loaded, with a button to retry', async () => {
    fakeApi.refuses(listEvents, 503, { message: 'Unavailable' })
    const { user, t } = render(<EventsTab />, { language })
    await screen.findByText('Unavailable')
    fakeApi.answers(listEvents, [sampleEvent()])
    await user.click(screen.getByRole('button', { name: t('common.tryAgain') }))
    await screen.findByRole('article', { name: 'Ana Pop' })
  })
})
