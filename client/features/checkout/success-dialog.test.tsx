import { describe, expect, it, vi } from 'vitest'
import { LANGUAGES } from '#shared/domain/language.ts'
import { act, dialog, render, screen } from '../../testing/render.tsx'
import SuccessDialog from './success-dialog.tsx'

describe.each(LANGUAGES)('the dialog after an order (%s)', (language) => {
  it('shows number and total, counts down, and calls `onDone` once after five seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const done = vi.fn()
    const order = { id: 42, total: 5700 }
    const { t, again } = render(<SuccessDialog order={order} onDone={done} />, { language })
    const shown = await dialog(t('checkout.success'))
    expect(
      shown.getByText(new RegExp(`^${t('checkout.successDescription', { id: 42, total: '57.00 LEI' })}`)),
    ).toBeDefined()
    const timer = () => shown.getByRole('timer').textContent
    for (const left of [5, 4, 3, 2, 1]) {
      expect(timer()).toBe(t('checkout.returning', { count: left }))
      expect(done).not.toHaveBeenCalled()
      act(() => vi.advanceTimersByTime(1000))
    }
    expect(done).toHaveBeenCalledTimes(1)

    // While the dialog fades out, its text stays, although the page's state no longer has the order.
    const last = timer()
    again(<SuccessDialog order={null} onDone={done} />)
    expect(shown.queryByRole('timer')?.textContent ?? last).toBe(last)
    act(() => vi.advanceTimersByTime(10_000))
    expect(done).toHaveBeenCalledTimes(1)
    vi.useRealTimers()
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('can be closed at once', async () => {
    const done = vi.fn()
    const { user, t } = render(<SuccessDialog order={{ id: 42, total: 5700 }} onDone={done} />, { language })
    await user.click((await dialog()).getByRole('button', { name: t('common.close') }))
    expect(done).toHaveBeenCalledTimes(1)
  })
})
