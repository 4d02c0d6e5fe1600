import { describe, expect, it, vi } from 'vitest'
import { getCurrentUser, getSetup } from '#shared/contracts/accounts.ts'
import { getCategories, getMenu } from '#shared/contracts/menu/menu.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { fakeApi, render, screen, within } from '../../testing/render.tsx'
import { sampleDish } from '../../testing/samples.ts'
import LandingPage from './index.tsx'

describe.each(LANGUAGES)('the landing page (%s)', (language) => {
  it('says before all else that there is no owner, and leads to the owner’s account', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue([language])
    fakeApi.refuses(getCurrentUser, 401, { message: 'Please sign in' })
    fakeApi.answers(getSetup, { needsOwner: true })
    const { t } = render(<LandingPage />, { language, settings: { restaurantName: null } })
    expect(await screen.findByRole('heading', { level: 1, name: t('auth.firstOwner.title') })).toBeDefined()
    expect(screen.getByText(t('auth.firstOwner.none'))).toBeDefined()
    const [first] = screen.getAllByRole('link')
    expect([first?.textContent, first?.getAttribute('href')]).toEqual([t('auth.firstOwner.title'), '/auth'])
    // What the specification puts there stays.
    expect(screen.getByRole('link', { name: t('landing.viewMenu') })).toBeDefined()
    expect(await screen.findByRole('link', { name: t('landing.login') })).toBeDefined()
  })

  it('of a restaurant with a name does not ask whether there is an owner', async () => {
    fakeApi.refuses(getCurrentUser, 401, { message: 'Please sign in' })
    fakeApi.answers(getMenu, [])
    fakeApi.answers(getCategories, [])
    const { t } = render(<LandingPage />, { language, settings: { restaurantName: 'La Conac' } })
    expect(await screen.findByRole('link', { name: t('landing.login') })).toBeDefined()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('landing.welcome', { name: 'La Conac' }))
    expect(fakeApi.callsOf(getSetup)).toEqual([])
  })

  it('shows the first dish with a photo of each of three categories, each a link to the menu', async () => {
    const dish = (id: number, category: string, more = {}) =>
      sampleDish({ id, category, name: `Dish ${id}`, nameRo: `Dish ${id}`, imageUrl: '/pictures/a.webp', ...more })
    fakeApi.refuses(getCurrentUser, 401, { message: 'Please sign in' })
    fakeApi.answers(getMenu, [
      dish(1, 'Soups', { imageUrl: '' }),
      dish(2, 'Soups'),
      dish(3, 'Soups'),
      dish(4, 'Mains', { soldOutUntil: '2030-01-01T00:00:00.000Z' }),
      dish(5, 'Mains'),
      dish(6, 'Wines'),
      dish(7, 'Cakes'),
    ])
    fakeApi.answers(getCategories, [])
    const { t } = render(<LandingPage />, { language, settings: { restaurantName: 'La Conac' } })
    const list = await screen.findByRole('list', { name: t('landing.dishes') })
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([2, 5, 6].map((id) => [`Dish ${id}`, '/menu']))
  })
})
