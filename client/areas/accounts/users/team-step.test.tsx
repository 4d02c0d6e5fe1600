import { describe, expect, it } from 'vitest'
import { createUser, createUserLink, type ListedUser, listUsers } from '#shared/contracts/accounts.ts'
import { getTableAddresses } from '#shared/contracts/tables.ts'
import { areaKey, queryClient } from '../../../lib/api/query.ts'
import { setServerTime } from '../../../lib/clock/server-clock.ts'
import { act, dialog, fakeApi, render, screen, textBelow, waitFor } from '../../../testing/render.tsx'
import { currentToasts } from '../../../ui/toast/store.ts'
import { TeamStep } from './user-settings.tsx'
import { ANA, BOSS, bodiesOf } from './users.fixture.tsx'

const PASSWORD_REQUIRED = { message: 'Your own password is needed', code: 'wrong_password' } as const
const COOK: ListedUser = { ...ANA, id: 3, username: 'ion', duties: ['kitchen'] }

describe('the team, and the code that signs somebody in', () => {
  const open = async (origin = 'http://192.168.1.20:3000') => {
    fakeApi.answers(listUsers, [BOSS, ANA, COOK])
    fakeApi.answers(getTableAddresses, { publicUrl: origin, isFixed: false, network: [] })
    fakeApi.answers(createUserLink, { link: '/enter#one' })
    const view = render(<TeamStep onAdd={() => {}} />)
    const list = await screen.findByRole('list', { name: view.t('settings.tabs.users') })
    const keys = { add: 'common.add', show: 'users.link.code', another: 'common.newCode' } as const
    const button = (key: keyof typeof keys) => screen.getByRole('button', { name: view.t(keys[key]) })
    const codeOf = (username: string) => dialog(view.t('users.link.title', { username }))
    const code = () => screen.queryByRole('img', { name: view.t('users.link.code') })
    const name = () => screen.getByLabelText<HTMLInputElement>(view.t('customers.name'))
    return { ...view, list, button, codeOf, code, name }
  }

  it('lists staff with duties alone, adds a person with a password that nobody knows, and shows the code at once', async () => {
    const { t, user, list, button, codeOf, code, name } = await open()
    expect(list.textContent).toBe(`ion ${t('users.duty.kitchen')}${t('users.link.code')}`)
    await user.click(button('add'))
    expect(bodiesOf(createUser)).toEqual([])
    await user.fill(name(), ' Maria ')
    fakeApi.answers(createUser, { ...ANA, id: 4, username: 'Maria', duties: ['floor'] })
    await user.click(button('add'))
    await codeOf('Maria')
    await waitFor(() => expect(code()).not.toBeNull())
    const [sent] = bodiesOf(createUser) as { password: string }[]
    expect(sent).toMatchObject({ username: 'Maria', role: 'staff', duties: ['floor'] })
    expect(sent?.password.length).toBeGreaterThan(15)
    expect(fakeApi.callsOf(createUserLink).map(({ path }) => path)).toEqual(['/api/users/4/link'])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(name().value).toBe('')
  })

  it('asks who may register once somebody was added: who works alone says so', async () => {
    await open()
    expect(screen.getByRole('switch')).toBeDefined()
    fakeApi.answers(listUsers, [BOSS])
    await act(() => queryClient.invalidateQueries({ queryKey: areaKey('users') }))
    await waitFor(() => expect(screen.queryByRole('switch')).toBeNull())
  })

  it('adds a person once, though the first answer was lost', async () => {
    const { user, button, codeOf, name } = await open()
    fakeApi.isOutOfReach(createUser)
    await user.fill(name(), 'Maria')
    await user.click(button('add'))
    await waitFor(() => expect(fakeApi.callsOf(createUser)).toHaveLength(1))
    await waitFor(() => expect(button('add')).toHaveProperty('disabled', false))
    fakeApi.answers(createUser, { ...ANA, id: 4, username: 'Maria', duties: ['floor'] })
    await user.click(button('add'))
    await codeOf('Maria')
    const [first, second] = fakeApi.callsOf(createUser)
    expect(second?.body).toEqual(first?.body)
    expect(second?.headers.get('Idempotency-Key')).toBeTruthy()
    expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'))
  })

  it('keeps a name that is taken, and says so below it', async () => {
    const { user, button, name } = await open()
    fakeApi.refuses(createUser, 409, { message: 'That name is taken', code: 'username_taken' })
    await user.fill(name(), 'ion')
    await user.click(button('add'))
    await waitFor(() => expect(textBelow(name())).toBe('That name is taken'))
    expect(name().value).toBe('ion')
  })

  it('shows a new code on request, and asks for the own password where the server does', async () => {
    const { t, user, button, codeOf, code } = await open()
    fakeApi.refuses(createUserLink, 403, PASSWORD_REQUIRED)
    await user.click(button('show'))
    const shown = await codeOf('ion')
    const password = await shown.findByLabelText(t('users.ownPassword'))
    expect(code()).toBeNull()
    fakeApi.answers(createUserLink, { link: '/enter#two' })
    await user.fill(password, 'secret')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(code()).not.toBeNull())
    await user.click(button('another'))
    await waitFor(() =>
      expect(bodiesOf(createUserLink)).toEqual([{}, { currentPassword: 'secret' }, { currentPassword: 'secret' }]),
    )
  })

  it('closes once the person has signed in, however long ago the last time was', async () => {
    setServerTime('Sat, 21 Nov 2026 19:25:00 GMT')
    const { t, user, button } = await open()
    await user.click(button('show'))
    await screen.findByRole('img', { name: t('users.link.code') })
    const signedIn = async (lastSignInAt: string) => {
      fakeApi.answers(listUsers, [BOSS, ANA, { ...COOK, lastSignInAt }])
      await act(() => queryClient.invalidateQueries({ queryKey: areaKey('users') }))
    }
    await signedIn('2026-11-21T19:24:00.000Z')
    expect(screen.getByRole('dialog')).toBeDefined()
    await signedIn('2026-11-21T19:26:00.000Z')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(currentToasts().map(({ title }) => title)).toEqual([t('users.link.used', { username: 'ion' })])
    setServerTime(new Date().toUTCString())
  })

  it('says so where the address of the code cannot be had, and asks again for it', async () => {
    const { t, user, button, codeOf, code } = await open()
    fakeApi.refusesOnce(
      getTableAddresses,
      503,
      { message: 'No' },
      { publicUrl: 'http://masa.ro', isFixed: true, network: [] },
    )
    await user.click(button('show'))
    const shown = await codeOf('ion')
    await user.click(await shown.findByRole('button', { name: t('common.tryAgain') }))
    await waitFor(() => expect(code()).not.toBeNull())
  })

  it('shows no code that leads to this machine alone', async () => {
    const { t, user, button, codeOf, code } = await open('http://localhost:3000')
    await user.click(button('show'))
    const shown = await codeOf('ion')
    await shown.findByText(new RegExp(t('tables.local.unreachable', { host: 'localhost' })))
    expect(code()).toBeNull()
  })
})
