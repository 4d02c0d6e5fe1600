import { describe, expect, it, vi } from 'vitest'
import { createEvent, type EventRequest, listEvents } from '#shared/contracts/catering.ts'
import { getMenu, type MenuItem } from '#shared/contracts/menu/menu.ts'
import { LANGUAGES, type Language } from '#shared/domain/language.ts'
import { queryClient } from '../../lib/api/query.ts'
import { fakeApi, render, screen, textBelow, waitFor, within } from '../../testing/render.tsx'
import { sampleDish, sampleEvent } from '../../testing/samples.ts'
import EventsTab from './events-tab.tsx'

const SOUP = sampleDish({ id: 1, name: 'Zesty soup', nameRo: 'Șorici', price: 2850 })
const CAKE = sampleDish({ id: 2, name: 'Apple cake', nameRo: 'Tartă cu mere', price: 1999, isActive: false })
const WINE = sampleDish({ id: 3, name: 'Merlot', nameRo: 'Sarmale', price: 4500 })
const MENU = [SOUP, CAKE, WINE]

/** The validation messages, as specified. */
const MESSAGES = {
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

/** Opens the tab with the first step of a proposal. @returns also the fields and actions of all steps */
function openWizard(language: Language, declareMenu = () => fakeApi.answers(getMenu, MENU)) {
  history.replaceState(null, '', '/dashboard?tab=events')
  declareMenu()
  fakeApi.answers(listEvents, [sampleEvent()])
  const view = render(<EventsTab />, { language })
  const { t, user } = view
  /** Leaves the tab and comes back, as a reload does. */
  const reopen = () => {
    view.rerender(null)
    view.rerender(<EventsTab />)
  }
  const field = {
    name: () => screen.getByRole('textbox', { name: t('customers.name') }),
    email: () => screen.getByRole('textbox', { name: t('customers.email') }),
    phone: () => screen.getByRole('textbox', { name: t('customers.phone') }),
    date: () => screen.getByLabelText<HTMLInputElement>(t('catering.eventDate')),
    guests: () => screen.getByRole('textbox', { name: t('catering.numberOfGuests') }),
    notes: () => screen.getByRole('textbox', { name: t('customers.notes') }),
    discount: () => screen.getByRole('textbox', { name: t('priceRules.percent') }),
    quantity: (dish: MenuItem) =>
      screen.getByRole('textbox', {
        name: t('catering.quantity', { name: language === 'ro' ? dish.nameRo : dish.name }),
      }),
  }
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
  const next = () => user.click(button(t('catering.toMenu')))
  const preview = () => user.click(button(t('catering.preview')))
  const generate = () => user.click(button(t('catering.generate')))
  const fillDetails = async () => {
    await user.fill(field.name(), 'Ana Pop')
    await user.fill(field.email(), 'ana@example.com')
    await user.fill(field.phone(), '0712 345 678')
    await user.fill(field.date(), '2026-12-12')
    await user.fill(field.guests(), '40')
    await next()
    await screen.findByRole('list', { name: t('menuOptions.views.dishes') })
  }
  const openPreview = async () => {
    await fillDetails()
    await user.fill(field.quantity(SOUP), '40')
    await user.fill(field.quantity(CAKE), '3')
    await user.fill(field.discount(), '12.5')
    await preview()
  }
  return { ...view, reopen, field, button, next, preview, generate, fillDetails, openPreview }
}

const sentProposals = () => fakeApi.callsOf(createEvent).map(({ body }) => body as EventRequest)
const sentKeys = () => fakeApi.callsOf(createEvent).map(({ headers }) => headers.get('idempotency-key'))

describe('the draft of a proposal', () => {
  const messages = MESSAGES.en

  it('requires all details, with a message for each', async () => {
    const { user, field, next, t } = openWizard('en')
    await next()
    await waitFor(() => expect(textBelow(field.name())).toBe(messages.name))
    await waitFor(() => expect(textBelow(field.email())).toBe(messages.email))
    await waitFor(() => expect(textBelow(field.phone())).toBe(messages.phone))
    await waitFor(() => expect(textBelow(field.date())).toBe(t('validation.date')))
    await waitFor(() => expect(textBelow(field.guests())).toBe(messages.guests))
    expect(document.activeElement).toBe(field.name())
    await user.fill(field.name(), 'Ana Pop')
    await user.fill(field.email(), 'ana@')
    await next()
    await waitFor(() => expect(textBelow(field.email())).toBe(messages.email))
    expect(document.activeElement).toBe(field.email())
    await user.fill(field.email(), 'jörg@example.de')
    await user.fill(field.phone(), '1')
    // The year is incomplete.
    await user.fill(field.date(), '0026-12-12')
    await next()
    await waitFor(() => expect(textBelow(field.date())).toBe(t('validation.date')))
    await user.fill(field.date(), '2026-12-12')
    for (const [input, message] of [
      ['0', messages.guests],
      ['-4', messages.guests],
      ['2.5', t('validation.wholeNumber')],
      ['1.000', t('validation.wholeNumber')],
      ['1,000', t('validation.wholeNumber')],
      ['many', t('validation.number')],
      ['100001', t('validation.atMost', { value: 100_000 })],
    ] as const) {
      await user.fill(field.guests(), input)
      await next()
      await waitFor(() => expect(textBelow(field.guests()), input).toBe(message))
    }
    await user.fill(field.guests(), '1')
    await next()
    const heading = await screen.findByRole('heading', { name: new RegExp(t('catering.stepTitles.menu')) })
    expect(document.activeElement).toBe(heading)
  })

  it('is called a kept one when the wizard opens with it, and can be dropped at once', async () => {
    const { user, field, reopen, button, t } = openWizard('en')
    await user.fill(field.name(), 'Ana Pop')
    await user.fill(field.phone(), '0712 345 678')
    expect(screen.queryByText(t('drafts.restored'))).toBeNull()
    reopen()
    expect(screen.getByText(t('drafts.restored'))).toBeDefined()
    expect([field.name(), field.phone()]).toMatchObject([{ value: 'Ana Pop' }, { value: '0712 345 678' }])
    await user.click(button(t('drafts.startOver')))
    expect([field.name(), field.phone()]).toMatchObject([{ value: '' }, { value: '' }])
    expect(screen.queryByText(t('drafts.restored'))).toBeNull()
    expect(JSON.stringify(localStorage)).not.toContain('Ana Pop')
    expect(document.activeElement).toBe(
      screen.getByRole('heading', { name: new RegExp(t('catering.stepTitles.details')) }),
    )
  })
})

describe.each(LANGUAGES)('the menu of a proposal (%s)', (language) => {
  const messages = MESSAGES[language]

  it('lists all dishes by name, finds them without diacritics, and marks hidden ones', async () => {
    const { user, fillDetails, field, t } = openWizard(language)
    await fillDetails()
    const listed = () => screen.getAllByRole('listitem').flatMap((row) => row.getAttribute('aria-label') ?? [])
    // In Romanian ș follows s, and ț follows t.
    expect(listed()).toEqual(
      language === 'ro' ? ['Sarmale', 'Șorici', 'Tartă cu mere'] : ['Apple cake', 'Merlot', 'Zesty soup'],
    )
    const row = (dish: MenuItem) => within(field.quantity(dish).closest('li') as HTMLElement)
    row(CAKE).getByText(t('menuEditor.isHidden'))
    await user.fill(screen.getByRole('textbox', { name: t('menuEditor.searchLabel') }), 'sorici')
    await waitFor(() => expect(listed()).toEqual([language === 'ro' ? 'Șorici' : 'Zesty soup']))
    await user.fill(screen.getByRole('textbox', { name: t('menuEditor.searchLabel') }), 'xyz')
    await screen.findByText(t('menuEditor.noMatch'))
    await user.click(screen.getByRole('button', { name: t('menuEditor.showAll') }))
    await waitFor(() => expect(listed()).toHaveLength(3))
  })

  it('allows a preview only with a quantity above 0, and updates the sums while the user types', async () => {
    const { user, fillDetails, field, button, preview, t } = openWizard(language)
    await fillDetails()
    const bar = within(screen.getByRole('region', { name: t('catering.selection') }))
    const canPreview = () => !button(t('catering.preview')).disabled
    expect(canPreview()).toBe(false)
    await user.fill(field.quantity(SOUP), '0')
    expect(canPreview()).toBe(false)
    await user.fill(field.quantity(SOUP), '-2')
    await waitFor(() => expect(textBelow(field.quantity(SOUP))).toBe(messages.quantity))
    expect(canPreview()).toBe(false)
    await user.fill(field.quantity(SOUP), '10000')
    await waitFor(() => expect(textBelow(field.quantity(SOUP))).toBe(t('validation.atMost', { value: 9999 })))
    await user.fill(field.quantity(SOUP), '40')
    expect(canPreview()).toBe(true)
    await user.click(
      screen.getByRole('button', { name: t('menu.more', { name: language === 'ro' ? 'Sarmale' : 'Merlot' }) }),
    )
    // A portion for each guest.
    expect(field.quantity(WINE)).toHaveProperty('value', '40')
    await user.fill(field.quantity(WINE), '1')
    bar.getByText('1 185.00 LEI')
    bar.getByText(new RegExp(t('common.dishes', { count: 2 })))
    bar.getByText(new RegExp(t('catering.portions', { count: 41 })))
    // 1185.00 less 12.5 percent.
    await user.fill(field.discount(), language === 'ro' ? '12,5' : '12.5')
    bar.getByText('1 036.88 LEI')
    for (const [input, message] of [
      ['101', t('validation.atMost', { value: 100 })],
      ['-1', t('validation.atLeast', { value: 0 })],
      ['0.125', t('validation.twoDecimals')],
      ['x', t('validation.number')],
    ] as const) {
      await user.fill(field.discount(), input)
      await waitFor(() => expect(textBelow(field.discount()), input).toBe(message))
    }
    await preview()
    expect(document.activeElement).toBe(field.discount())
    await user.fill(field.discount(), '100')
    for (const input of ['1.5', '1.000', '1,000']) {
      await user.fill(field.quantity(CAKE), input)
      await preview()
      expect(document.activeElement).toBe(field.quantity(CAKE))
      await waitFor(() => expect(textBelow(field.quantity(CAKE)), input).toBe(t('validation.wholeNumber')))
    }
  })

  it('is previewed and sent at today’s prices, without a dish that leaves it meanwhile', async () => {
    const { user, fillDetails, field, preview, generate, t } = openWizard(language)
    await fillDetails()
    await user.fill(field.quantity(CAKE), '-3')
    await user.fill(field.quantity(SOUP), '40')
    fakeApi.answers(getMenu, [SOUP, WINE])
    await queryClient.invalidateQueries({ queryKey: [getMenu.path] })
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
    await preview()
    fakeApi.answers(getMenu, [{ ...SOUP, price: 3000 }, WINE])
    await queryClient.invalidateQueries({ queryKey: [getMenu.path] })
    await waitFor(() =>
      expect(screen.getByText(t('orders.total'), { selector: 'dt' }).nextElementSibling?.textContent).toBe(
        '1\u00a0200.00 LEI',
      ),
    )
    fakeApi.answers(createEvent, sampleEvent())
    await generate()
    await screen.findByText(t('catering.generated'))
    expect(sentProposals()).toMatchObject([{ items: [{ menuItemId: 1, priceAtTimeOfEvent: 3000 }] }])
  })

  it('can be loaded again after a failure, and shows that it has no dishes', async () => {
    const { user, t, field, next, button } = openWizard(language, () =>
      fakeApi.refuses(getMenu, 503, { message: 'Unavailable' }),
    )
    await user.fill(field.name(), 'Ana Pop')
    await user.fill(field.email(), 'ana@example.com')
    await user.fill(field.phone(), 'sun')
    await user.fill(field.date(), '2032-12-12')
    expect(textBelow(field.date())).toBe(language === 'ro' ? 'duminică, 12 decembrie 2032' : 'Sunday 12 December 2032')
    await user.fill(field.guests(), '40')
    await next()
    await screen.findByText('Unavailable')
    fakeApi.answers(getMenu, [])
    await user.click(button(t('common.tryAgain')))
    await screen.findByText(t('menuEditor.empty'))
  })
})

describe.each(LANGUAGES)('generating a proposal (%s)', (language) => {
  const messages = MESSAGES[language]

  it('sends what the preview shows, which is kept when the user goes back', async () => {
    const { user, openPreview, field, button, generate, t } = openWizard(language)
    await user.fill(field.notes(), '  La terasă ')
    const chosen = screen.getByRole('radio', { checked: true, name: t(`catering.languages.${language}`) })
    expect(chosen).toBeDefined()
    await user.click(screen.getByRole('radio', { name: t('catering.languages.ro') }))
    await openPreview()
    const expectText = (text: string | RegExp) => expect(screen.getByText(text), String(text)).toBeDefined()
    for (const text of ['Ana Pop', 'ana@example.com', '+40 712 345 678', 'La terasă']) expectText(text)
    expectText(language === 'ro' ? 'sâmbătă, 12 decembrie 2026' : /^Saturday,? 12 December 2026$/)
    expectText(t('catering.guests', { count: 40 }))
    const value = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent
    expect(value(t('orders.total'))).toBe('1\u00a0199.97 LEI')
    expect(value(t('catering.discountName'))).toBe('12.5%')
    expect(value(t('catering.totalAfterDiscount'))).toBe('1\u00a0049.97 LEI')
    expect(value(t('catering.perGuest'))).toBe('26.25 LEI')

    await user.click(button(t('common.back')))
    expect((field.quantity(SOUP) as HTMLInputElement).value).toBe('40')
    await user.click(button(t('common.back')))
    expect((field.name() as HTMLInputElement).value).toBe('Ana Pop')
    await user.click(button(t('catering.toMenu')))
    await user.click(button(t('catering.preview')))

    fakeApi.answers(createEvent, sampleEvent())
    await generate()
    await screen.findByText(t('catering.generated'))
    expect(sentProposals()).toEqual([
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
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    await user.click(screen.getByRole('button', { name: t('catering.open') }))
    expect(open.mock.calls[0]?.[0]).toMatch(/^\/api\/events\/3\/proposal\?language=/)
    // The proposal is what one sees then, and the first step is empty again.
    const made = within(await screen.findByRole('article', { name: 'Ana Pop' }))
    expect(made.getByRole('link', { name: t('catering.downloadOf', { name: 'Ana Pop' }) })).toBeDefined()
    expect(screen.getByRole('tabpanel').contains(document.activeElement)).toBe(true)
    await user.click(screen.getByRole('tab', { name: t('catering.views.generate') }))
    expect((field.name() as HTMLInputElement).value).toBe('')
  })

  it('makes one event, even if it is sent again after the tab was left', async () => {
    const { openPreview, button, generate, reopen, t } = openWizard(language)
    await openPreview()
    const release = fakeApi.holds(createEvent, sampleEvent())
    await generate()
    expect(button(t('catering.generate')).disabled).toBe(true)
    expect(button(t('common.back')).disabled).toBe(true)
    reopen()
    await generate()
    release()
    await screen.findByRole('article', { name: 'Ana Pop' })
    expect(sentKeys()).toHaveLength(2)
    expect(new Set(sentKeys()).size).toBe(1)
  })

  it('keeps the idempotency key after a lost response and a reload; what was edited then is another proposal', async () => {
    const { user, openPreview, field, button, preview, generate, reopen, t } = openWizard(language)
    await openPreview()
    fakeApi.isOutOfReach(createEvent)
    await generate()
    await screen.findByText(t('common.noConnection'))
    reopen()
    fakeApi.refuses(createEvent, 503, { message: 'Unavailable' })
    await generate()
    await screen.findByText('Unavailable')

    await user.click(button(t('common.back')))
    await user.fill(field.quantity(SOUP), '41')
    await preview()
    fakeApi.answers(createEvent, sampleEvent())
    await generate()
    await screen.findByText(t('catering.generated'))
    expect(new Set(sentKeys()).size).toBe(1)
    expect(sentKeys()[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(sentProposals().at(-1)).toEqual(sentProposals()[0])

    await generate()
    await waitFor(() => expect(new Set(sentKeys()).size).toBe(2))
    // Sorted in the proposal's language, by default that of the page.
    const [soup, cake] = [{ menuItemId: 1, quantity: 41 }, { menuItemId: 2 }]
    expect(sentProposals().at(-1)).toMatchObject({ language, items: language === 'ro' ? [soup, cake] : [cake, soup] })
    // A restored draft is called so no longer.
    expect(screen.queryByText(t('drafts.restored'))).toBeNull()
    await waitFor(() => expect(localStorage.getItem('masa.draft.proposal')).toBeNull())
  })

  it('leads back to the step with the server’s issue, and shows it at its field', async () => {
    const { user, openPreview, field, next, preview, generate, t } = openWizard(language)
    await openPreview()
    fakeApi.refuses(createEvent, 400, {
      code: 'invalid_input',
      message: 'Please check',
      issues: [
        { path: 'customerPhone', message: messages.format },
        { path: `items.${language === 'ro' ? 0 : 1}.quantity`, message: messages.quantity },
      ],
    })
    await generate()
    await screen.findByText(t('catering.failed'))
    expect(screen.getByText('Please check')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(field.phone()))
    expect(textBelow(field.phone())).toBe(messages.format)
    await user.fill(field.phone(), '0722 333 444')
    expect(textBelow(field.phone())).toBe('')
    await next()
    await waitFor(() => expect(document.activeElement).toBe(field.quantity(SOUP)))
    expect(textBelow(field.quantity(SOUP))).toBe(messages.quantity)
    await user.fill(field.quantity(SOUP), '5')
    expect(textBelow(field.quantity(SOUP))).toBe('')
    await preview()
    fakeApi.refuses(createEvent, 400, { message: 'Please check', issues: [{ path: 'discount', message: 'Too much' }] })
    await generate()
    await waitFor(() => expect(document.activeElement).toBe(field.discount()))
    expect(textBelow(field.discount())).toBe('Too much')
  })
})
