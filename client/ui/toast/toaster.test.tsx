import { describe, expect, it, vi } from 'vitest'
import { LANGUAGES } from '#shared/domain/language.ts'
import { act, render, screen, waitFor } from '../../testing/render.tsx'
import { toast } from './store.ts'

describe.each(LANGUAGES)('toasts (%s)', (language) => {
  const say = (title: string) => act(() => void toast({ title, description: `about ${title}` }))

  it('come one at a time', async () => {
    render(null, { language })
    say('first')
    say('second')
    expect(await screen.findByText('about second')).toBeDefined()
    expect(screen.queryByText('about first')).toBeNull()
  })

  it('stay for five seconds', () => {
    vi.useFakeTimers()
    render(null, { language })
    say('first')
    act(() => vi.advanceTimersByTime(4_999))
    expect(screen.queryByText('about first')).not.toBeNull()
    act(() => vi.advanceTimersByTime(2))
    expect(screen.queryByText('about first')).toBeNull()
  })

  it('are reached by F8, and wait while they have the focus', () => {
    vi.useFakeTimers()
    const { t } = render(null, { language })
    say('first')
    const region = screen.getByRole('region', { name: t('common.notificationsHotkey').replace('{hotkey}', 'F8') })
    act(() => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'F8', code: 'F8', bubbles: true })))
    expect(region.contains(document.activeElement)).toBe(true)
    act(() => vi.advanceTimersByTime(60_000))
    expect(screen.queryByText('about first')).not.toBeNull()
  })

  it('are closed by their button', async () => {
    const { user, t } = render(null, { language })
    say('first')
    await user.click(await screen.findByRole('button', { name: t('common.close') }))
    await waitFor(() => expect(screen.queryByText('about first')).toBeNull())
  })
})
