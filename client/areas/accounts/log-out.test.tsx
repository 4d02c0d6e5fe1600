import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getCurrentUser, logout } from '#shared/contracts/accounts.ts'
import { changedOrders, listOrders } from '#shared/contracts/orders.ts'
import { storedDraft } from '../../lib/browser/draft.ts'
import { followLive, reopenLive } from '../../lib/live/live.ts'
import { act, fakeApi, render, screen, waitFor, within } from '../../testing/render.tsx'
import { SoundButton, useBoardSync } from '../orders/index.ts'
import { useForgetUser } from './current-user.ts'
import { useLogOut } from './log-out.ts'
import { RequireAccess } from './require-access.tsx'

function LogOut({ label }: { label: string }) {
  return (
    <button type="button" onClick={useLogOut().logOut}>
      {label}
    </button>
  )
}

describe('logging out', () => {
  const open = () => {
    fakeApi.answers(logout, undefined)
    const rendered = render(
      <>
        <SoundButton />
        <LogOut label="Leave" />
      </>,
    )
    const press = () => rendered.user.click(screen.getByRole('button', { name: 'Leave' }))
    return { ...rendered, press }
  }

  it('requires a confirmation on a device that rings, and can be cancelled', async () => {
    const { user, t, press } = open()
    await press()
    const question = within(await screen.findByRole('alertdialog', { name: t('auth.logOutTitle') }))
    expect(question.getByText(t('auth.logOutRings'))).toBeDefined()
    await user.click(question.getByRole('button', { name: t('common.cancel') }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(fakeApi.callsOf(logout)).toEqual([])

    await press()
    const reopened = within(await screen.findByRole('alertdialog'))
    await user.click(reopened.getByRole('button', { name: t('auth.logOut') }))
    expect(await screen.findByText(t('auth.loggedOut'))).toBeDefined()
    expect(fakeApi.callsOf(logout)).toHaveLength(1)
  })

  it('requires no confirmation on a device whose sound is off', async () => {
    const { user, t, press } = open()
    const sound = screen.getByRole('button', { name: t('sound.name') })
    await user.click(sound)
    // The first press is heard, if the page did not play the sound yet.
    if (sound.getAttribute('aria-pressed') === 'true') await user.click(sound)
    await press()
    expect(await screen.findByText(t('auth.loggedOut'))).toBeDefined()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await user.click(screen.getByRole('button', { pressed: false }))
  })
})

const sockets: FakeSocket[] = []

class FakeSocket {
  onopen = () => {}
  onclose = (_: { code: number }) => {}
  constructor() {
    sockets.push(this)
  }
  close(): void {}
}

const socketOpens = () => act(async () => sockets.at(-1)?.onopen())
const sessionEnds = () => act(async () => sockets.at(-1)?.onclose({ code: 4401 }))

/** What was scheduled without a delay has run. */
const afterTimers = () => act(() => new Promise((resolve) => setTimeout(resolve)))

/** A page that follows the orders, as the kitchen, the floor and the board do. */
function FollowingPage() {
  useBoardSync(useForgetUser())
  return <LogOut label="Leave" />
}

describe('a page that follows the orders', () => {
  beforeEach(() => {
    sockets.length = 0
    vi.stubGlobal('WebSocket', FakeSocket)
    vi.mocked(followLive).mockRestore()
    fakeApi.answers(getCurrentUser, { id: 9, username: 'maria', isOwner: false, role: 'staff', duties: ['kitchen'] })
    fakeApi.answers(listOrders, [])
    fakeApi.answers(changedOrders, { orders: [], gone: [] })
  })
  afterEach(() => {
    cleanup()
    // Closes the connection, because no page follows.
    reopenLive()
  })
  // The page outlives the second after which an unfollowed connection closes.
  afterAll(() => new Promise((resolve) => setTimeout(resolve, 1100)))

  const open = async () => {
    const page = (
      <RequireAccess access="kitchen">
        <FollowingPage />
      </RequireAccess>
    )
    const { user, t } = render(page)
    await screen.findByRole('button', { name: 'Leave' })
    await socketOpens()
    await waitFor(() => expect(fakeApi.callsOf(changedOrders).length).toBeGreaterThan(0))
    const press = async () => {
      await user.click(screen.getByRole('button', { name: 'Leave' }))
      const question = within(await screen.findByRole('alertdialog'))
      await user.click(question.getByRole('button', { name: t('auth.logOut') }))
    }
    const requests = () => [listOrders, changedOrders].flatMap((endpoint) => fakeApi.callsOf(endpoint)).length
    const requested = requests()
    return { t, press, isQuiet: () => sockets.length === 1 && requests() === requested }
  }
  const hasLeft = () => waitFor(() => expect(screen.queryByRole('button', { name: 'Leave' })).toBeNull())

  it('neither reconnects nor fetches after its user has logged out', async () => {
    const { t, press, isQuiet } = await open()
    const release = fakeApi.holds(logout, undefined)
    await press()
    await waitFor(() => expect(fakeApi.callsOf(logout)).toHaveLength(1))
    await sessionEnds()
    expect(screen.queryByText(t('errors.unauthorized'))).toBeNull()
    release()
    expect(await screen.findByText(t('auth.loggedOut'))).toBeDefined()
    await hasLeft()
    expect(screen.queryByText(t('errors.unauthorized'))).toBeNull()
    await afterTimers()
    expect(isQuiet()).toBe(true)
  })

  it('leaves at once when its user logs out elsewhere', async () => {
    const { t, isQuiet } = await open()
    await sessionEnds()
    expect(await screen.findByText(t('errors.unauthorized'))).toBeDefined()
    await hasLeft()
    await afterTimers()
    expect(isQuiet()).toBe(true)
  })

  it('removes what was typed when its session has ended, and nothing while the connection is lost', async () => {
    const draft = storedDraft('customer.1', 1, String)
    const { t } = await open()
    draft.write('Ana')
    fakeApi.isOutOfReach(changedOrders)
    await act(async () => sockets.at(-1)?.onclose({ code: 1006 }))
    await act(async () => reopenLive())
    await socketOpens()
    expect(draft.read()).toBe('Ana')
    await sessionEnds()
    expect(await screen.findByText(t('errors.unauthorized'))).toBeDefined()
    await hasLeft()
    expect(draft.read()).toBeUndefined()
  })

  it('reconnects if the answer is lost: the server may have logged the user out', async () => {
    const { t, press } = await open()
    fakeApi.holds(logout, undefined)
    await press()
    await waitFor(() => expect(fakeApi.callsOf(logout)).toHaveLength(1))
    await sessionEnds()
    fakeApi.endHeld()
    expect(await screen.findByText(t('auth.logoutFailed'))).toBeDefined()
    await waitFor(() => expect(sockets).toHaveLength(2))
    fakeApi.refuses(changedOrders, 401, { message: t('errors.unauthorized') })
    await socketOpens()
    expect(await screen.findByText(t('errors.unauthorized'))).toBeDefined()
    await hasLeft()
  })
})
