import { cleanup } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getCurrentUser, getSetup, login, register, type User } from '#shared/contracts/accounts.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { queryClient } from '../../lib/api/query.ts'
import * as words from '../../lib/words/load-words.ts'
import { fakeApi, render, screen, textBelow, waitFor } from '../../testing/render.tsx'
import { currentToasts, dismissToast } from '../../ui/toast/store.ts'
import { LoginForm, RegisterForm } from './account-form.tsx'
import SignedInLine from './signed-in-line.tsx'

let chooseLanguage = vi.spyOn(words, 'chooseLanguage')
beforeEach(() => {
  chooseLanguage = vi.spyOn(words, 'chooseLanguage').mockResolvedValue()
  vi.spyOn(words, 'followDefaultLanguage').mockResolvedValue()
})

const ANA: User = { id: 1, username: 'ana', isOwner: false, role: 'staff', duties: [] }

beforeEach(() => fakeApi.answers(getCurrentUser, ANA))

describe('signing in', () => {
  it('shows which fields are missing, and focuses the first of them', async () => {
    const { user, t } = render(<LoginForm />)
    const [name, password] = [screen.getByLabelText(t('auth.username')), screen.getByLabelText(t('auth.password'))]
    await user.click(screen.getByRole('button', { name: t('auth.login') }))
    expect(await screen.findByText(t('validation.usernameRequired'))).toBeDefined()
    expect([textBelow(name), textBelow(password)]).toEqual([
      t('validation.usernameRequired'),
      t('validation.passwordRequired'),
    ])
    expect([name, password].map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true'])
    expect(document.activeElement).toBe(name)
    await user.fill(name, 'ana')
    await user.click(screen.getByRole('button', { name: t('auth.login') }))
    expect(document.activeElement).toBe(password)
    expect(fakeApi.callsOf(login)).toEqual([])
  })

  it('shows its progress, and then welcomes the user', async () => {
    const release = fakeApi.holds(login, ANA)
    const { user, t } = render(<LoginForm />)
    await user.fill(screen.getByLabelText(t('auth.username')), ' ana ')
    await user.fill(screen.getByLabelText(t('auth.password')), 'parolă')
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('button', { name: t('auth.loggingIn') })).toBeDefined()
    release()
    expect(await screen.findByText(t('auth.loginSuccessful'))).toBeDefined()
    expect(screen.getByText(t('auth.welcomeBack', { username: 'ana' }))).toBeDefined()
    const [call] = fakeApi.callsOf(login)
    expect(call?.body).toEqual({ username: 'ana', password: 'parolă' })
    expect(call?.headers.get('accept-language')).toBe('en')
  })

  it('is said once more on the menu, which is another page and to which staff without duties go', async () => {
    fakeApi.answers(login, ANA)
    const { user, t, unmount } = render(<LoginForm />)
    await user.fill(screen.getByLabelText(t('auth.username')), 'ana')
    await user.fill(screen.getByLabelText(t('auth.password')), 'parolă')
    await user.keyboard('{Enter}')
    await screen.findByText(t('auth.loginSuccessful'))
    const leave = (unmountPage: () => void) => {
      unmountPage()
      for (const { id } of currentToasts()) dismissToast(id)
    }
    leave(unmount)
    const menu = render(<SignedInLine />)
    expect(await screen.findByText(t('auth.welcomeBack', { username: 'ana' }))).toBeDefined()
    leave(menu.unmount)
    render(<SignedInLine />)
    expect(await screen.findByText(t('auth.logOut'))).toBeDefined()
    expect(screen.queryByText(t('auth.loginSuccessful'))).toBeNull()
  })

  it.each([
    ['with the server’s message', () => fakeApi.refuses(login, 401, { message: 'Nu, mulțumesc' }), 'Nu, mulțumesc'],
    ['as a missing connection', () => fakeApi.isOutOfReach(login), 'common.noConnection'],
    ['with the general message if the server sent none', () => fakeApi.refuses(login, 500, {}), 'errors.internal'],
  ] as const)('reports a failure %s', async (_, failLogin, shown) => {
    failLogin()
    const { user, t } = render(<LoginForm />)
    await user.fill(screen.getByLabelText(t('auth.username')), 'ana')
    await user.fill(screen.getByLabelText(t('auth.password')), 'x')
    await user.keyboard('{Enter}')
    expect(await screen.findByText(t('auth.loginFailed'))).toBeDefined()
    expect(screen.getByText(t(shown as 'errors.internal'))).toBeDefined()
    expect(screen.getByRole('button', { name: t('auth.login') })).toHaveProperty('disabled', false)
  })

  it('shows a wrong password under its field too, with the focus in it', async () => {
    fakeApi.refuses(login, 401, { code: 'invalid_credentials', message: 'Nu, mulțumesc' })
    const { user, t } = render(<LoginForm />)
    await user.fill(screen.getByLabelText(t('auth.username')), 'ana')
    await user.fill(screen.getByLabelText(t('auth.password')), 'x')
    await user.click(screen.getByRole('button', { name: t('auth.login') }))
    const password = screen.getByLabelText(t('auth.password'))
    await waitFor(() => expect(textBelow(password)).toBe('Nu, mulțumesc'))
    expect(document.activeElement).toBe(password)
    expect(currentToasts()).toMatchObject([{ title: t('auth.loginFailed'), description: 'Nu, mulțumesc' }])
  })

  it('says that the browser keeps no cookies if the server does not know it afterwards', async () => {
    fakeApi.answers(login, ANA)
    fakeApi.refuses(getCurrentUser, 401, { message: 'Please sign in' })
    const { user, t } = render(<LoginForm />)
    await user.fill(screen.getByLabelText(t('auth.username')), 'ana')
    await user.fill(screen.getByLabelText(t('auth.password')), 'parolă')
    await user.keyboard('{Enter}')
    expect(await screen.findByText(t('auth.noCookies'))).toBeDefined()
    expect(screen.queryByText(t('auth.loginSuccessful'))).toBeNull()
    expect(queryClient.getQueryData([getCurrentUser.path])).toBeUndefined()
  })

  it('shows the characters of a password on request', async () => {
    const { user, t } = render(<LoginForm />)
    const password = screen.getByLabelText(t('auth.password'))
    expect(password.getAttribute('type')).toBe('password')
    await user.click(screen.getByRole('button', { name: t('auth.showCharacters'), pressed: false }))
    expect(password.getAttribute('type')).toBe('text')
    expect(screen.getByRole('button', { name: t('auth.showCharacters'), pressed: true })).toBeDefined()
  })
})

