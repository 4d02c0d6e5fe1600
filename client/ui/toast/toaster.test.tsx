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

  it.each([
    ['at the bottom', { top: 100, bottom: 150, right: 1000 }, false],
    ['at the top, if they would cover the control that was pressed', { top: 700, bottom: 750, right: 1000 }, true],
    ['at the bottom, if that control is beside them', { top: 700, bottom: 750, right: 300 }, false],
  ])('appear %s', async (_, rect, isAtTop) => {
    vi.stubGlobal('innerWidth', 1024)
    vi.stubGlobal('innerHeight', 768)
    const { user } = render(<button type="button">Save</button>, { language })
    const button = screen.getByRole('button', { name: 'Save' })
    button.getBoundingClientRect = () => ({ height: 50, ...rect }) as DOMRect
    await user.click(button)
    showToast('first')
    const list = (await screen.findByText('about first')).closest('ol') as HTMLElement
    expect(list.classList.contains('sm:top-0')).toBe(isAtTop)
    expect(list.classList.contains('sm:bottom-0')).toBe(!isAtTop)
  })

  it('that answer the button of a toast appear in its place', async () => {
    vi.stubGlobal('innerWidth', 1024)
    vi.stubGlobal('innerHeight', 768)
    const { user } = render(null, { language })
    const undo = () => void toast({ title: 'undone', description: 'about undone' })
    act(() => void toast({ title: 'first', action: { label: 'Undo', onAct: undo } }))
    const button = await screen.findByRole('button', { name: 'Undo' })
    button.getBoundingClientRect = () => ({ height: 50, top: 700, bottom: 750, right: 1000 }) as DOMRect
    await user.click(button)
    const list = (await screen.findByText('about undone')).closest('ol') as HTMLElement
    expect(list.classList.contains('sm:bottom-0')).toBe(true)
  })
})
