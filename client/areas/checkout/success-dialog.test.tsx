import { beforeEach, describe, expect, it, vi } from 'vitest'
import { act, dialog, render, screen } from '../../testing/render.tsx'
import SuccessDialog from './success-dialog.tsx'
import { checkout } from './use-checkout.ts'

// The page's checkout may still show the order of another test.
beforeEach(() => checkout.acknowledge())

describe('the success dialog', () => {
  it('shows the order’s number and total, counts down, and calls `onDone` once after five seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const done = vi.fn()
    const order = { id: 42, total: 5700 }
    const { t, rerender } = render(<SuccessDialog open order={order} onDone={done} />)
    const shown = await dialog(t('checkout.success'))
    expect(
      shown.getByText(new RegExp(`^${t('checkout.successDescription', { id: 42, total: '57.00 LEI' })}`)),
    ).toBeDefined()
    const timer = () => shown.getByRole('timer').textContent
    for (const secondsLeft of [5, 4, 3, 2, 1]) {
      expect(timer()).toBe(t('checkout.returning', { count: secondsLeft }))
      expect(done).not.toHaveBeenCalled()
      act(() => vi.advanceTimersByTime(1000))
    }
    expect(done).toHaveBeenCalledTimes(1)

    // While the dialog fades out, its text stays, although the page's state no longer has the order.
    const lastText = timer()
    rerender(<SuccessDialog open={false} order={order} onDone={done} />)
    expect(shown.queryByRole('timer')?.textContent ?? lastText).toBe(lastText)
    act(() => vi.advanceTimersByTime(10_000))
    expect(done).toHaveBeenCalledTimes(1)
    vi.useRealTimers()
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows the total in the restaurant’s currency, and calls `onDone` at once if it is closed', async () => {
    const done = vi.fn()
    const order = { id: 42, total: 5700 }
    const { user, t } = render(<SuccessDialog open order={order} onDone={done} />, {
      settings: { currency: 'eur' },
    })
    expect((await dialog()).getByText(/€57\.00/)).toBeDefined()
    await user.click((await dialog()).getByRole('button', { name: t('common.close') }))
    expect(done).toHaveBeenCalledTimes(1)
  })
})
