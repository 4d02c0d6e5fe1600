import { cleanup } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { getCurrentUser, getSetup, login, register } from '#shared/contracts/accounts.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { queryClient } from '../../lib/api/query.ts'
import { fakeApi, render, screen, textBelow, waitFor } from '../../testing/render.tsx'
import { LoginForm, RegisterForm } from './account-form.tsx'

const ANA = { id: 1, username: 'ana', isOwner: false, role: 'staff' } as const

describe.each(LANGUAGES)('signing in (%s)', (language) => {
  it('shows which fields are missing, and focuses the first of them', async () => {
    const { user, t } = render(<LoginForm />, { language })
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
    const { user, t } = render(<LoginForm />, { language })
    await user.fill(screen.getByLabelText(t('auth.username')), ' ana ')
    await user.fill(screen.getByLabelText(t('auth.password')), 'parolă')
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('button', { name: t('auth.loggingIn') })).toBeDefined()
    release()
    expect(await screen.findByText(t('auth.loginSuccessful'))).toBeDefined()
    expect(screen.getByText(t('auth.welcomeBack', { username: 'ana' }))).toBeDefined()
    const [call] = fakeApi.callsOf(login)
    expect(call?.body).toEqual({ username: 'ana', password: 'parolă' })
    expect(call?.headers.get('accept-language')).toBe(language)
  })

  it.each([
    ['with the server’s message', () => fakeApi.refuses(login, 401, { message: 'Nu, mulțumesc' }), 'Nu, mulțumesc'],
    ['as a missing connection', () => fakeApi.isOutOfReach(login), 'common.noConnection'],
    ['with the general message if the server sent none', () => fakeApi.refuses(login, 500, {}), 'errors.internal'],
  ] as const)('reports a failure %s', async (_, failLogin, shown) => {
    failLogin()
    const { user, t } = render(<LoginForm />, { language })
    await user.fill(screen.getByLabelText(t('auth.username')), 'ana')
    await user.fill(screen.getByLabelText(t('auth.password')), 'x')
    await user.keyboard('{Enter}')
    expect(await screen.findByText(t('auth.loginFailed'))).toBeDefined()
    expect(screen.getByText(t(shown as 'errors.internal'))).toBeDefined()
    expect(screen.getByRole('button', { name: t('auth.login') })).toHaveProperty('disabled', false)
  })

  it('shows the characters of a password on request', async () => {
    const { user, t } = render(<LoginForm />, { language })
    const password = screen.getByLabelText(t('auth.password'))
    expect(password.getAttribute('type')).toBe('password')
    await user.click(screen.getByRole('button', { name: t('auth.showCharacters'), pressed: false }))
    expect(password.getAttribute('type')).toBe('text')
    expect(screen.getByRole('button', { name: t('auth.showCharacters'), pressed: true })).toBeDefined()
  })
})

describe.each(LANGUAGES)('registering (%s)', (language) => {
  it.each(['', '12345'])('rejects the password “%s”', async (input) => {
    fakeApi.answers(getSetup, { needsOwner: false })
    const { user, t } = render(<RegisterForm />, { language })
    const password = screen.getByLabelText(t('auth.password'))
    expect(textBelow(password)).toBe(t('auth.passwordHint'))
    await user.fill(screen.getByLabelText(t('auth.username')), 'ana')
    await user.fill(password, input)
    await user.keyboard('{Enter}')
    expect(await screen.findByText(t('validation.passwordLength'))).toBeDefined()
    expect(textBelow(password)).toBe(t('validation.passwordLength'))
    expect(document.activeElement).toBe(password)
    expect(fakeApi.callsOf(register)).toEqual([])
  })

  it('offers to become the owner only while there is none', async () => {
    fakeApi.answers(getSetup, { needsOwner: true })
    const release = fakeApi.holds(register, { ...ANA, isOwner: true, role: 'owner' })
    const { user, t } = render(<RegisterForm />, { language })
    await user.click(await screen.findByLabelText(t('auth.isOwner')))
    await user.fill(screen.getByLabelText(t('auth.username')), 'ana')
    await user.fill(screen.getByLabelText(t('auth.password')), '123456')
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('button', { name: t('auth.creatingAccount') })).toBeDefined()
    release()
    expect(await screen.findByText(t('auth.registrationSuccessful'))).toBeDefined()
    expect(fakeApi.callsOf(register).map(({ body }) => body)).toEqual([
      { username: 'ana', password: '123456', isOwner: true },
    ])
  })

  it('shows why it was rejected, and has no checkbox for owners if there is an owner', async () => {
    fakeApi.answers(getSetup, { needsOwner: false })
    fakeApi.refuses(register, 409, { message: 'Există deja' })
    const { user, t } = render(<RegisterForm />, { language })
    await user.fill(screen.getByLabelText(t('auth.username')), 'ana')
    await user.fill(screen.getByLabelText(t('auth.password')), '123456')
    await user.keyboard('{Enter}')
    expect(await screen.findByText(t('auth.registrationFailed'))).toBeDefined()
    expect(screen.getByText('Există deja')).toBeDefined()
    expect(screen.queryByLabelText(t('auth.isOwner'))).toBeNull()
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
      await waitFor(() => expect(deleteCache).toHaveBeenCalledWith('masa-answers'))
      await waitFor(() => expect(queryClient.getQueryData([getCurrentUser.path])).toEqual(ANA))
      cleanup()
      queryClient.clear()
    }
  },
)
