import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { checkout } from '../../areas/checkout/index.ts'
import { act, render, screen } from '../../testing/render.tsx'
import { followServiceWorker } from './follow-worker.ts'

const register = vi.fn<(onWaiting: (takeOver: () => void) => void) => Promise<void>>()

const CHECK_INTERVAL_MS = 3_000
const takeOver = vi.fn()
let unfollow = () => {}

beforeEach(() => {
  // An order of an earlier test file.
  checkout.acknowledge()
  checkout.discard()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  register.mockReset().mockResolvedValue()
  takeOver.mockReset()
  unfollow = followServiceWorker(register)
})
afterEach(() => {
  unfollow()
  vi.useRealTimers()
})

const announceNewVersion = () => act(async () => register.mock.calls[0]?.[0](takeOver))

it('a new version is offered, and activated only on request', async () => {
  const { user, t } = render(null)
  await announceNewVersion()
  expect(await screen.findByText('A new version is ready')).toBeDefined()
  expect(takeOver).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: t('common.reload') }))
  expect(takeOver).toHaveBeenCalledTimes(1)
})

it('a new version is not offered while a dialog is open', async () => {
  const { rerender, t } = render(<div role="dialog" />)
  await announceNewVersion()
  await act(() => vi.advanceTimersByTimeAsync(10 * CHECK_INTERVAL_MS))
  expect(screen.queryByText(t('offline.newVersion'))).toBeNull()
  rerender(<div />)
  await act(() => vi.advanceTimersByTimeAsync(CHECK_INTERVAL_MS))
  expect(await screen.findByText(t('offline.newVersion'))).toBeDefined()
})

it('a new version is offered only once', async () => {
  const { user, t } = render(null)
  await announceNewVersion()
  await user.click(await screen.findByRole('button', { name: t('common.close') }))
  await act(() => vi.advanceTimersByTimeAsync(10 * CHECK_INTERVAL_MS))
  expect(screen.queryByText(t('offline.newVersion'))).toBeNull()
})

it('a new version is not offered after the menu page was left', async () => {
  const { t } = render(null)
  unfollow()
  await announceNewVersion()
  await act(() => vi.advanceTimersByTimeAsync(CHECK_INTERVAL_MS))
  expect(screen.queryByText(t('offline.newVersion'))).toBeNull()
})
