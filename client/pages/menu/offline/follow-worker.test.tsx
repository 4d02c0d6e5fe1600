import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LANGUAGES } from '#shared/domain/language.ts'
import { act, render, screen } from '../../../testing/render.tsx'
import { followWorker } from './follow-worker.ts'

const register = vi.hoisted(() => vi.fn<(onWaiting: (takeOver: () => void) => void) => Promise<void>>())
vi.mock('../register-worker.ts', () => ({ registerWorker: register }))

const CHECK_INTERVAL_MS = 3_000
const takeOver = vi.fn()
let unfollow = () => {}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  register.mockReset().mockResolvedValue()
  takeOver.mockReset()
  unfollow = followWorker()
})
afterEach(() => {
  unfollow()
  vi.useRealTimers()
})

const newVersionWaits = () => act(() => register.mock.calls[0]?.[0](takeOver))

it.each(LANGUAGES)('offers a new version, and activates it only on request (%s)', async (language) => {
  const { user, t } = render(null, { language })
  await newVersionWaits()
  expect(
    await screen.findByText({ en: 'A new version is ready', ro: 'O versiune nouă este gata' }[language]),
  ).toBeDefined()
  expect(takeOver).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: t('offline.reload') }))
  expect(takeOver).toHaveBeenCalledTimes(1)
})

it('does not offer a new version while a dialog is open', async () => {
  const { again, t } = render(<div role="dialog" />)
  await newVersionWaits()
  await act(() => vi.advanceTimersByTimeAsync(10 * CHECK_INTERVAL_MS))
  expect(screen.queryByText(t('offline.newVersion'))).toBeNull()
  again(<div />)
  await act(() => vi.advanceTimersByTimeAsync(CHECK_INTERVAL_MS))
  expect(await screen.findByText(t('offline.newVersion'))).toBeDefined()
})

it('offers a new version once', async () => {
  const { user, t } = render(null)
  await newVersionWaits()
  await user.click(await screen.findByRole('button', { name: t('common.close') }))
  await act(() => vi.advanceTimersByTimeAsync(10 * CHECK_INTERVAL_MS))
  expect(screen.queryByText(t('offline.newVersion'))).toBeNull()
})

it('offers nothing after the menu page was left', async () => {
  const { t } = render(null)
  unfollow()
  await newVersionWaits()
  await act(() => vi.advanceTimersByTimeAsync(CHECK_INTERVAL_MS))
  expect(screen.queryByText(t('offline.newVersion'))).toBeNull()
})
