import { expect, it, vi } from 'vitest'
import { getCategories, getMenu } from '#shared/contracts/menu/menu.ts'
import { MENU_SPREAD_MS } from '#shared/domain/time/timing.ts'
import { useMenu } from '../../features/menu/index.ts'
import type { Follower } from '../../lib/live/live.ts'
import { act, fakeApi, render, waitFor } from '../../testing/render.tsx'
import { useLiveMenu } from './use-live-menu.ts'

const follow = vi.hoisted(() => vi.fn<(follower: Follower) => () => void>())
vi.mock('../../lib/live/live.ts', () => ({ followLive: follow }))

function Menu() {
  useMenu()
  useLiveMenu()
  return null
}

it('refetches the menu once for a burst of changes, at a random moment within the spread time', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  follow.mockReturnValue(() => {})
  fakeApi.answers(getMenu, [])
  fakeApi.answers(getCategories, [])
  render(<Menu />)
  await waitFor(() => expect(follow).toHaveBeenCalled(), { timeout: 5_000 })
  await waitFor(() => expect(fakeApi.callsOf(getMenu)).toHaveLength(1))
  const menuChanged = () => follow.mock.calls[0]?.[0].MENU_CHANGED?.({ type: 'MENU_CHANGED' })
  vi.useFakeTimers()
  try {
    for (let i = 0; i < 5; i++) menuChanged()
    vi.advanceTimersByTime(MENU_SPREAD_MS / 2 - 1)
    expect(fakeApi.callsOf(getMenu)).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(1))
  } finally {
    vi.useRealTimers()
  }
  await waitFor(() => expect(fakeApi.callsOf(getMenu)).toHaveLength(2))
  expect(fakeApi.callsOf(getCategories)).toHaveLength(2)
})
