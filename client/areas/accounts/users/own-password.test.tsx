import { describe, expect, it } from 'vitest'
import { changeUser, createUser, removeUser, resetPassword } from '#shared/contracts/accounts.ts'
import { dialog, fakeApi, screen, textBelow, waitFor } from '../../../testing/render.tsx'
import { ANA, BOSS, bodiesOf, openUsers } from './users.fixture.tsx'

const PASSWORD_REQUIRED = { message: 'Your own password is needed', code: 'wrong_password' }

/** Clicks the button, then enters a wrong password, and finally the right one. */
async function enterPassword(
  { t, user }: Awaited<ReturnType<typeof openUsers>>,
  button: () => HTMLElement,
  letServerAccept: () => void,
) {
  expect(screen.queryByLabelText(t('users.ownPassword'))).toBeNull()
  await user.click(button())
  const field = await screen.findByLabelText(t('users.ownPassword'))
  await waitFor(() => expect(document.activeElement).toBe(field))
  await waitFor(() => expect(textBelow(field)).toBe(t('users.ownPasswordHint')))
  expect(screen.queryByText(PASSWORD_REQUIRED.message)).toBeNull()
  await user.fill(field, 'greșită')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(textBelow(field)).toBe(t('users.ownPasswordWrong')))
  await waitFor(() => expect(document.activeElement).toBe(field))
  letServerAccept()
  await user.fill(field, 'parola-mea')
  await user.keyboard('{Enter}')
}

describe('the password of an owner who signed in long ago', () => {
  it('is required before a role changes', async () => {
    fakeApi.refuses(changeUser, 403, PASSWORD_REQUIRED)
    const view = await openUsers()
    const confirmation = await view.openConfirmation('ana', view.t('users.make.owner'))
    const button = () => confirmation.getByRole('button', { name: view.t('users.make.owner') })
    await enterPassword(view, button, () => fakeApi.answers(changeUser, { ...ANA, isOwner: true, role: 'owner' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(bodiesOf(changeUser)).toEqual([
      { role: 'owner' },
      { role: 'owner', currentPassword: 'greșită' },
      { role: 'owner', currentPassword: 'parola-mea' },
    ])
    await view.openConfirmation('ana', view.t('users.make.owner'))
    expect(screen.queryByLabelText(view.t('users.ownPassword'))).toBeNull()
  })

  it('is required before duties change, and the switches keep their positions', async () => {
    fakeApi.refuses(changeUser, 403, PASSWORD_REQUIRED)
    const view = await openUsers([{ ...ANA, duties: ['kitchen'] }, BOSS])
    const { user, t } = view
    await view.chooseMore('ana', t('users.duties'))
    const form = await dialog(t('users.dutiesTitle', { username: 'ana' }))
    await user.click(form.getByRole('switch', { name: t('users.duty.kitchen') }))
    await user.click(form.getByRole('switch', { name: t('users.duty.floor') }))
    const button = () => form.getByRole('button', { name: t('users.saveDuties') })
    await enterPassword(view, button, () => fakeApi.answers(changeUser, { ...ANA, duties: ['floor'] }))
    expect(await screen.findByText(t('users.dutiesChanged'))).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodiesOf(changeUser).at(-1)).toEqual({ duties: ['floor'], currentPassword: 'parola-mea' })
  })

  it('is required before a user is removed', async () => {
    fakeApi.refuses(removeUser, 403, PASSWORD_REQUIRED)
    const view = await openUsers()
    const confirmation = await view.openConfirmation('ana', view.t('common.remove'))
    const button = () => confirmation.getByRole('button', { name: view.t('users.removeConfirm') })
    await enterPassword(view, button, () => fakeApi.answers(removeUser, undefined))
    expect(await screen.findByText(view.t('users.removed'))).toBeDefined()
    expect(fakeApi.callsOf(removeUser).at(-1)?.body).toEqual({ currentPassword: 'parola-mea' })
  })

  it('is required before a password is set, and the new one stays filled in', async () => {
    fakeApi.refuses(resetPassword, 403, PASSWORD_REQUIRED)
    const view = await openUsers()
    const { user, t } = view
    await user.click((await view.row('ana')).getByRole('button', { name: `${t('users.resetPassword')}: ana` }))
    const form = await dialog(t('users.passwordTitle', { username: 'ana' }))
    await user.fill(form.getByLabelText(t('users.newPassword')), '123456')
    const button = () => form.getByRole('button', { name: t('users.setPassword') })
    await enterPassword(view, button, () => fakeApi.answers(resetPassword, undefined))
    expect(await screen.findByText(t('users.passwordSetDescription', { username: 'ana' }))).toBeDefined()
    expect(bodiesOf(resetPassword).at(-1)).toEqual({ password: '123456', currentPassword: 'parola-mea' })
  })

  it('is required before an owner is added, and the fields stay filled in', async () => {
    fakeApi.refuses(createUser, 403, PASSWORD_REQUIRED)
    const view = await openUsers()
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
