import { beforeEach, describe, expect, it } from 'vitest'
import { createEvent, type EventRequest, listEvents } from '#shared/contracts/catering.ts'
import { getMenu, type MenuItem } from '#shared/contracts/menu/menu.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { fakeApi, render, screen, under, waitFor, within } from '../../../testing/render.tsx'
import { sampleDish, sampleEvent } from '../../../testing/samples.ts'
import EventsTab from '../events-tab.tsx'

const SOUP = sampleDish({ id: 1, name: 'Zesty soup', nameRo: 'Șorici', price: 2850 })
const CAKE = sampleDish({ id: 2, name: 'Apple cake', nameRo: 'Tartă cu mere', price: 1999, isActive: false })
const WINE = sampleDish({
  id: 3,
  name: 'Merlot',
  nameRo: 'Sarmale',
  price: 4500,
  soldOutUntil: '2026-11-22T02:00:00.000Z',
})
const MENU = [SOUP, CAKE, WINE]

const WORDS = {
  en: {
    name: 'Name is required',
    email: 'Invalid email',
    phone: 'Phone is required',
    guests: 'Number of guests must be at least 1',
    quantity: 'Quantity must be at least 1',
    format: 'Phone number must be in format: 40XXXXXXXXX',
  },
  ro: {
    name: 'Numele este obligatoriu',
    email: 'Adresa de e-mail nu este validă',
    phone: 'Telefonul este obligatoriu',
    guests: 'Numărul de invitați trebuie să fie cel puțin 1',
    quantity: 'Cantitatea trebuie să fie cel puțin 1',
    format: 'Numărul de telefon trebuie să aibă formatul: 40XXXXXXXXX',
  },
}

beforeEach(() => history.replaceState(null, '', '/dashboard?tab=events'))

