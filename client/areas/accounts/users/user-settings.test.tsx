import { describe, expect, it } from 'vitest'
import { changeUser, type ListedUser, listUsers, removeUser, resetPassword } from '#shared/contracts/accounts.ts'
import { dialog, fakeApi, render, screen, textBelow, waitFor } from '../../../testing/render.tsx'
import { UserSettings } from './user-settings.tsx'
import { ANA, BOSS, bodiesOf, openUsers } from './users.fixture.tsx'

const TWO_OWNERS: ListedUser[] = [{ ...ANA, isOwner: true, role: 'owner' }, BOSS]

describe('the settings of users', () => {
  it('list the users with role, origin and last sign-in, and mark the own row', async () => {
    const { t, row } = await openUsers()
    const [ana, boss] = [await row('ana'), await row('boss')]
    const never = t('users.lastSignIn', { moment: t('users.never') })
    expect(ana.getByText(t('users.roles.staff'))).toBeDefined()
    expect(ana.getByText(`${t('users.selfRegistered')} · ${never}`)).toBeDefined()
    expect(ana.queryByText(t('users.you'))).toBeNull()
    const moment = '20 Nov 2026, 20:05'
    expect(boss.getByText(t('users.roles.owner'))).toBeDefined()
    expect(boss.getByText(`${t('users.added')} · ${t('users.lastSignIn', { moment })}`)).toBeDefined()
    expect(boss.getByText(t('users.you'))).toBeDefined()
  })

  it('list the duties in words, and offer them only for staff', async () => {
    const staff = (id: number, username: string, duties: ListedUser['duties']) => ({ ...ANA, id, username, duties })
    const { t, row } = await openUsers([
      BOSS,
      staff(2, 'ana', []),
      staff(3, 'ion', ['kitchen']),
      staff(4, 'mia', ['kitchen', 'floor']),
    ])
    const names = (['kitchen', 'floor'] as const).map((duty) => t(`users.duty.${duty}`))
    const both = new Intl.ListFormat('en').format(names)
    expect((await row('ana')).getByText(t('users.hasDuties.none'))).toBeDefined()
    expect((await row('ion')).getByText(t('users.hasDuties.some', { duties: names[0] }))).toBeDefined()
    expect((await row('mia')).getByText(t('users.hasDuties.some', { duties: both }))).toBeDefined()
    const boss = await row('boss')
    expect(boss.getByText(t('users.hasDuties.all'))).toBeDefined()
    // One button a row; the last owner's has no menu.
    expect([boss, await row('ana')].map((each) => each.getAllByRole('button').length)).toEqual([1, 2])
  })

  it('show that the users could not be loaded, and load them again', async () => {
    fakeApi.refuses(listUsers, 500, { message: 'Fum în bucătărie' })
    const { user, t } = render(<UserSettings me={1} onSignedOut={() => {}} />)
    expect(await screen.findByText('Fum în bucătărie')).toBeDefined()
    fakeApi.answers(listUsers, [BOSS])
    await user.click(screen.getByRole('button', { name: t('common.tryAgain') }))
    expect(await screen.findByRole('listitem', { name: 'boss' })).toBeDefined()
  })

  it('set a user’s password', async () => {
    fakeApi.answers(resetPassword, undefined)
    const view = await openUsers()
    const { user, t } = view
    await user.click((await view.row('ana')).getByRole('button', { name: `${t('users.resetPassword')}: ana` }))
    const form = await dialog(t('users.passwordTitle', { username: 'ana' }))
    expect(form.getByText(t('users.passwordDescription'))).toBeDefined()
    const field = form.getByLabelText(t('users.newPassword'))
    await user.fill(field, '12345')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(textBelow(field)).toBe(t('validation.passwordLength')))
    await user.fill(field, '123456')
    await user.keyboard('{Enter}')
    expect(await screen.findByText(t('users.passwordSetDescription', { username: 'ana' }))).toBeDefined()
    expect(fakeApi.callsOf(resetPassword)).toMatchObject([
      { path: '/api/users/2/password', body: { password: '123456' } },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('show the consequence of changing one’s own password', async () => {
    const view = await openUsers()
    const { user, t } = view
    await user.click((await view.row('boss')).getByRole('button', { name: `${t('users.resetPassword')}: boss` }))
    const form = await dialog(t('users.passwordTitle', { username: 'boss' }))
    expect(form.getByText(t('users.passwordMeDescription'))).toBeDefined()
  })

  it('change a user’s role after a confirmation', async () => {
    fakeApi.answers(changeUser, { ...ANA, isOwner: true, role: 'owner' })
    const view = await openUsers()
    const { user, t } = view
    const confirmation = await view.openConfirmation('ana', t('users.make.owner'))
    expect(confirmation.getByText(t('users.makeTitle.owner', { username: 'ana' }))).toBeDefined()
    fakeApi.answers(listUsers, [{ ...ANA, isOwner: true, role: 'owner' }, BOSS])
    await user.click(confirmation.getByRole('button', { name: t('users.make.owner') }))
    expect(await screen.findByText(`ana: ${t('users.roles.owner')}`)).toBeDefined()
    expect(bodiesOf(changeUser)).toEqual([{ role: 'owner' }])
    expect((await view.row('ana')).getByText(t('users.roles.owner'))).toBeDefined()
    expect(view.onSignedOut).not.toHaveBeenCalled()
  })

  it('offer neither removal nor another role for the last owner, and say why', async () => {
    const { row, t } = await openUsers()
    const boss = await row('boss')
    expect(boss.getAllByRole('button')).toHaveLength(1)
    boss.getByText(t('users.lastOwner'))
    expect((await row('ana')).queryByText(t('users.lastOwner'))).toBeNull()
  })

  it('remove a user after a confirmation with the name, and keep the focus near the list', async () => {
    fakeApi.answers(removeUser, undefined)
    const view = await openUsers()
    const { user, t } = view
    const cancelled = await view.openConfirmation('ana', t('common.remove'))
    await user.click(cancelled.getByRole('button', { name: t('common.cancel') }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(fakeApi.callsOf(removeUser)).toEqual([])

    const confirmation = await view.openConfirmation('ana', t('common.remove'))
    expect(confirmation.getByText(t('users.removeTitle', { username: 'ana' }))).toBeDefined()
    fakeApi.answers(listUsers, [BOSS])
    await user.click(confirmation.getByRole('button', { name: t('users.removeConfirm') }))
    expect(await screen.findByText(t('users.removed'))).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'ana' })).toBeNull())
    expect(fakeApi.callsOf(removeUser).map(({ path }) => path)).toEqual(['/api/users/2'])
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: t('users.add') })))
    expect(view.onSignedOut).not.toHaveBeenCalled()
  })

  it('keep the confirmation open until the response is received', async () => {
    const release = fakeApi.holds(removeUser, undefined)
    const view = await openUsers()
    const { user, t } = view
    const confirmation = await view.openConfirmation('ana', t('common.remove'))
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

  it('show why the last owner can neither be removed nor become staff, if the other has just gone', async () => {
    const message = 'Trebuie să rămână unul'
    fakeApi.refuses(removeUser, 409, { code: 'last_owner', message })
    fakeApi.refuses(changeUser, 409, { code: 'last_owner', message })
    const view = await openUsers(TWO_OWNERS)
    const { user, t } = view
    const removal = await view.openConfirmation('boss', t('common.remove'))
    expect(removal.getByText(t('users.removeMeDescription'))).toBeDefined()
    await user.click(removal.getByRole('button', { name: t('users.removeConfirm') }))
    expect(await screen.findByText(t('common.notDeleted'))).toBeDefined()
    expect(screen.getByText(message)).toBeDefined()
    await user.click(removal.getByRole('button', { name: t('common.cancel') }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    const demotion = await view.openConfirmation('boss', t('users.make.staff'))
    expect(demotion.getByText(t('users.makeMeDescription'))).toBeDefined()
    await user.click(demotion.getByRole('button', { name: t('users.make.staff') }))
    expect(await screen.findByText(t('common.notChanged'))).toBeDefined()
    expect(view.onSignedOut).not.toHaveBeenCalled()
  })

  it('sign out an owner who removes themselves', async () => {
    fakeApi.answers(removeUser, undefined)
    const view = await openUsers(TWO_OWNERS)
    const confirmation = await view.openConfirmation('boss', view.t('common.remove'))
    await view.user.click(confirmation.getByRole('button', { name: view.t('users.removeConfirm') }))
    await waitFor(() => expect(view.onSignedOut).toHaveBeenCalledOnce())
  })
})
