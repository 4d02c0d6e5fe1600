import { cleanup } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { getCurrentUser, getSetup, login, type User } from '#shared/contracts/accounts.ts'
import type { Duty } from '#shared/domain/access.ts'
import { queryClient } from '../../lib/api/query.ts'
import { fakeApi, render, screen, waitFor } from '../../testing/render.tsx'
import { LoginForm } from './account-form.tsx'
import { CookieNotice, homeOf, isTrafficReadable, LostPasswordLine, PlainHttpNotice } from './sign-in-notices.tsx'

describe('isTrafficReadable', () => {
  it.each([
    ['http://192.168.1.20:3000', true],
    ['http://masa.local', true],
    ['http://127.0.0.1.example.com', true],
    ['http://[fd00::1]:3000', true],
    ['https://masa.example.com', false],
    ['http://localhost:3000', false],
    ['http://127.0.0.1:3000', false],
    ['http://[::1]:3000', false],
  ])('of %s is %s', (address, expected) => {
    expect(isTrafficReadable(new URL(address) as unknown as Location)).toBe(expected)
  })
})

describe('the notice about cookies', () => {
  it.each([true, false])('is hidden where they are kept: %s', (cookieEnabled) => {
    vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(cookieEnabled)
    const { t } = render(<CookieNotice />)
    expect(screen.queryByRole('alert')?.textContent).toBe(cookieEnabled ? undefined : t('auth.noCookies'))
  })
})

describe('the notice about plain http', () => {
  it('is shown until the first sign-in on this browser, and links to the guide', async () => {
    vi.stubGlobal('location', new URL('http://192.168.1.20:3000/auth'))
    fakeApi.answers(getSetup, { needsOwner: false })
    const ana: User = { id: 1, username: 'ana', isOwner: false, role: 'staff', duties: [] }
    fakeApi.answers(login, ana)
    fakeApi.answers(getCurrentUser, ana)
    const page = (
      <>
        <LoginForm />
        <PlainHttpNotice />
      </>
    )
    const { user, t } = render(page)
    expect(screen.getByText(t('auth.plainHttp'), { exact: false })).toBeDefined()
    const link = screen.getByRole('link', { name: `${t('auth.plainHttpMore')} ${t('auth.newTab')}` })
    expect(link.getAttribute('href')).toMatch(/^\/api\/docs\/running#/)
    await user.fill(screen.getByLabelText(t('auth.username')), 'ana')
    await user.fill(screen.getByLabelText(t('auth.password')), 'parola1')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(queryClient.getQueryData([getCurrentUser.path])).toMatchObject({ username: 'ana' }))
    cleanup()
    render(<PlainHttpNotice />)
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('is not shown if the traffic is encrypted', () => {
    vi.stubGlobal('location', new URL('https://masa.example.com/auth'))
    render(<PlainHttpNotice />)
    expect(screen.queryByRole('link')).toBeNull()
  })
})

it('a lost password: staff read whom to ask, an owner what to do, step by step', () => {
  const { t } = render(<LostPasswordLine />)
  const text = document.querySelector('details')?.textContent ?? ''
  const staff = [t('auth.lostPassword'), t('auth.lost.staff'), t('auth.lost.staffDoes')]
  const owner = [t('auth.lost.owner'), t('auth.lost.ownerDoes'), t('auth.lost.terminal'), 'npm run owner:password -- ']
  let end = 0
  for (const part of [...staff, ...owner, t('auth.lost.prints')]) end = text.indexOf(part, end)
  expect(end).toBeGreaterThan(0)
  const link = screen.getByRole('link', { name: `${t('auth.lost.more')} ${t('auth.newTab')}`, hidden: true })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
    expect.stringMatching(/^\/api\/docs\/running#/),
    '_blank',
  ])
})

const user = (isOwner: boolean, ...duties: Duty[]) =>
  ({ id: 1, username: 'ana', isOwner, role: isOwner ? 'owner' : 'staff', duties }) as const

it.each([
  ['an owner', user(true, 'kitchen', 'floor'), '/dashboard'],
  ['staff with both duties', user(false, 'kitchen', 'floor'), '/floor'],
  ['a waiter', user(false, 'floor'), '/floor'],
  ['a cook', user(false, 'kitchen'), '/kitchen'],
  ['staff without duties', user(false), '/menu'],
])('%s lands on their page after signing in', (_, somebody, page) => {
  expect(homeOf({ ...somebody, duties: [...somebody.duties] })).toBe(page)
})
