import { beforeEach, expect, it } from 'vitest'
import { Route } from 'wouter'
import { getCurrentUser, type User } from '#shared/contracts/accounts.ts'
import { storedDraft } from '../../lib/browser/draft.ts'
import { paths } from '../../lib/browser/paths.ts'
import { markSignedIn } from '../../lib/browser/storage.ts'
import { fakeApi, render, screen } from '../../testing/render.tsx'
import { setUser, useForgetUser, useUser } from './current-user.ts'
import { RequireAccess } from './require-access.tsx'
import { EndedNotice } from './sign-in-notices.tsx'

/* What becomes of drafts when a page finds the login session ended (docs/product/everywhere.md#everywhere-drafts). */

const USER: User = { id: 9, username: 'maria', isOwner: true, role: 'owner', duties: [] }
const drafts = [storedDraft('customer.1', 1, String), storedDraft('checkout', 1, String, 'tab')]
const typed = () => drafts.map((draft) => draft.read())

function Page() {
  const { data, error, refetch } = useUser()
  return (
    <button type="button" onClick={() => void refetch()}>
      {error ? 'unknown' : data === null ? 'nobody' : data?.username}
    </button>
  )
}

beforeEach(() => {
  for (const draft of drafts) draft.write('Ana')
  markSignedIn(USER)
})

it('a visit that finds the session ended removes it', async () => {
  fakeApi.refuses(getCurrentUser, 401, { message: 'Please sign in' })
  render(<Page />)
  await screen.findByText('nobody')
  expect(typed()).toEqual([undefined, undefined])
})

it('an open page of that user removes it, also after another page has found out', async () => {
  fakeApi.answers(getCurrentUser, USER)
  const { user } = render(<Page />)
  await screen.findByText('maria')
  markSignedIn(null)
  fakeApi.refuses(getCurrentUser, 401, { message: 'Please sign in' })
  await user.click(screen.getByRole('button'))
  await screen.findByText('nobody')
  expect(typed()).toEqual([undefined, undefined])
})

it.each([
  ['without a network', () => fakeApi.isOutOfReach(getCurrentUser)],
  ['while the server restarts', () => fakeApi.refuses(getCurrentUser, 503, { message: 'Soon' })],
  ['behind a proxy that asks for a password of its own', () => fakeApi.refuses(getCurrentUser, 401, {})],
])('it stays %s', async (_, prepare) => {
  prepare()
  render(<Page />)
  await screen.findByText('unknown')
  expect(typed()).toEqual(['Ana', 'Ana'])
})

it('a guest’s own stays where nobody was signed in', async () => {
  markSignedIn(null)
  fakeApi.refuses(getCurrentUser, 401, { message: 'Please sign in' })
  render(<Page />)
  await screen.findByText('nobody')
  expect(typed()).toEqual(['Ana', 'Ana'])
})

function Tables() {
  const forgetUser = useForgetUser()
  return (
    <button type="button" onClick={() => forgetUser(401)}>
      refetch the tables
    </button>
  )
}

it('a waiter who was removed lands on the sign-in page, which says why', async () => {
  const waiter: User = { ...USER, isOwner: false, role: 'staff', duties: ['floor'] }
  fakeApi.answers(getCurrentUser, waiter)
  await setUser(waiter)
  history.replaceState(null, '', paths.floor)
  const { user, t } = render(
    <>
      <Route path={paths.floor}>
        <RequireAccess access="floor">
          <Tables />
        </RequireAccess>
      </Route>
      <Route path={paths.auth}>
        <EndedNotice />
      </Route>
    </>,
  )
  fakeApi.refuses(getCurrentUser, 401, { message: 'Please sign in' })
  await user.click(await screen.findByRole('button', { name: 'refetch the tables' }))
  expect((await screen.findByRole('status')).textContent).toBe(t('auth.ended'))
})
