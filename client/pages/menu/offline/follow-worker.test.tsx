import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LANGUAGES } from '#shared/domain/language.ts'
import { act, render, screen } from '../../../testing/render.tsx'
import { followWorker } from './follow-worker.ts'

const register = vi.hoisted(() => vi.fn<(onWaiting: (takeOver: () => void) => void) => Promise<void>>())
vi.mock('../register-worker.ts', () => ({ registerWorker: register }))

const LOOK_AGAIN_MS = 3_000
const takeOver = vi.fn()
let leave = () => {}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  register.mockReset().mockResolvedValue()
  takeOver.mockReset()
  leave = followWorker()
})
afterEach(() => {
  leave()
  vi.useRealTimers()
})

const newVersionWaits = () => act(() => register.mock.calls[0]?.[0](takeOver))

it.each(LANGUAGES)('offers a version that waits, and takes it only when that is asked for (%s)', async (language) => {
  const { user, t } = render(null, { language })
  await newVersionWaits()
  expect(
    await screen.findByText({ en: 'A new version is ready', ro: 'O versiune nouă este gata' }[language]),
  ).toBeDefined()
  expect(takeOver).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: t('offline.reload') }))
  expect(takeOver).toHaveBeenCalledTimes(1)
})

it('waits with that while a dialog is open', async () => {
  const { again, t } = render(<div role="dialog" />)
  await newVersionWaits()
  await act(() => vi.advanceTimersByTimeAsync(10 * LOOK_AGAIN_MS))
  expect(screen.queryByText(t('offline.newVersion'))).toBeNull()
  again(<div />)
  await act(() => vi.advanceTimersByTimeAsync(LOOK_AGAIN_MS))
  expect(await screen.findByText(t('offline.newVersion'))).toBeDefined()
})

it('says it once', async () => {
  const { user, t } = render(null)
  await newVersionWaits()
  await user.click(await screen.findByRole('button', { name: t('common.close') }))
  await act(() => vi.advanceTimersByTimeAsync(10 * LOOK_AGAIN_MS))
  expect(screen.queryByText(t('offline.newVersion'))).toBeNull()
})

it('says nothing once the page of the menu was left', async () => {
  const { t } = render(null)
  leave()
  await newVersionWaits()
  await act(() => vi.advanceTimersByTimeAsync(LOOK_AGAIN_MS))
  expect(screen.queryByText(t('offline.newVersion'))).toBeNull()
})
