import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getCategories, getMenu } from '#shared/contracts/menu/menu.ts'
import { MENU_SPREAD_MS } from '#shared/domain/time/timing.ts'
import { useMenu } from '../../areas/menu/index.ts'
import * as live from '../../lib/live/live.ts'
import * as loading from '../../lib/loading/import-with-retry.ts'
import { act, fakeApi, HEALTH, render, screen, waitFor } from '../../testing/render.tsx'
import { useLiveMenu } from './deferred.tsx'
import { CachedNotice } from './menu-notices.tsx'

let follow = vi.spyOn(live, 'followLive')
let watch = vi.spyOn(live, 'watchLiveStatus')

beforeEach(() => {
  // Idle at once.
  vi.spyOn(loading, 'whenIdle').mockImplementation((run) => {
    const timer = setTimeout(run)
    return () => clearTimeout(timer)
  })
  follow = vi.spyOn(live, 'followLive').mockReturnValue(() => {})
  watch = vi.spyOn(live, 'watchLiveStatus').mockReturnValue(() => {})
  fakeApi.answers(getMenu, [])
  fakeApi.answers(getCategories, [])
})

function Menu() {
  useMenu()
  useLiveMenu()
  return <CachedNotice />
}

it.each([0.1, 0.999])('refetches the menu once for a burst of changes, at a random moment (%d)', async (random) => {
  vi.spyOn(Math, 'random').mockReturnValue(random)
  const { unmount } = render(<Menu />)
  await waitFor(() => expect(follow).toHaveBeenCalled())
  await waitFor(() => expect(fakeApi.callsOf(getMenu)).toHaveLength(1))
  const menuChanged = () => follow.mock.calls[0]?.[0].MENU_CHANGED?.({ type: 'MENU_CHANGED' })
  vi.useFakeTimers()
  try {
    for (const burst of [1, 2]) {
      for (let i = 0; i < 5; i++) menuChanged()
      vi.advanceTimersByTime(MENU_SPREAD_MS * random - 1)
      expect(fakeApi.callsOf(getMenu)).toHaveLength(burst)
      await act(() => vi.advanceTimersByTimeAsync(2))
      expect(fakeApi.callsOf(getMenu)).toHaveLength(burst + 1)
    }
    expect(fakeApi.callsOf(getCategories)).toHaveLength(3)
    menuChanged()
    unmount()
    await vi.advanceTimersByTimeAsync(MENU_SPREAD_MS)
    expect(fakeApi.callsOf(getMenu)).toHaveLength(3)
  } finally {
    vi.useRealTimers()
  }
})

it('repeats a refetch that failed at the next heartbeat, and no other', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  render(<Menu />)
  await waitFor(() => expect(follow).toHaveBeenCalled())
  await waitFor(() => expect(fakeApi.callsOf(getMenu)).toHaveLength(1))
  const [{ MENU_CHANGED, HEARTBEAT } = {} as live.Follower] = follow.mock.calls[0] ?? []
  const heartbeat = () => act(() => HEARTBEAT?.({ type: 'HEARTBEAT' }))
  heartbeat()
  fakeApi.refuses(getMenu, 503, { message: 'Busy' })
  act(() => MENU_CHANGED?.({ type: 'MENU_CHANGED' }))
  await waitFor(() => expect(fakeApi.callsOf(getMenu)).toHaveLength(2))
  fakeApi.answers(getMenu, [])
  await waitFor(() => {
    heartbeat()
    expect(fakeApi.callsOf(getMenu)).toHaveLength(3)
  })
  heartbeat()
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(fakeApi.callsOf(getMenu)).toHaveLength(3)
})

describe('a menu that is open when the network is lost', () => {
  const open = async () => {
    const rendered = render(<Menu />)
    await waitFor(() => expect(watch).toHaveBeenCalled())
    await waitFor(() => expect(fakeApi.callsOf(getMenu)).toHaveLength(1))
    const connectionFails = () => act(() => watch.mock.calls[0]?.[0]({ state: 'offline', since: Date.now() }))
    return { ...rendered, connectionFails }
  }
  const lost: [string, (connectionFails: () => void) => void][] = [
    ['the browser reports it', () => act(() => void dispatchEvent(new Event('offline')))],
    ['the live connection fails', (connectionFails) => connectionFails()],
  ]

  it.each(lost)('says so when %s, and no longer once the menu is fetched again', async (_, lose) => {
    const { t, connectionFails } = await open()
    fakeApi.isOutOfReach(HEALTH)
    fakeApi.isOutOfReach(getMenu)
    lose(connectionFails)
    expect((await screen.findByRole('status')).textContent).toContain(t('offline.youAre'))
    fakeApi.answers(getMenu, [])
    act(() => void dispatchEvent(new Event('online')))
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  })

  it('says nothing while the server still responds', async () => {
    const { connectionFails } = await open()
    fakeApi.answers(HEALTH, undefined as never)
    connectionFails()
    await waitFor(() => expect(fakeApi.callsOf(HEALTH)).toHaveLength(1))
    expect(screen.queryByRole('status')).toBeNull()
  })
})
