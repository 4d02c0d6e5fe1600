import { describe, expect, it, vi } from 'vitest'
import {
  changeUser,
  createUser,
  type ListedUser,
  listUsers,
  removeUser,
  resetPassword,
} from '#shared/contracts/accounts.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { dialog, fakeApi, render, screen, under, waitFor, within } from '../../testing/render.tsx'
import { UserSettings } from './user-settings.tsx'

const BOSS: ListedUser = {
  id: 1,
  username: 'boss',
  isOwner: true,
  role: 'owner',
  selfRegistered: false,
  createdAt: '2026-01-02T10:00:00.000Z',
  lastSignInAt: '2026-11-20T18:05:00.000Z',
}
const ANA: ListedUser = {
  ...BOSS,
  id: 2,
  username: 'ana',
  isOwner: false,
  role: 'staff',
  selfRegistered: true,
  lastSignInAt: null,
}
const bodiesOf = (call: typeof createUser | typeof changeUser | typeof resetPassword) =>
  fakeApi.callsOf(call).map(({ body }) => body)

describe.each(LANGUAGES)('the users (%s)', (language) => {
  const open = async (users = [ANA, BOSS], onSignedOut = vi.fn()) => {
    fakeApi.answers(listUsers, users)
    const view = render(<UserSettings me={BOSS.id} onSignedOut={onSignedOut} />, { language })
    const row = async (name: string) => within(await screen.findByRole('listitem', { name }))
    await row('boss')
    return { ...view, row, onSignedOut }
  }
  /** Clicks a button in a user's row. @returns the confirmation that it opens */
  const openConfirmation = async (view: Awaited<ReturnType<typeof open>>, name: string, label: string) => {
    await view.user.click((await view.row(name)).getByRole('button', { name: `${label}: ${name}` }))
    return within(await screen.findByRole('alertdialog'))
  }

  it('are listed with role, origin and last sign-in, with the own row marked', async () => {
    const { t, row } = await open()
    const [ana, boss] = [await row('ana'), await row('boss')]
    const never = t('users.lastSignIn', { moment: t('users.never') })
    expect(ana.getByText(t('users.roles.staff'))).toBeDefined()
    expect(ana.getByText(`${t('users.selfRegistered')} · ${never}`)).toBeDefined()
    expect(ana.queryByText(t('users.you'))).toBeNull()
    const moment = language === 'ro' ? '20 nov 2026, 20:05' : '20 Nov 2026, 20:05'
    expect(boss.getByText(t('users.roles.owner'))).toBeDefined()
    expect(boss.getByText(`${t('users.added')} · ${t('users.lastSignIn', { moment })}`)).toBeDefined()
    expect(boss.getByText(t('users.you'))).toBeDefined()
  })

  it('show that they could not be loaded, and are refetched', async () => {
    fakeApi.refuses(listUsers, 500, { message: 'Fum în bucătărie' })
    const { user, t } = render(<UserSettings me={1} onSignedOut={() => {}} />, { language })
    expect(await screen.findByText('Fum în bucătărie')).toBeDefined()
    fakeApi.answers(listUsers, [BOSS])
    await user.click(screen.getByRole('button', { name: t('common.tryAgain') }))
    expect(await screen.findByRole('listitem', { name: 'boss' })).toBeDefined()
  })

  it('are added, by default as staff, once name and password are valid', async () => {
    const { user, t, row } = await open([BOSS])
    await user.click(screen.getByRole('button', { name: t('users.add') }))
    const form = await dialog(t('users.addTitle'))
    const [name, password] = [form.getByLabelText(t('auth.username')), form.getByLabelText(t('auth.password'))]
    await user.fill(password, '12345')
    await user.click(form.getByRole('button', { name: t('users.create') }))
    await waitFor(() => expect(under(name)).toBe(t('validation.usernameRequired')))
    expect([under(password), document.activeElement]).toEqual([t('validation.passwordLength'), name])
    expect(fakeApi.callsOf(createUser)).toEqual([])

    const release = fakeApi.holds(createUser, ANA)
    await user.fill(name, ' ana ')
    await user.fill(password, '123456')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(form.getByRole('button', { name: t('users.create') })).toHaveProperty('disabled', true))
    fakeApi.answers(listUsers, [ANA, BOSS])
    release()
    expect(await screen.findByText(t('users.createdDescription', { username: 'ana' }))).toBeDefined()
    expect(bodiesOf(createUser)).toEqual([{ username: 'ana', password: '123456', role: 'staff' }])
    expect(await row('ana')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('keep the form for a new user open on a click outside while it has typed values', async () => {
    const { user, t } = await open()
    const outside = () => document.querySelector('.fixed.inset-0:not(.z-60)') as HTMLElement
    await user.click(screen.getByRole('button', { name: t('users.add') }))
    const form = await dialog(t('users.addTitle'))
    const name = form.getByLabelText(t('auth.username'))
    await user.fill(name, 'ion')
    await user.click(outside())
    expect(screen.queryByRole('dialog')).not.toBeNull()
    await user.fill(name, '')
    await user.click(outside())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('are added as owners on request', async () => {
    fakeApi.answers(createUser, ANA)
    const { user, t } = await open()
    await user.click(screen.getByRole('button', { name: t('users.add') }))
    const form = await dialog(t('users.addTitle'))
    await user.fill(form.getByLabelText(t('auth.username')), 'ion')
    await user.fill(form.getByLabelText(t('auth.password')), '123456')
    await user.click(form.getByRole('combobox', { name: t('users.role') }))
    await user.click(await screen.findByRole('option', { name: t('users.roles.owner') }))
    await user.click(form.getByRole('button', { name: t('users.create') }))
    await waitFor(() => expect(bodiesOf(createUser)).toMatchObject([{ role: 'owner' }]))
  })

  it.each([
    ['the server’s message', { message: 'E plin' }, 'E plin'],
    ['the general message if it sent none', {}, 'userCreateError'],
  ] as const)('show %s if a user could not be created, and keep the typed values', async (_, body, shown) => {
    fakeApi.refuses(createUser, 500, body)
    const { user, t } = await open()
    await user.click(screen.getByRole('button', { name: t('users.add') }))
    const form = await dialog(t('users.addTitle'))
    await user.fill(form.getByLabelText(t('auth.username')), 'ion')
    await user.fill(form.getByLabelText(t('auth.password')), '123456')
    await user.keyboard('{Enter}')
    expect(await screen.findByText(t(shown as 'userCreateError'))).toBeDefined()
    expect(form.getByLabelText(t('auth.username'))).toHaveProperty('value', 'ion')
    expect(form.getByRole('button', { name: t('users.create') })).toHaveProperty('disabled', false)
  })

  it('show at its field that a name is already in use', async () => {
    const message = 'Username already exists'
    fakeApi.refuses(createUser, 409, { code: 'username_taken', message })
    const { user, t } = await open()
    await user.click(screen.getByRole('button', { name: t('users.add') }))
    const form = await dialog(t('users.addTitle'))
    const name = form.getByLabelText(t('auth.username'))
    await user.fill(name, 'ANA')
    await user.fill(form.getByLabelText(t('auth.password')), '123456')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(under(name)).toBe(message))
    expect(document.activeElement).toBe(name)
  })

  it('have their password changed', async () => {
    fakeApi.answers(resetPassword, undefined)
    const view = await open()
    const { user, t } = view
    await user.click((await view.row('ana')).getByRole('button', { name: `${t('users.resetPassword')}: ana` }))
    const form = await dialog(t('users.passwordTitle', { username: 'ana' }))
    expect(form.getByText(t('users.passwordDescription'))).toBeDefined()
    const field = form.getByLabelText(t('users.newPassword'))
    await user.fill(field, '12345')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(under(field)).toBe(t('validation.passwordLength')))
    await user.fill(field, '123456')
    await user.keyboard('{Enter}')
    expect(await screen.findByText(t('users.passwordSetDescription', { username: 'ana' }))).toBeDefined()
    expect(fakeApi.callsOf(resetPassword)).toMatchObject([
      { path: '/api/users/2/password', body: { password: '123456' } },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('show the consequence of changing one’s own password', async () => {
    const view = await open()
    const { user, t } = view
    await user.click((await view.row('boss')).getByRole('button', { name: `${t('users.resetPassword')}: boss` }))
    const form = await dialog(t('users.passwordTitle', { username: 'boss' }))
    expect(form.getByText(t('users.passwordMeDescription'))).toBeDefined()
  })

  it('have their role changed after a confirmation', async () => {
    fakeApi.answers(changeUser, { ...ANA, isOwner: true, role: 'owner' })
    const view = await open()
    const { user, t } = view
    const confirmation = await openConfirmation(view, 'ana', t('users.make.owner'))
    expect(confirmation.getByText(t('users.makeTitle.owner', { username: 'ana' }))).toBeDefined()
    fakeApi.answers(listUsers, [{ ...ANA, isOwner: true, role: 'owner' }, BOSS])
    await user.click(confirmation.getByRole('button', { name: t('users.make.owner') }))
    expect(await screen.findByText(`ana: ${t('users.roles.owner')}`)).toBeDefined()
    expect(bodiesOf(changeUser)).toEqual([{ role: 'owner' }])
    expect((await view.row('ana')).getByText(t('users.roles.owner'))).toBeDefined()
    expect(view.onSignedOut).not.toHaveBeenCalled()
  })

  it('are removed after a confirmation by name, and the focus stays near the list', async () => {
    fakeApi.answers(removeUser, undefined)
    const view = await open()
    const { user, t } = view
    const cancelled = await openConfirmation(view, 'ana', t('users.remove'))
    await user.click(cancelled.getByRole('button', { name: t('common.cancel') }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(fakeApi.callsOf(removeUser)).toEqual([])

    const confirmation = await openConfirmation(view, 'ana', t('users.remove'))
    expect(confirmation.getByText(t('users.removeTitle', { username: 'ana' }))).toBeDefined()
    fakeApi.answers(listUsers, [BOSS])
    await user.click(confirmation.getByRole('button', { name: t('users.removeConfirm') }))
    expect(await screen.findByText(t('users.removed'))).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'ana' })).toBeNull())
    expect(fakeApi.callsOf(removeUser).map(({ path }) => path)).toEqual(['/api/users/2'])
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: t('users.add') })))
    expect(view.onSignedOut).not.toHaveBeenCalled()
  })

  describe('changed by an owner who signed in long ago', () => {
    const PASSWORD_REQUIRED = { message: 'Your own password is needed', code: 'wrong_password' }
    const field = () => screen.findByLabelText(t0('users.ownPassword'))
    let t0: Awaited<ReturnType<typeof open>>['t']

    /** Clicks the button, then enters a wrong password, and finally the right one. */
    async function enterPassword(
      view: Awaited<ReturnType<typeof open>>,
      button: () => HTMLElement,
      letServerAccept: () => void,
    ) {
      t0 = view.t
      expect(screen.queryByLabelText(t0('users.ownPassword'))).toBeNull()
      await view.user.click(button())
      const own = await field()
      await waitFor(() => expect(document.activeElement).toBe(own))
      expect(under(own)).toBe(t0('users.ownPasswordHint'))
      expect(screen.queryByText(PASSWORD_REQUIRED.message)).toBeNull()
      await view.user.fill(own, 'greșită')
      await view.user.keyboard('{Enter}')
      await waitFor(() => expect(under(own)).toBe(t0('users.ownPasswordWrong')))
      await waitFor(() => expect(document.activeElement).toBe(own))
      letServerAccept()
      await view.user.fill(own, 'parola-mea')
      await view.user.keyboard('{Enter}')
    }

    it('require the owner’s password before a role changes', async () => {
      fakeApi.refuses(changeUser, 403, PASSWORD_REQUIRED)
      const view = await open()
      const confirmation = await openConfirmation(view, 'ana', view.t('users.make.owner'))
      const button = () => confirmation.getByRole('button', { name: view.t('users.make.owner') })
      await enterPassword(view, button, () => fakeApi.answers(changeUser, { ...ANA, isOwner: true, role: 'owner' }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      expect(bodiesOf(changeUser)).toEqual([
        { role: 'owner' },
        { role: 'owner', currentPassword: 'greșită' },
        { role: 'owner', currentPassword: 'parola-mea' },
      ])
      await openConfirmation(view, 'ana', view.t('users.make.owner'))
      expect(screen.queryByLabelText(view.t('users.ownPassword'))).toBeNull()
    })

    it('require it before a user is removed', async () => {
      fakeApi.refuses(removeUser, 403, PASSWORD_REQUIRED)
      const view = await open()
      const confirmation = await openConfirmation(view, 'ana', view.t('users.remove'))
      const button = () => confirmation.getByRole('button', { name: view.t('users.removeConfirm') })
      await enterPassword(view, button, () => fakeApi.answers(removeUser, undefined))
      expect(await screen.findByText(view.t('users.removed'))).toBeDefined()
      expect(fakeApi.callsOf(removeUser).at(-1)?.body).toEqual({ currentPassword: 'parola-mea' })
    })

    it('require it before a password is set, and keep the typed new one', async () => {
      fakeApi.refuses(resetPassword, 403, PASSWORD_REQUIRED)
      const view = await open()
      const { user, t } = view
      await user.click((await view.row('ana')).getByRole('button', { name: `${t('users.resetPassword')}: ana` }))
      const form = await dialog(t('users.passwordTitle', { username: 'ana' }))
      await user.fill(form.getByLabelText(t('users.newPassword')), '123456')
      const button = () => form.getByRole('button', { name: t('users.setPassword') })
      await enterPassword(view, button, () => fakeApi.answers(resetPassword, undefined))
      expect(await screen.findByText(t('users.passwordSetDescription', { username: 'ana' }))).toBeDefined()
      expect(bodiesOf(resetPassword).at(-1)).toEqual({ password: '123456', currentPassword: 'parola-mea' })
    })

    it('require it before an owner is added, and keep the typed values', async () => {
      fakeApi.refuses(createUser, 403, PASSWORD_REQUIRED)
      const view = await open()
      const { user, t } = view
      await user.click(screen.getByRole('button', { name: t('users.add') }))
      const form = await dialog(t('users.addTitle'))
      await user.fill(form.getByLabelText(t('auth.username')), 'ion')
      await user.fill(form.getByLabelText(t('auth.password')), '123456')
      await user.click(form.getByRole('combobox', { name: t('users.role') }))
      await user.click(await screen.findByRole('option', { name: t('users.roles.owner') }))
      const button = () => form.getByRole('button', { name: t('users.create') })
      await enterPassword(view, button, () => fakeApi.answers(createUser, ANA))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      const input = { username: 'ion', password: '123456', role: 'owner', currentPassword: 'parola-mea' }
      expect(bodiesOf(createUser).at(-1)).toEqual(input)
    })
  })

  it('keep the confirmation open until the response', async () => {
    const release = fakeApi.holds(removeUser, undefined)
    const view = await open()
    const { user, t } = view
    const confirmation = await openConfirmation(view, 'ana', t('users.remove'))
    await user.click(confirmation.getByRole('button', { name: t('users.removeConfirm') }))
    const cancel = confirmation.getByRole('button', { name: t('common.cancel') })
    await waitFor(() => expect(cancel).toHaveProperty('disabled', true))
    await user.keyboard('{Escape}')
    await user.click(cancel)
    expect(confirmation.getByText(t('users.removeTitle', { username: 'ana' }))).toBeDefined()
    expect(screen.getByRole('alertdialog').hasAttribute('data-ending-style')).toBe(false)
    release()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  it('show why the last owner can neither be removed nor become staff', async () => {
    const message = 'Trebuie să rămână unul'
    fakeApi.refuses(removeUser, 409, { code: 'last_owner', message })
    fakeApi.refuses(changeUser, 409, { code: 'last_owner', message })
    const view = await open()
    const { user, t } = view
    const removal = await openConfirmation(view, 'boss', t('users.remove'))
    expect(removal.getByText(t('users.removeMeDescription'))).toBeDefined()
    await user.click(removal.getByRole('button', { name: t('users.removeConfirm') }))
    expect(await screen.findByText(t('users.removeFailed'))).toBeDefined()
    expect(screen.getByText(message)).toBeDefined()
    await user.click(removal.getByRole('button', { name: t('common.cancel') }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    const demotion = await openConfirmation(view, 'boss', t('users.make.staff'))
    expect(demotion.getByText(t('users.makeMeDescription'))).toBeDefined()
    await user.click(demotion.getByRole('button', { name: t('users.make.staff') }))
    expect(await screen.findByText(t('users.roleFailed'))).toBeDefined()
    expect(view.onSignedOut).not.toHaveBeenCalled()
  })

  it('sign out an owner who removes themselves', async () => {
    fakeApi.answers(removeUser, undefined)
    const view = await open()
    const confirmation = await openConfirmation(view, 'boss', view.t('users.remove'))
    await view.user.click(confirmation.getByRole('button', { name: view.t('users.removeConfirm') }))
    await waitFor(() => expect(view.onSignedOut).toHaveBeenCalledOnce())
  })
})
