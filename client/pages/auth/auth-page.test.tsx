import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Route, Switch } from 'wouter'
import { getCurrentUser, getSetup, logout } from '#shared/contracts/accounts.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { RequireAccess } from '../../areas/accounts/index.ts'
import * as words from '../../lib/words/load-words.ts'
import { fakeApi, render, screen, waitFor } from '../../testing/render.tsx'
import { i18n } from '../../ui/translation.ts'
import AuthPage from './index.tsx'

beforeEach(() => {
  vi.spyOn(words, 'followDefaultLanguage').mockImplementation(async (language) => void i18n.changeLanguage(language))
})

describe.each(LANGUAGES)('the sign-in page (%s)', (language) => {
  it('shows its headline, and switches from signing in to registering', async () => {
    fakeApi.refuses(getCurrentUser, 401, { message: 'Please sign in' })
    fakeApi.answers(getSetup, { needsOwner: false })
    const { user, t } = render(<AuthPage />, { language })
    expect(await screen.findByRole('heading', { level: 1, name: t('auth.headline') })).toBeDefined()
    for (const key of ['tagline', 'welcome', 'description'] as const)
      expect(screen.getByText(t(`auth.${key}`))).toBeDefined()
    const tabs = screen.getAllByRole('tab')
    expect(tabs.map(({ textContent }) => textContent)).toEqual([t('auth.login'), t('auth.register')])
    expect(screen.getByRole('button', { name: t('auth.login') })).toBeDefined()
    await user.click(tabs[1] as HTMLElement)
    expect(await screen.findByRole('button', { name: t('auth.register') })).toBeDefined()
    expect(document.title).toContain(t('auth.login'))
  })
})

describe.each(LANGUAGES)('the sign-in page while there is no owner (browser in %s)', (language) => {
  it('opens at the owner’s account, in the browser’s language', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue([`${language}-XY`])
    fakeApi.refuses(getCurrentUser, 401, { message: 'Please sign in' })
    fakeApi.answers(getSetup, { needsOwner: true })
    const { t } = render(<AuthPage />, { language: language === 'en' ? 'ro' : 'en' })
    const inLanguage = i18n.getFixedT(language)
    expect(await screen.findByLabelText(inLanguage('auth.isOwner'))).toHaveProperty('checked', true)
    expect(screen.queryByText(t('auth.firstOwner.title'))).toBeNull()
    expect(screen.getByRole('tab', { name: inLanguage('auth.register'), selected: true })).toBeDefined()
  })
})

describe.each(LANGUAGES)('staff who opened the dashboard (%s)', (language) => {
  afterEach(() => history.replaceState(null, '', '/'))

  it.each([
    ['ask an owner', false, 'auth.ownersOnly.staff'],
    ['create the owner’s account if there is none', true, 'auth.ownersOnly.noOwner'],
  ] as const)('read why they cannot, and %s', async (_, needsOwner, words) => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue([language])
    fakeApi.answers(getCurrentUser, { id: 1, username: 'ana', isOwner: false, role: 'staff', duties: [] })
    fakeApi.answers(getSetup, { needsOwner })
    history.replaceState(null, '', '/dashboard')
    const { user, t } = render(
      <Switch>
        <Route path="/auth" component={AuthPage} />
        <Route path="/dashboard">
          <RequireAccess access="owner">the dashboard</RequireAccess>
        </Route>
      </Switch>,
      { language },
    )
    expect(await screen.findByRole('heading', { level: 1, name: t('auth.ownersOnly.title') })).toBeDefined()
    expect(screen.getByText(t(words, { username: 'ana' }))).toBeDefined()
    expect(location.pathname).toBe('/auth')
    expect(screen.getByRole('link', { name: t('auth.viewMenu') })).toHaveProperty('pathname', '/menu')
    fakeApi.answers(logout, undefined)
    fakeApi.refuses(getCurrentUser, 401, { message: 'Please sign in' })
    await user.click(screen.getByRole('button', { name: t('auth.logOut') }))
    const tab = t(needsOwner ? 'auth.register' : 'auth.login')
    expect(await screen.findByRole('tab', { name: tab, selected: true })).toBeDefined()
  })

  it('read it once: the page then leads to the menu when it is loaded again', async () => {
    fakeApi.answers(getCurrentUser, { id: 1, username: 'ana', isOwner: false, role: 'staff', duties: [] })
    fakeApi.answers(getSetup, { needsOwner: false })
    history.replaceState({ refused: 'owner' }, '', '/auth')
    const first = render(<AuthPage />, { language })
    await screen.findByRole('heading', { level: 1, name: first.t('auth.ownersOnly.title') })
    first.unmount()
    render(<AuthPage />, { language })
    await waitFor(() => expect(location.pathname).toBe('/menu'))
  })
})

describe.each(LANGUAGES)('staff who opened a page for which they lack the duty (%s)', (language) => {
  afterEach(() => history.replaceState(null, '', '/'))

  it.each([
    ['without any duty', 'kitchen', [], '/menu', 'auth.viewMenu'],
    ['who serve', 'kitchen', ['floor'], '/floor', 'auth.dutyMissing.toFloor'],
    ['who cook', 'floor', ['kitchen'], '/kitchen', 'auth.dutyMissing.toKitchen'],
  ] as const)('%s read which one to ask for, and where they may go', async (_, duty, duties, home, words) => {
    fakeApi.answers(getCurrentUser, { id: 1, username: 'ana', isOwner: false, role: 'staff', duties: [...duties] })
    fakeApi.answers(getSetup, { needsOwner: false })
    history.replaceState(null, '', `/${duty}`)
    const { t } = render(
      <Switch>
        <Route path="/auth" component={AuthPage} />
        <Route>
          <RequireAccess access={duty}>the page</RequireAccess>
        </Route>
      </Switch>,
      { language },
    )
    const title = t('auth.dutyMissing.title', { page: t(`users.duty.${duty}`) })
    expect(await screen.findByRole('heading', { level: 1 })).toHaveProperty('textContent', title)
    expect(document.title).toBe(`${title} · Masa`)
    expect(
      screen.getByText(t('auth.dutyMissing.staff', { username: 'ana', duty: t(`users.duty.${duty}`) })),
    ).toBeDefined()
    const link = screen.getByRole('link', { name: t(words) })
    expect(link).toHaveProperty('pathname', home)
    // Who has a screen of their own finds the way there first.
    const logout = screen.getByRole('button', { name: t('auth.logOut') })
    const isFirst = Boolean(link.compareDocumentPosition(logout) & Node.DOCUMENT_POSITION_FOLLOWING)
    expect(isFirst).toBe(home !== '/menu')
  })
})

it('the sign-in page shows the texts of the specification', async () => {
  fakeApi.refuses(getCurrentUser, 401, { message: 'Please sign in' })
  fakeApi.answers(getSetup, { needsOwner: false })
  render(<AuthPage />)
  for (const text of [
    'Restaurant CRM',
    'Manage your restaurant and connect with customers efficiently',
    'Welcome',
    'Sign in to your account or create a new one',
  ])
    expect(await screen.findByText(text)).toBeDefined()
})
