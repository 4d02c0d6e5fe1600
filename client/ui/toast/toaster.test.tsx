import { fireEvent } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { act, render, screen, waitFor } from '../../testing/render.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { toast } from './store.ts'

describe('toasts', () => {
  const showToast = (title: string) => act(() => void toast({ title, description: `about ${title}` }))

  it('are shown one at a time', async () => {
    render(null)
    showToast('first')
    showToast('second')
    expect(await screen.findByText('about second')).toBeDefined()
    expect(screen.queryByText('about first')).toBeNull()
  })

  it('close after five seconds', () => {
    vi.useFakeTimers()
    render(null)
    showToast('first')
    act(() => vi.advanceTimersByTime(4_999))
    expect(screen.queryByText('about first')).not.toBeNull()
    act(() => vi.advanceTimersByTime(2))
    expect(screen.queryByText('about first')).toBeNull()
  })

  it('get the focus by F8, and stay open while they have it', () => {
    vi.useFakeTimers()
    const { t } = render(null)
    showToast('first')
    const region = screen.getByRole('region', { name: t('common.notifications') })
    act(() => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'F8', code: 'F8', bubbles: true })))
    expect(region.contains(document.activeElement)).toBe(true)
    act(() => vi.advanceTimersByTime(60_000))
    expect(screen.queryByText('about first')).not.toBeNull()
  })

  it('are closed by Escape, and give the focus back', () => {
    render(<button type="button">Save</button>)
    const button = screen.getByRole('button', { name: 'Save' })
    act(() => button.focus())
    showToast('first')
    act(() => void fireEvent.keyDown(document, { key: 'F8' }))
    act(() => void fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' }))
    expect(screen.queryByText('about first')).toBeNull()
    expect(document.activeElement).toBe(button)
  })

  it.each([
    ['Saved', 'default', 'polite'],
    ['Not saved', 'destructive', 'assertive'],
  ] as const)('are read by a live region that is there before: %s', (title, variant, live) => {
    render(null)
    const region = document.querySelector('[aria-live]:empty')
    act(() => void toast({ title, variant }))
    expect(region?.textContent).toContain(title)
    expect(region?.getAttribute('aria-live')).toBe(live)
  })

  it.each([
    [49, 'about first'],
    [50, null],
    [-90, 'about first'],
  ])('after a swipe of %i px: %s', (distance, shown) => {
    render(null)
    showToast('first')
    const item = screen.getByRole('listitem')
    item.setPointerCapture = () => {}
    fireEvent.pointerDown(item, { clientX: 100, buttons: 1 })
    fireEvent.pointerMove(item, { clientX: 100 + distance, buttons: 1 })
    fireEvent.pointerUp(item, { clientX: 100 + distance })
    expect(screen.queryByText('about first')?.textContent ?? null).toBe(shown)
  })

  it.each([
    ['without a button close', undefined, null],
    ['with a button stay', { label: 'Undo', onAct: () => {} }, 'about first'],
  ])('%s while a mouse rests on them', (_, action, shown) => {
    vi.useFakeTimers()
    render(null)
    act(() => void toast({ title: 'first', description: 'about first', ...(action && { action }) }))
    fireEvent.pointerEnter(screen.getByRole('listitem'))
    act(() => vi.advanceTimersByTime(5_001))
    expect(screen.queryByText('about first')?.textContent ?? null).toBe(shown)
  })

  it('are closed by their button', async () => {
    const { user, t } = render(null)
    showToast('first')
    await user.click(await screen.findByRole('button', { name: t('common.close') }))
    await waitFor(() => expect(screen.queryByText('about first')).toBeNull())
  })

  const at = (rect: { top: number; bottom: number; right: number }) => () => ({ height: 50, ...rect }) as DOMRect
  const listOf = async (text: string) => (await screen.findByText(text)).closest('ol') as HTMLElement

  it.each([
    ['at the bottom', { top: 100, bottom: 150, right: 1000 }, { bottom: '0px' }],
    [
      'at the top, if they would cover the control that was pressed',
      { top: 700, bottom: 750, right: 1000 },
      { top: '0px' },
    ],
    ['at the bottom, if that control is beside them', { top: 700, bottom: 750, right: 300 }, { bottom: '0px' }],
  ])('appear %s', async (_, rect, place) => {
    vi.stubGlobal('innerWidth', 1024)
    vi.stubGlobal('innerHeight', 768)
    const { user } = render(<button type="button">Save</button>)
    const button = screen.getByRole('button', { name: 'Save' })
    button.getBoundingClientRect = at(rect)
    await user.click(button)
    showToast('first')
    const { top, bottom } = (await listOf('about first')).style
    expect({ top, bottom }).toEqual({ top: '', bottom: '', ...place })
  })

  it.each([
    ['at the bottom of a phone', 390, { clientX: 200, clientY: 30 }, { bottom: '0px' }],
    ['at the top of a desktop', 1024, { clientX: 900, clientY: 800 }, { top: '0px' }],
  ])('appear %s, away from what was pressed and is gone', async (_, width, press, place) => {
    vi.stubGlobal('innerWidth', width)
    vi.stubGlobal('innerHeight', 844)
    render(null)
    fireEvent.pointerDown(document.body, press)
    showToast('first')
    const { top, bottom } = (await listOf('about first')).style
    expect({ top, bottom }).toEqual({ top: '', bottom: '', ...place })
  })

  it('cover no tabs, which lie at the top once the header is scrolled away', async () => {
    vi.stubGlobal('innerWidth', 390)
    vi.stubGlobal('innerHeight', 844)
    render(<div role="tablist" />)
    screen.getByRole('tablist').getBoundingClientRect = at({ top: 20, bottom: 64, right: 390 })
    showToast('first')
    expect((await listOf('about first')).style.bottom).toBe('0px')
  })

  it.each([
    ['at the top', [], { top: '0px' }],
    ['at the bottom, if the header is on the screen', [{ top: 0, bottom: 100, right: 390 }], { bottom: '0px' }],
    ['at the top, if the header is scrolled away', [{ top: -100, bottom: 0, right: 390 }], { top: '0px' }],
    [
      'above what is kept free at the bottom, if the header is on the screen',
      [
        { top: 0, bottom: 100, right: 390 },
        { top: 740, bottom: 790, right: 300 },
      ],
      { bottom: '104px' },
    ],
    [
      'above what is kept free there, if that is not free either',
      [
        { top: 0, bottom: 100, right: 390 },
        { top: 740, bottom: 790, right: 300 },
        { top: 560, bottom: 640, right: 300 },
      ],
      { bottom: '284px' },
    ],
    [
      'at the top, if no place is free',
      [0, 100, 200, 300, 400, 500, 600, 700].map((top) => ({ top, bottom: top + 50, right: 390 })),
      { top: '0px' },
    ],
  ])('appear on a phone %s', async (_, rects, place) => {
    vi.stubGlobal('innerWidth', 390)
    vi.stubGlobal('innerHeight', 844)
    const kept = rects.map((rect) => (
      <div
        key={rect.top}
        data-kept-free=""
        ref={(element) => {
          if (element) element.getBoundingClientRect = at(rect)
        }}
      />
    ))
    render(kept)
    showToast('first')
    const { top, bottom } = (await listOf('about first')).style
    expect({ top, bottom }).toEqual({ top: '', bottom: '', ...place })
  })

  it('move after a navigation to where they cover nothing of the page that it leads to', async () => {
    vi.stubGlobal('innerWidth', 390)
    vi.stubGlobal('innerHeight', 844)
    const bars = (top: number) =>
      [
        { top: 0, bottom: 100, right: 390 },
        { top, bottom: 844, right: 390 },
      ].map((rect) => (
        <div
          key={rect.top}
          data-kept-free=""
          ref={(element) => {
            if (element) element.getBoundingClientRect = at(rect)
          }}
        />
      ))
    const { rerender } = render(bars(740))
    showToast('first')
    const list = await listOf('about first')
    expect(list.style.bottom).toBe('104px')
    history.pushState(null, '', '/next')
    onTestFinished(() => history.replaceState(null, '', '/'))
    // A page that is loaded shows it later.
    await new Promise((frame) => requestAnimationFrame(frame))
    await new Promise((frame) => requestAnimationFrame(frame))
    rerender(bars(700))
    await waitFor(() => expect(list.style.bottom).toBe('144px'))
  })

  it('move off the close button and the footer of a dialog that opens, and back when it closes', async () => {
    vi.stubGlobal('innerWidth', 390)
    vi.stubGlobal('innerHeight', 844)
    const nowhere = at({ top: 0, bottom: 0, right: 0 })
    const dialog = (isOpen: boolean) => (
      <Dialog open={isOpen} onOpenChange={() => {}} title="Ana" footer="Send">
        {null}
      </Dialog>
    )
    const { t, rerender } = render(dialog(false))
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      if (this.textContent === 'Send') return at({ top: 760, bottom: 844, right: 390 })()
      if (this.getAttribute('aria-label') === t('common.close')) return at({ top: 80, bottom: 120, right: 370 })()
      return nowhere()
    })
    showToast('first')
    const { style } = await listOf('about first')
    expect(style.top).toBe('0px')
    rerender(dialog(true))
    await waitFor(() => expect(style.bottom).toBe('84px'))
    rerender(dialog(false))
    await waitFor(() => expect(style.top).toBe('0px'))
  })

  it('measure a dialog that opens once a frame, and nothing of it without one', async () => {
    const frame = () => act(() => new Promise<void>((shown) => requestAnimationFrame(() => shown())))
    const dialog = (isOpen: boolean, content?: string) => (
      <Dialog open={isOpen} onOpenChange={() => {}} title="Ana" footer="Send">
        {content && <p>{content}</p>}
      </Dialog>
    )
    const measured = vi.spyOn(Element.prototype, 'getBoundingClientRect')
    const ofFooter = () => measured.mock.contexts.filter((element) => (element as Element).textContent === 'Send')
    const { rerender } = render(dialog(false))
    rerender(dialog(true))
    await frame()
    expect(measured).not.toHaveBeenCalled()
    rerender(dialog(false))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    showToast('first')
    rerender(dialog(true))
    // The observer hears of it, but no frame comes.
    await Promise.resolve()
    rerender(dialog(true, 'Loaded'))
    await frame()
    expect(ofFooter()).toHaveLength(1)
  })

  it('that answer the button of a toast appear in its place', async () => {
    vi.stubGlobal('innerWidth', 1024)
    vi.stubGlobal('innerHeight', 768)
    const { user } = render(null)
    const undo = () => void toast({ title: 'undone', description: 'about undone' })
    act(() => void toast({ title: 'first', action: { label: 'Undo', onAct: undo } }))
    const button = await screen.findByRole('button', { name: 'Undo' })
    button.getBoundingClientRect = at({ top: 700, bottom: 750, right: 1000 })
    await user.click(button)
    expect((await listOf('about undone')).style.bottom).toBe('0px')
  })
})
