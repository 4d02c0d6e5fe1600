import { afterEach, describe, expect, it, vi } from 'vitest'
import { act, render, screen, waitFor } from '../../testing/render.tsx'
import { StatusStrip } from '../../ui/parts/status-strip.tsx'
import { useScreenNotice, useScreenWakeLock } from './screen-and-sound.tsx'

function Board() {
  useScreenWakeLock()
  const notice = useScreenNotice()
  return <StatusStrip notices={notice ? [notice] : []} />
}

const setWakeLock = (wakeLock: unknown) =>
  Object.defineProperty(navigator, 'wakeLock', { value: wakeLock, configurable: true })
afterEach(() => setWakeLock(undefined))
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve)))

describe('keeping the screen on', () => {
  it('requests the lock whenever the page becomes visible, and releases it with the board', async () => {
    const release = vi.fn()
    const request = vi.fn(async () => ({ release }))
    setWakeLock({ request })
    const { t, rerender } = render(<Board />)
    await settled()
    expect(request).toHaveBeenCalledWith('screen')
    expect(screen.queryByText(t('orders.awake.title'))).toBeNull()
    document.dispatchEvent(new Event('visibilitychange'))
    await settled()
    expect(request).toHaveBeenCalledTimes(2)
    rerender(null)
    expect(release).toHaveBeenCalled()
  })

  it('shows the advice if the device releases the lock while the page is visible', async () => {
    const lock: { release: () => void; onrelease?: () => void } = { release: () => {} }
    setWakeLock({ request: async () => lock })
    const { t } = render(<Board />)
    await settled()
    act(() => lock.onrelease?.())
    expect(await screen.findByText(t('orders.awake.title'))).toBeDefined()
  })

  it.each([
    ['cannot lock the screen', undefined],
    ['may not lock the screen', { request: () => Promise.reject(new DOMException('low battery', 'NotAllowedError')) }],
  ])('shows the advice once if the browser %s', async (_, wakeLock) => {
    setWakeLock(wakeLock)
    const { user, t, rerender } = render(<Board />)
    expect(await screen.findByText(t('orders.awake.title'))).toBeDefined()
    await user.click(screen.getByRole('button', { name: t('common.close') }))
    await waitFor(() => expect(screen.queryByText(t('orders.awake.title'))).toBeNull())
    rerender(<Board key="the next visit" />)
    await settled()
    expect(screen.queryByText(t('orders.awake.title'))).toBeNull()
  })
})
