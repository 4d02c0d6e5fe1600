import { describe, expect, it } from 'vitest'
import { createEvent, listEvents } from '#shared/contracts/catering.ts'
import { getMenu, type MenuItem } from '#shared/contracts/menu/menu.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { queryClient } from '../../lib/api/query.ts'
import { fakeApi, SETTINGS, screen, textBelow, waitFor, within } from '../../testing/render.tsx'
import { sampleEvent } from '../../testing/samples.ts'
import { CAKE, MESSAGES, openWizard, SOUP, sentKeys, sentProposals, WINE } from './wizard.fixture.tsx'

describe.each(LANGUAGES)('the draft of a proposal (%s)', (language) => {
  const messages = MESSAGES[language]

  it('requires all details, with a message for each', async () => {
    const { user, field, next, t } = openWizard(language)
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
    await user.fill(field.email(), 'ana@example.com')
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
    const { user, field, reopen, button, t } = openWizard(language)
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

  it('lists all dishes by name, finds them without diacritics, and marks those that guests cannot order', async () => {
    const { user, fillDetails, field, t } = openWizard(language)
    await fillDetails()
    const listed = () => screen.getAllByRole('listitem').flatMap((row) => row.getAttribute('aria-label') ?? [])
    // In Romanian ș follows s, and ț follows t.
    expect(listed()).toEqual(
      language === 'ro' ? ['Sarmale', 'Șorici', 'Tartă cu mere'] : ['Apple cake', 'Merlot', 'Zesty soup'],
    )
    const row = (dish: MenuItem) => within(field.quantity(dish).closest('li') as HTMLElement)
    row(CAKE).getByText(t('menuEditor.isHidden'))
    row(WINE).getByText(t('menu.soldOutToday'))
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
      // All dishes stay listed: the filter is only ever switched on by its button.
      expect(button(t('catering.onlyChosen')).getAttribute('aria-pressed')).toBe('false')
      expect(screen.getAllByRole('textbox', { name: new RegExp(t('catering.quantity', { name: '' })) })).toHaveLength(3)
    }
  })

  it('names in the preview the letters that the proposal cannot show', async () => {
    const { openPreview, user, field, button, preview, t } = openWizard(language)
    await openPreview()
    const warning = (letters: string) => screen.queryByText(t('catering.missingLetters', { letters }))
    expect(screen.queryByText(new RegExp(t('catering.missingLetters', { letters: '' })))).toBeNull()
    await user.click(button(t('common.back')))
    await user.click(button(t('common.back')))
    await user.fill(field.notes(), 'Για τον Олег, 李 🎉')
    await user.click(button(t('catering.toMenu')))
    await preview()
    await waitFor(() => expect(warning('李 🎉')).not.toBeNull())
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
    await user.click(screen.getByRole('radio', { name: t('catering.languages.ro') }))
    await openPreview()
    const expectText = (text: string | RegExp) => expect(screen.getByText(text), String(text)).toBeDefined()
    for (const text of ['Ana Pop', 'ana@example.com', '+40 712 345 678', 'La terasă']) expectText(text)
    expectText(language === 'ro' ? 'sâmbătă, 12 decembrie 2026' : /^Saturday,? 12 December 2026$/)
    expectText(t('catering.guests', { count: 40 }))
    const value = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent
    expect(value(t('orders.total'))).toBe('1\u00a0199.97 LEI')
    expect(value(t('catering.discountName'))).toBe(language === 'ro' ? '12,5%' : '12.5%')
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
    // The first step is empty again, with links to the created event.
    expect((field.name() as HTMLInputElement).value).toBe('')
    expect(screen.getByRole('link', { name: t('catering.openProposal') }).getAttribute('href')).toBe(
      '/api/events/3/proposal?language=ro',
    )
    fakeApi.answers(listEvents, [sampleEvent()])
    await user.click(screen.getByRole('tab', { name: t('catering.views.previous') }))
    await screen.findByRole('article', { name: 'Ana Pop' })
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
    await screen.findByRole('textbox', { name: t('customers.name') })
    expect(sentKeys()).toHaveLength(2)
    expect(new Set(sentKeys()).size).toBe(1)
  })

  it('keeps the idempotency key after a lost response and a reload, until the server has made something else of it', async () => {
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
    fakeApi.refuses(createEvent, 409, { code: 'key_reused', message: 'Already sent' })
    await generate()
    await screen.findByText('Already sent')
    expect(new Set(sentKeys()).size).toBe(1)
    expect(sentKeys()[0]).toMatch(/^[0-9a-f]{32}$/)
    // Sorted in the proposal's language: that of the settings, whatever the page's.
    expect(sentProposals().at(-1)).toMatchObject({
      language: SETTINGS.language,
      items: [{ menuItemId: 2 }, { menuItemId: 1, quantity: 41 }],
    })

    fakeApi.answers(createEvent, sampleEvent())
    await generate()
    await screen.findByText(t('catering.generated'))
    expect(new Set(sentKeys()).size).toBe(2)
    // A restored draft is called so no longer.
    expect(screen.queryByText(t('drafts.restored'))).toBeNull()
    expect(localStorage.getItem('masa.draft.proposal')).toBeNull()
  })

  it('leads back to the step with the server’s issue, and shows it at its field', async () => {
    const { user, openPreview, field, next, preview, generate, t } = openWizard(language)
    await openPreview()
    fakeApi.refuses(createEvent, 400, {
      code: 'invalid_input',
      message: 'Please check',
      issues: [
        { path: 'customerPhone', message: messages.format },
        { path: 'items.1.quantity', message: messages.quantity },
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
    // In the proposal's language, that of the settings, the soup is the second line.
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