/** The tick for the owner, once it is known that there is none. */
async function ownersTick(t: TFunction): Promise<HTMLElement> {
  await screen.findByText(t('auth.firstOwner.tick'))
  return screen.getByLabelText(t('auth.isOwner'))
}

describe('registering', () => {
  it.each(['', '12345'])('rejects the password “%s”', async (input) => {
    fakeApi.answers(getSetup, { needsOwner: false })
    const { user, t } = render(<RegisterForm />)
    const password = screen.getByLabelText(t('auth.password'))
    await waitFor(() => expect(textBelow(password)).toBe(t('auth.passwordHint')))
    await user.fill(screen.getByLabelText(t('auth.username')), 'ana')
    await user.fill(password, input)
    await user.keyboard('{Enter}')
    expect(await screen.findByText(t('validation.passwordLength'))).toBeDefined()
    await waitFor(() => expect(textBelow(password)).toBe(t('validation.passwordLength')))
    expect(document.activeElement).toBe(password)
    expect(fakeApi.callsOf(register)).toEqual([])
  })

  it('creates the owner while there is none: the tick is set, and explained', async () => {
    fakeApi.answers(getSetup, { needsOwner: true })
    const release = fakeApi.holds(register, { ...ANA, isOwner: true, role: 'owner' })
    const { user, t } = render(<RegisterForm />)
    const tick = await ownersTick(t)
    expect(tick).toHaveProperty('checked', true)
    expect(screen.getByRole('heading', { name: t('auth.firstOwner.title') })).toBeDefined()
    expect(textBelow(tick)).toBe(t('auth.firstOwner.tick'))
    await user.fill(screen.getByLabelText(t('auth.username')), 'ana')
    await user.fill(screen.getByLabelText(t('auth.password')), '123456')
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('button', { name: t('auth.creatingAccount') })).toBeDefined()
    release()
    expect(await screen.findByText(t('auth.registrationSuccessful'))).toBeDefined()
    expect(fakeApi.callsOf(register).map(({ body }) => body)).toEqual([
      { username: 'ana', password: '123456', isOwner: true },
    ])
    // The restaurant's language is still the default.
    expect(chooseLanguage).toHaveBeenLastCalledWith('en')
  })

  it.each([
    ['sets it again', 'auth.firstOwner.title', true],
    ['creates a staff account', 'auth.firstOwner.createStaff', false],
  ] as const)('warns before it sends without the tick, and then %s', async (_, choice, isOwner) => {
    fakeApi.answers(getSetup, { needsOwner: true })
    fakeApi.answers(register, { ...ANA, isOwner, role: isOwner ? 'owner' : 'staff' })
    const { user, t } = render(<RegisterForm />)
    await user.click(await ownersTick(t))
    await user.fill(screen.getByLabelText(t('auth.username')), 'ana')
    await user.fill(screen.getByLabelText(t('auth.password')), '123456')
    await user.click(screen.getByRole('button', { name: t('auth.register') }))
    expect((await screen.findByRole('alert')).textContent).toContain(t('auth.firstOwner.withoutTick'))
    expect(fakeApi.callsOf(register)).toEqual([])
    await user.click(screen.getByRole('button', { name: t(choice) }))
    expect(await screen.findByText(t('auth.registrationSuccessful'))).toBeDefined()
    expect(fakeApi.callsOf(register).map(({ body }) => body)).toEqual([
      { username: 'ana', password: '123456', isOwner },
    ])
  })

  it('says that somebody else has become the owner meanwhile, and then creates a staff account', async () => {
    fakeApi.answers(getSetup, { needsOwner: true })
    fakeApi.refuses(register, 403, { message: 'Doar un proprietar', code: 'owner_exists' })
    const { user, t } = render(<RegisterForm />)
    await ownersTick(t)
    await user.fill(screen.getByLabelText(t('auth.username')), 'ana')
    await user.fill(screen.getByLabelText(t('auth.password')), '123456')
    fakeApi.answers(getSetup, { needsOwner: false })
    await user.keyboard('{Enter}')
    await screen.findByText(t('auth.firstOwner.exists'))
    expect(screen.getByLabelText(t('auth.isOwner'))).toMatchObject({ checked: false, disabled: true })
    fakeApi.answers(register, ANA)
    await user.click(screen.getByRole('button', { name: t('auth.register') }))
    await waitFor(() =>
      expect(fakeApi.callsOf(register).map(({ body }) => body)).toMatchObject([{ isOwner: true }, { isOwner: false }]),
    )
  })

  it('shows why it was rejected, and why nobody else can become an owner', async () => {
    fakeApi.answers(getSetup, { needsOwner: false })
    fakeApi.refuses(register, 409, { message: 'Există deja' })
    const { user, t } = render(<RegisterForm />)
    await user.fill(screen.getByLabelText(t('auth.username')), 'ana')
    await user.fill(screen.getByLabelText(t('auth.password')), '123456')
    await user.keyboard('{Enter}')
    expect(await screen.findByText(t('auth.registrationFailed'))).toBeDefined()
    expect(screen.getByText('Există deja')).toBeDefined()
    const tick = screen.getByLabelText(t('auth.isOwner'))
    expect(tick).toMatchObject({ checked: false, disabled: true })
    expect(textBelow(tick)).toBe(t('auth.firstOwner.exists'))
  })
})

it.each([
  ['signing in', login, LoginForm],
  ['registering', register, RegisterForm],
] as const)(
  '%s deletes the menu cached for a guest, and succeeds even if deleting the cache is forbidden',
  async (_, call, Form) => {
    for (const deleteCache of [vi.fn().mockResolvedValue(true), vi.fn().mockRejectedValue(new Error('forbidden'))]) {
      vi.stubGlobal('caches', { delete: deleteCache })
      fakeApi.answers(getSetup, { needsOwner: false })
      fakeApi.answers(call, ANA)
      const { user, t } = render(<Form />)
      await user.fill(screen.getByLabelText(t('auth.username')), 'ana')
      await user.fill(screen.getByLabelText(t('auth.password')), 'parolă-bună')
      await user.keyboard('{Enter}')
      await waitFor(() => expect(deleteCache).toHaveBeenCalledWith('masa-responses'))
      await waitFor(() => expect(queryClient.getQueryData([getCurrentUser.path])).toEqual(ANA))
      cleanup()
      queryClient.clear()
    }
  },
)
