import { describe, expect, it, vi } from 'vitest'
import { LANGUAGES } from '#shared/domain/language.ts'
import { act, render, screen, waitFor } from '../../testing/render.tsx'
import { toast } from './store.ts'

describe.each(LANGUAGES)('toasts (%s)', (language) => {
  const showToast = (title: string) => act(() => void toast({ title, description: `about ${title}` }))

  it('are shown one at a time', async () => {
    render(null, { language })
    showToast('first')
    showToast('second')
    expect(await screen.findByText('about second')).toBeDefined()
    expect(screen.queryByText('about first')).toBeNull()
  })

  it('close after five seconds', () => {
    vi.useFakeTimers()
    render(null, { language })
    showToast('first')
    act(() => vi.advanceTimersByTime(4_999))
    expect(screen.queryByText('about first')).not.toBeNull()
    act(() => vi.advanceTimersByTime(2))
    expect(screen.queryByText('about first')).toBeNull()
  })

  it('get the focus by F8, and stay open while they have it', () => {
    vi.useFakeTimers()
    const { t } = render(null, { language })
    showToast('first')
    const region = screen.getByRole('region', { name: t('common.notificationsHotkey').replace('{hotkey}', 'F8') })
    act(() => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'F8', code: 'F8', bubbles: true })))
    expect(region.contains(document.activeElement)).toBe(true)
    act(() => vi.advanceTimersByTime(60_000))
    expect(screen.queryByText('about first')).not.toBeNull()
  })

  it('are closed by their button', async () => {
    const { user, t } = render(null, { language })
    showToast('first')
    await user.click(await screen.findByRole('button', { name: t('common.close') }))
    await waitFor(() => expect(screen.queryByText('about first')).toBeNull())
  })
})
