import { describe, expect, it } from 'vitest'
import { getCurrentUser, getSetup } from '#shared/contracts/accounts.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { fakeApi, render, screen } from '../../testing/render.tsx'
import AuthPage from './index.tsx'

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

it('the sign-in page shows the texts of the specification', async () => {
  fakeApi.refuses(getCurrentUser, 401, { message: 'Please sign in' })
  render(<AuthPage />)
  for (const text of [
    'Restaurant CRM',
    'Manage your restaurant and connect with customers efficiently',
    'Welcome',
    'Sign in to your account or create a new one',
  ])
    expect(await screen.findByText(text)).toBeDefined()
})
