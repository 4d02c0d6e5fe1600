import { describe, expect, it } from 'vitest'
import { createUser, listUsers } from '#shared/contracts/accounts.ts'
import { dialog, fakeApi, screen, textBelow, waitFor } from '../../../testing/render.tsx'
import { ANA, BOSS, bodiesOf, openUsers } from './users.fixture.tsx'

describe('the dialog for a new user', () => {
  it('adds a user, by default as staff, once name and password are valid', async () => {
    const { user, t, row } = await openUsers([BOSS])
    await user.click(screen.getByRole('button', { name: t('users.add') }))
    const form = await dialog(t('users.addTitle'))
    const [name, password] = [form.getByLabelText(t('auth.username')), form.getByLabelText(t('auth.password'))]
    await user.fill(password, '12345')
    await user.click(form.getByRole('button', { name: t('users.create') }))
    await waitFor(() => expect(textBelow(name)).toBe(t('validation.usernameRequired')))
    expect([textBelow(password), document.activeElement]).toEqual([t('validation.passwordLength'), name])
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

  it('adds a user once, though the first answer was lost; another one gets another key', async () => {
    const { user, t } = await openUsers()
    await user.click(screen.getByRole('button', { name: t('users.add') }))
    const form = await dialog(t('users.addTitle'))
    await user.fill(form.getByLabelText(t('auth.password')), '123456')
    fakeApi.isOutOfReach(createUser)
    for (const name of ['ion', 'ion', 'dan']) {
      const sent = fakeApi.callsOf(createUser).length
      await user.fill(form.getByLabelText(t('auth.username')), name)
      await user.click(form.getByRole('button', { name: t('users.create') }))
      await waitFor(() => expect(fakeApi.callsOf(createUser)).toHaveLength(sent + 1))
      await waitFor(() =>
        expect(form.getByRole('button', { name: t('users.create') })).toHaveProperty('disabled', false),
      )
    }
    const [first, second, third] = fakeApi.callsOf(createUser).map(({ headers }) => headers.get('Idempotency-Key'))
    expect(first).toBeTruthy()
    expect([second === first, third === first]).toEqual([true, false])
  })

  it('stays open on a click outside while a field is filled in', async () => {
    const { user, t } = await openUsers()
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

  it('gives staff the chosen duties, and an owner none', async () => {
    fakeApi.answers(createUser, ANA)
    const { user, t } = await openUsers()
    const fill = async () => {
      await user.click(screen.getByRole('button', { name: t('users.add') }))
      const form = await dialog(t('users.addTitle'))
      await user.fill(form.getByLabelText(t('auth.username')), 'ion')
      await user.fill(form.getByLabelText(t('auth.password')), '123456')
      for (const duty of ['floor', 'kitchen'] as const)
        await user.click(form.getByRole('switch', { name: t(`users.duty.${duty}`) }))
      return form
    }
    await user.click((await fill()).getByRole('button', { name: t('users.create') }))
    await waitFor(() => expect(bodiesOf(createUser)).toMatchObject([{ role: 'staff', duties: ['kitchen', 'floor'] }]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    const form = await fill()
    await user.click(form.getByRole('combobox', { name: t('users.role') }))
    await user.click(await screen.findByRole('option', { name: t('users.roles.owner') }))
    expect(form.queryByRole('switch')).toBeNull()
    await user.click(form.getByRole('button', { name: t('users.create') }))
    await waitFor(() => expect(bodiesOf(createUser)).toHaveLength(2))
    expect(bodiesOf(createUser)[1]).toEqual({ username: 'ion', password: '123456', role: 'owner' })
  })

  it('can add an owner', async () => {
    fakeApi.answers(createUser, ANA)
    const { user, t } = await openUsers()
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
  ] as const)('shows %s if a user could not be created, and keeps the fields', async (_, body, shown) => {
    fakeApi.refuses(createUser, 500, body)
    const { user, t } = await openUsers()
    await user.click(screen.getByRole('button', { name: t('users.add') }))
    const form = await dialog(t('users.addTitle'))
    await user.fill(form.getByLabelText(t('auth.username')), 'ion')
    await user.fill(form.getByLabelText(t('auth.password')), '123456')
    await user.keyboard('{Enter}')
    expect(await screen.findByText(t(shown as 'userCreateError'))).toBeDefined()
    expect(form.getByLabelText(t('auth.username'))).toHaveProperty('value', 'ion')
    expect(form.getByRole('button', { name: t('users.create') })).toHaveProperty('disabled', false)
  })

  it('shows at its field that a name is already in use', async () => {
    const message = 'Username already exists'
    fakeApi.refuses(createUser, 409, { code: 'username_taken', message })
    const { user, t } = await openUsers()
    await user.click(screen.getByRole('button', { name: t('users.add') }))
    const form = await dialog(t('users.addTitle'))
    const name = form.getByLabelText(t('auth.username'))
    await user.fill(name, 'ANA')
    await user.fill(form.getByLabelText(t('auth.password')), '123456')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(textBelow(name)).toBe(message))
    expect(document.activeElement).toBe(name)
  })
})
