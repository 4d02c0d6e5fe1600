import { describe, expect, it } from 'vitest'
import { createEvent, listEvents } from '#shared/contracts/catering.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { fakeApi, SETTINGS, screen, textBelow, waitFor } from '../../../testing/render.tsx'
import { sampleEvent } from '../../../testing/samples.ts'
import EventsTab from '../events-tab.tsx'
import { MESSAGES, openWizard, SOUP, sentKeys, sentProposals } from './wizard.fixture.tsx'

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
    await user.click(screen.getByRole('button', { name: t('catering.seePrevious') }))
    await screen.findByRole('article', { name: 'Ana Pop' })
  })

  it('cannot be repeated while the request is pending, even after leaving the tab', async () => {
    const { openPreview, button, generate, rerender, t } = openWizard(language)
    await openPreview()
    const release = fakeApi.holds(createEvent, sampleEvent())
    await generate()
    expect(button(t('catering.generate')).disabled).toBe(true)
    expect(button(t('catering.back')).disabled).toBe(true)
    rerender(null)
    rerender(<EventsTab userId={1} />)
    expect(button(t('catering.generate')).disabled).toBe(true)
    rerender(null)
    release()
    await screen.findByText(t('catering.generated'))
    rerender(<EventsTab userId={1} />)
    await screen.findByRole('textbox', { name: t('catering.customerName') })
    expect(sentProposals()).toHaveLength(1)
  })

  it('keeps the idempotency key after a lost response and a reload, until the content changes', async () => {
    const { user, openPreview, field, button, preview, generate, rerender, t } = openWizard(language)
    await openPreview()
    fakeApi.isOutOfReach(createEvent)
    await generate()
    await screen.findByText(t('common.noConnection'))
    await screen.findByText(t('catering.unanswered'))
    rerender(null)
    rerender(<EventsTab userId={1} />)
    fakeApi.refuses(createEvent, 429, { message: 'Slow down' })
    await generate()
    await screen.findByText('Slow down')
    fakeApi.refuses(createEvent, 503, { message: 'Unavailable' })
    await generate()
    await screen.findByText('Unavailable')
    expect(new Set(sentKeys()).size).toBe(1)
    expect(sentKeys()[0]).toMatch(/^[0-9a-f]{32}$/)

    await user.click(button(t('catering.back')))
    await user.fill(field.quantity(SOUP), '41')
    await preview()
    await generate()
    await waitFor(() => expect(sentKeys()).toHaveLength(4))
    expect(new Set(sentKeys()).size).toBe(2)
    // Sorted in the proposal's language: that of the settings, whatever the page's.
    expect(sentProposals().at(-1)).toMatchObject({
      language: SETTINGS.language,
      items: [{ menuItemId: 2 }, { menuItemId: 1, quantity: 41 }],
    })
  })

  it('leads back to the step with the server’s issue, and shows it at its field', async () => {
    const { user, openPreview, field, next, preview, generate, rerender, t } = openWizard(language)
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
    await waitFor(() => expect(textBelow(field.phone())).toBe(messages.format))
    await user.fill(field.phone(), '0722 333 444')
    // The message is not shown for a field that was changed.
    rerender(null)
    rerender(<EventsTab userId={1} />)
    expect(textBelow(field.phone())).toBe('')
    await next()
    // In the proposal's language, that of the settings, the soup is the second line.
    await waitFor(() => expect(document.activeElement).toBe(field.quantity(SOUP)))
    await waitFor(() => expect(textBelow(field.quantity(SOUP))).toBe(messages.quantity))
    await user.fill(field.quantity(SOUP), '5')
    expect(textBelow(field.quantity(SOUP))).toBe('')
    await preview()
    fakeApi.refuses(createEvent, 400, {
      message: 'Please check',
      issues: [{ path: 'discount', message: 'Too much' }],
    })
    await generate()
    await waitFor(() => expect(document.activeElement).toBe(field.discount()))
    await waitFor(() => expect(textBelow(field.discount())).toBe('Too much'))
    // The server has responded, so the next request is another attempt.
    expect(new Set(sentKeys()).size).toBe(2)
  })

  it('shows issues without a field in a toast', async () => {
    const { openPreview, generate, t } = openWizard(language)
    await openPreview()
    fakeApi.refuses(createEvent, 400, { message: 'Please check', issues: [{ path: 'items', message: 'Too many' }] })
    await generate()
    await screen.findByText('Please check Too many')
    expect(screen.getByRole('button', { name: t('catering.generate') })).toBeDefined()
  })
})