describe.each(LANGUAGES)('a proposal (%s)', (language) => {
  const words = WORDS[language]

  const open = (menu: MenuItem[] = MENU) => {
    fakeApi.answers(getMenu, menu)
    const view = render(<EventsTab userId={1} />, { language })
    const { t, user } = view
    const field = {
      name: () => screen.getByRole('textbox', { name: t('catering.customerName') }),
      email: () => screen.getByRole('textbox', { name: t('catering.customerEmail') }),
      phone: () => screen.getByRole('textbox', { name: t('catering.customerPhone') }),
      date: () => screen.getByLabelText<HTMLInputElement>(t('catering.eventDate')),
      guests: () => screen.getByRole('textbox', { name: t('catering.numberOfGuests') }),
      notes: () => screen.getByRole('textbox', { name: t('catering.notes') }),
      discount: () => screen.getByRole('textbox', { name: t('catering.discount') }),
      quantity: (dish: MenuItem) =>
        screen.getByRole('textbox', {
          name: t('catering.quantity', { name: language === 'ro' ? dish.nameRo : dish.name }),
        }),
    }
    const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
    const next = () => user.click(button(t('catering.toMenu')))
    const preview = () => user.click(button(t('catering.preview')))
    const generate = () => user.click(button(t('catering.generate')))
    const fillDetails = async (phone = '0712 345 678') => {
      await user.fill(field.name(), 'Ana Pop')
      await user.fill(field.email(), 'ana@example.com')
      await user.fill(field.phone(), phone)
      await user.fill(field.date(), '2026-12-12')
      await user.fill(field.guests(), '40')
      await next()
      await screen.findByRole('list', { name: t('catering.dishes') })
    }
    const openPreview = async () => {
      await fillDetails()
      await user.fill(field.quantity(SOUP), '40')
      await user.fill(field.quantity(CAKE), '3')
      await user.fill(field.discount(), '12.5')
      await preview()
    }
    return { ...view, field, button, next, preview, generate, fillDetails, openPreview }
  }
  const sent = () => fakeApi.callsOf(createEvent).map(({ body }) => body as EventRequest)
  const keys = () => fakeApi.callsOf(createEvent).map(({ headers }) => headers.get('idempotency-key'))

  it('requires all details, with its own messages', async () => {
    const { user, field, next, t } = open()
    await next()
    expect(under(field.name())).toBe(words.name)
    expect(under(field.email())).toBe(words.email)
    expect(under(field.phone())).toBe(words.phone)
    expect(under(field.date())).toBe(t('validation.date'))
    expect(under(field.guests())).toBe(words.guests)
    expect(document.activeElement).toBe(field.name())
    await user.fill(field.name(), 'Ana Pop')
    await user.fill(field.email(), 'ana@')
    await next()
    expect(under(field.email())).toBe(words.email)
    expect(document.activeElement).toBe(field.email())
    await user.fill(field.email(), 'ana@example.com')
    await user.fill(field.phone(), '1')
    // The year is incomplete.
    await user.fill(field.date(), '0026-12-12')
    await next()
    expect(under(field.date())).toBe(t('validation.date'))
    await user.fill(field.date(), '2026-12-12')
    for (const [input, message] of [
      ['0', words.guests],
      ['-4', words.guests],
      ['2.5', t('validation.wholeNumber')],
      ['1.000', t('validation.wholeNumber')],
      ['1,000', t('validation.wholeNumber')],
      ['many', t('validation.number')],
      ['100001', t('validation.atMost', { value: 100_000 })],
    ] as const) {
      await user.fill(field.guests(), input)
      await next()
      expect(under(field.guests()), input).toBe(message)
    }
    await user.fill(field.guests(), '1')
    await next()
    const heading = await screen.findByRole('heading', { name: new RegExp(t('catering.stepTitles.menu')) })
    expect(document.activeElement).toBe(heading)
  })

  it('lists all dishes by name, finds them without diacritics, and marks those that guests cannot order', async () => {
    const { user, fillDetails, field, t } = open()
    await fillDetails()
    const listed = () => screen.getAllByRole('listitem').flatMap((row) => row.getAttribute('aria-label') ?? [])
    // In Romanian ș follows s, and ț follows t.
    expect(listed()).toEqual(
      language === 'ro' ? ['Sarmale', 'Șorici', 'Tartă cu mere'] : ['Apple cake', 'Merlot', 'Zesty soup'],
    )
    const row = (dish: MenuItem) => within(field.quantity(dish).closest('li') as HTMLElement)
    row(CAKE).getByText(t('menuEditor.isHidden'))
    row(WINE).getByText(t('menuEditor.soldOutToday'))
    await user.fill(screen.getByRole('textbox', { name: t('menuEditor.searchLabel') }), 'sorici')
    await waitFor(() => expect(listed()).toEqual([language === 'ro' ? 'Șorici' : 'Zesty soup']))
    await user.fill(screen.getByRole('textbox', { name: t('menuEditor.searchLabel') }), 'xyz')
    await screen.findByText(t('menuEditor.noMatch'))
    await user.click(screen.getByRole('button', { name: t('menuEditor.showAll') }))
    await waitFor(() => expect(listed()).toHaveLength(3))

    await user.fill(field.quantity(CAKE), '2')
    await user.click(screen.getByRole('button', { name: t('catering.onlyChosen') }))
    expect(listed()).toEqual([language === 'ro' ? 'Tartă cu mere' : 'Apple cake'])
    // The filter stays while another quantity is typed.
    await user.fill(field.quantity(CAKE), '')
    expect(listed()).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: t('catering.onlyChosen') }))
    expect(listed()).toHaveLength(3)
  })

  it('can be previewed only with a quantity above 0, and updates its sums while typing', async () => {
    const { user, fillDetails, field, button, preview, t } = open()
    await fillDetails()
    const bar = within(screen.getByRole('region', { name: t('catering.selection') }))
    const canPreview = () => !button(t('catering.preview')).disabled
    expect(canPreview()).toBe(false)
    await user.fill(field.quantity(SOUP), '0')
    expect(canPreview()).toBe(false)
    await user.fill(field.quantity(SOUP), '-2')
    expect(under(field.quantity(SOUP))).toBe(words.quantity)
    expect(canPreview()).toBe(false)
    await user.fill(field.quantity(SOUP), '10000')
    expect(under(field.quantity(SOUP))).toBe(t('validation.atMost', { value: 9999 }))
    await user.fill(field.quantity(SOUP), '40')
    expect(canPreview()).toBe(true)
    await user.click(
      screen.getByRole('button', { name: t('menu.more', { name: language === 'ro' ? 'Sarmale' : 'Merlot' }) }),
    )
    bar.getByText('1185.00 LEI')
    bar.getByText(new RegExp(t('menuEditor.dishes', { count: 2 })))
    bar.getByText(new RegExp(t('catering.portions', { count: 41 })))
    // 1185.00 less 12.5 percent.
    await user.fill(field.discount(), language === 'ro' ? '12,5' : '12.5')
    bar.getByText('1036.88 LEI')
    for (const [input, message] of [
      ['101', t('validation.atMost', { value: 100 })],
      ['-1', t('validation.atLeast', { value: 0 })],
      ['0.125', t('validation.discountDecimals')],
      ['x', t('validation.number')],
    ] as const) {
      await user.fill(field.discount(), input)
      expect(under(field.discount()), input).toBe(message)
    }
    await preview()
    expect(document.activeElement).toBe(field.discount())
    await user.fill(field.discount(), '100')
    for (const input of ['1.5', '1.000', '1,000']) {
      await user.fill(field.quantity(CAKE), input)
      await preview()
      expect(document.activeElement).toBe(field.quantity(CAKE))
      expect(under(field.quantity(CAKE)), input).toBe(t('validation.wholeNumber'))
    }
  })

  it('shows what will be sent, keeps it when going back, and sends it as shown', async () => {
    const { user, openPreview, field, button, generate, t } = open()
    await user.fill(field.notes(), '  La terasă ')
    await user.click(screen.getByRole('radio', { name: t('catering.languages.ro') }))
    await openPreview()
    const shown = (text: string | RegExp) => expect(screen.getByText(text), String(text)).toBeDefined()
    for (const text of ['Ana Pop', 'ana@example.com', '+40 712 345 678', 'La terasă']) shown(text)
    shown(language === 'ro' ? 'sâmbătă, 12 decembrie 2026' : /^Saturday,? 12 December 2026$/)
    shown(t('catering.guests', { count: 40 }))
    const value = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent
    expect(value(t('catering.total'))).toBe('1199.97 LEI')
    expect(value(t('catering.discountName'))).toBe(language === 'ro' ? '12,5%' : '12.5%')
    expect(value(t('catering.totalAfterDiscount'))).toBe('1049.97 LEI')
    expect(value(t('catering.perGuest'))).toBe('26.25 LEI')

    await user.click(button(t('catering.back')))
    expect((field.quantity(SOUP) as HTMLInputElement).value).toBe('40')
    await user.click(button(t('catering.back')))
    expect((field.name() as HTMLInputElement).value).toBe('Ana Pop')
    await user.click(button(t('catering.toMenu')))
    await user.click(button(t('catering.preview')))

    fakeApi.answers(createEvent, sampleEvent())
    await generate()
    await screen.findByText(t('catering.generated'))
    expect(sent()).toEqual([
      {
        customerName: 'Ana Pop',
        customerEmail: 'ana@example.com',
        customerPhone: '40712345678',
        eventDate: '2026-12-12',
        numberOfGuests: 40,
        discount: 12.5,
        notes: 'La terasă',
        language: 'ro',
        status: 'pending',
        // Sorted and named in the proposal's language.
        items: [
          { menuItemId: 1, quantity: 40, name: 'Șorici', priceAtTimeOfEvent: 2850 },
          { menuItemId: 2, quantity: 3, name: 'Tartă cu mere', priceAtTimeOfEvent: 1999 },
        ],
      },
    ])
    // The first step is empty again, with links to the created event.
    expect((field.name() as HTMLInputElement).value).toBe('')
    expect(screen.getByRole('link', { name: t('catering.openProposal') }).getAttribute('href')).toBe(
      '/api/events/3/proposal?language=ro',
    )
    fakeApi.answers(listEvents, [sampleEvent()])
    await user.click(screen.getByRole('button', { name: t('catering.seePrevious') }))
    await screen.findByRole('article', { name: 'Ana Pop' })
  })

  it('cannot be sent twice while it is pending, even after leaving the tab', async () => {
    const { openPreview, button, generate, again, t } = open()
    await openPreview()
    const release = fakeApi.holds(createEvent, sampleEvent())
    await generate()
    expect(button(t('catering.generate')).disabled).toBe(true)
    expect(button(t('catering.back')).disabled).toBe(true)
    again(null)
    again(<EventsTab userId={1} />)
    expect(button(t('catering.generate')).disabled).toBe(true)
    again(null)
    release()
    await screen.findByText(t('catering.generated'))
    again(<EventsTab userId={1} />)
    await screen.findByRole('textbox', { name: t('catering.customerName') })
    expect(sent()).toHaveLength(1)
  })

  it('keeps its idempotency key after a lost response and a reload, until its content changes', async () => {
    const { user, openPreview, field, button, preview, generate, again, t } = open()
    await openPreview()
    fakeApi.isOutOfReach(createEvent)
    await generate()
    await screen.findByText(t('common.noConnection'))
    await screen.findByText(t('catering.unanswered'))
    again(null)
    again(<EventsTab userId={1} />)
    fakeApi.refuses(createEvent, 429, { message: 'Slow down' })
    await generate()
    await screen.findByText('Slow down')
    fakeApi.refuses(createEvent, 503, { message: 'Unavailable' })
    await generate()
    await screen.findByText('Unavailable')
    expect(new Set(keys()).size).toBe(1)
    expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/)

    await user.click(button(t('catering.back')))
    await user.fill(field.quantity(SOUP), '41')
    await preview()
    await generate()
    await waitFor(() => expect(keys()).toHaveLength(4))
    expect(new Set(keys()).size).toBe(2)
    expect(sent().at(-1)?.items).toMatchObject([{ menuItemId: 2 }, { menuItemId: 1, quantity: 41 }])
  })

  it('returns to the step with the server’s issue, and shows it at its field', async () => {
    const { user, openPreview, field, next, preview, generate, again, t } = open()
    await openPreview()
    fakeApi.refuses(createEvent, 400, {
      code: 'invalid_input',
      message: 'Please check',
      issues: [
        { path: 'customerPhone', message: words.format },
        { path: 'items.1.quantity', message: words.quantity },
      ],
    })
    await generate()
    await screen.findByText(t('catering.failed'))
    expect(screen.getByText('Please check')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(field.phone()))
    expect(under(field.phone())).toBe(words.format)
    await user.fill(field.phone(), '0722 333 444')
    // The message is not shown for a field that was changed.
    again(null)
    again(<EventsTab userId={1} />)
    expect(under(field.phone())).toBe('')
    await next()
    // In the proposal's language, that of the settings, the soup is the second line.
    await waitFor(() => expect(document.activeElement).toBe(field.quantity(SOUP)))
    expect(under(field.quantity(SOUP))).toBe(words.quantity)
    await user.fill(field.quantity(SOUP), '5')
    expect(under(field.quantity(SOUP))).toBe('')
    await preview()
    fakeApi.refuses(createEvent, 400, {
      message: 'Please check',
      issues: [{ path: 'discount', message: 'Too much' }],
    })
    await generate()
    await waitFor(() => expect(document.activeElement).toBe(field.discount()))
    expect(under(field.discount())).toBe('Too much')
    // A refusal is a response: the next request is another attempt.
    expect(new Set(keys()).size).toBe(2)
  })

  it('shows issues without a field in the toast', async () => {
    const { openPreview, generate, t } = open()
    await openPreview()
    fakeApi.refuses(createEvent, 400, { message: 'Please check', issues: [{ path: 'items', message: 'Too many' }] })
    await generate()
    await screen.findByText('Please check Too many')
    expect(screen.getByRole('button', { name: t('catering.generate') })).toBeDefined()
  })

  it('keeps the preview when the menu changes, shows that, and can use the current menu', async () => {
    const { user, openPreview, field, button, preview, generate, t } = open()
    await openPreview()
    expect(screen.queryByText(t('catering.menuChanged'))).toBeNull()
    fakeApi.answers(getMenu, [{ ...SOUP, price: 3000 }, WINE])
    await queryClient.invalidateQueries({ queryKey: [getMenu.path] })
    await screen.findByText(t('catering.menuChanged'))
    screen.getByText(t('catering.deleted'))
    expect(screen.getByText(t('catering.total'), { selector: 'dt' }).nextElementSibling?.textContent).toBe(
      '1199.97 LEI',
    )
    fakeApi.refuses(createEvent, 400, { message: 'No' })
    await generate()
    await waitFor(() => expect(sent()).toHaveLength(1))
    const priceSent = () =>
      sent()
        .at(-1)
        ?.items?.find(({ menuItemId }) => menuItemId === 1)?.priceAtTimeOfEvent
    expect(priceSent()).toBe(2850)
    await user.click(button(t('catering.takeToday')))
    expect(screen.queryByText(t('catering.menuChanged'))).toBeNull()
    await generate()
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(priceSent()).toBe(3000)
    // The deleted dish is still listed, and can be removed.
    await user.click(button(t('catering.back')))
    const name = language === 'ro' ? CAKE.nameRo : CAKE.name
    await user.click(await screen.findByRole('button', { name: t('menu.less', { name }) }))
    expect((field.quantity(CAKE) as HTMLInputElement).value).toBe('2')
    // The deleted dish stays listed while its quantity is changed, until a preview without it.
    await user.fill(field.quantity(CAKE), '')
    await user.fill(field.quantity(CAKE), '5')
    await user.fill(field.quantity(CAKE), '')
    await preview()
    await user.click(button(t('catering.back')))
    expect(screen.queryByRole('textbox', { name: t('catering.quantity', { name }) })).toBeNull()
  })

  it('is stored only for the user who types it, until it is restarted', async () => {
    const { user, field, again, button, t } = open()
    await user.fill(field.name(), 'Ana Pop')
    again(null)
    again(<EventsTab userId={1} />)
    expect((field.name() as HTMLInputElement).value).toBe('Ana Pop')
    await user.click(button(t('catering.startAnew')))
    const question = within(await screen.findByRole('alertdialog'))
    question.getByText(t('catering.startAnewDescription', { name: 'Ana Pop' }))
    await user.click(question.getByRole('button', { name: t('catering.startAnew') }))
    await waitFor(() => expect((field.name() as HTMLInputElement).value).toBe(''))
    await user.fill(field.name(), 'Dan Pop')
    again(null)
    again(<EventsTab userId={2} />)
    expect((field.name() as HTMLInputElement).value).toBe('')
    expect(JSON.stringify(sessionStorage)).not.toContain('Dan Pop')
  })

  it('offers to retry if the menu could not be loaded, and shows when it is empty', async () => {
    const { user, t, field, next, button } = open()
    fakeApi.refuses(getMenu, 503, { message: 'Unavailable' })
    await user.fill(field.name(), 'Ana Pop')
    await user.fill(field.email(), 'ana@example.com')
    await user.fill(field.phone(), 'sun')
    await user.fill(field.date(), '2020-12-12')
    expect(under(field.date())).toBe(t('catering.eventDatePast'))
    await user.fill(field.guests(), '40')
    await next()
    await screen.findByText('Unavailable')
    fakeApi.answers(getMenu, [])
    await user.click(button(t('common.tryAgain')))
    await screen.findByText(t('catering.noDishes'))
  })
})
