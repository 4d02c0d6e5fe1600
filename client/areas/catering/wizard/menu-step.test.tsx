import { describe, expect, it } from 'vitest'
import { createEvent } from '#shared/contracts/catering.ts'
import { getMenu, type MenuItem } from '#shared/contracts/menu/menu.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { fakeApi, screen, textBelow, waitFor, within } from '../../../testing/render.tsx'
import { CAKE, MESSAGES, openWizard, SOUP, sentProposals, WINE } from './wizard.fixture.tsx'

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

  it('stays in the preview as it was when it changes, until the user chooses the current one', async () => {
    const { user, openPreview, field, button, preview, generate, t } = openWizard(language)
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
    await waitFor(() => expect(sentProposals()).toHaveLength(1))
    const priceSent = () =>
      sentProposals()
        .at(-1)
        ?.items?.find(({ menuItemId }) => menuItemId === 1)?.priceAtTimeOfEvent
    expect(priceSent()).toBe(2850)
    await user.click(button(t('catering.takeToday')))
    expect(screen.queryByText(t('catering.menuChanged'))).toBeNull()
    await generate()
    await waitFor(() => expect(sentProposals()).toHaveLength(2))
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

  it('can be loaded again after a failure, and shows that it has no dishes', async () => {
    const { user, t, field, next, button } = openWizard(language)
    fakeApi.refuses(getMenu, 503, { message: 'Unavailable' })
    await user.fill(field.name(), 'Ana Pop')
    await user.fill(field.email(), 'ana@example.com')
    await user.fill(field.phone(), 'sun')
    await user.fill(field.date(), '2020-12-12')
    expect(textBelow(field.date())).toBe(
      `${language === 'ro' ? 'sâmbătă, 12 decembrie 2020' : 'Saturday 12 December 2020'} · ${t('catering.eventDatePast')}`,
    )
    await user.fill(field.guests(), '40')
    await next()
    await screen.findByText('Unavailable')
    fakeApi.answers(getMenu, [])
    await user.click(button(t('common.tryAgain')))
    await screen.findByText(t('catering.noDishes'))
  })
})
