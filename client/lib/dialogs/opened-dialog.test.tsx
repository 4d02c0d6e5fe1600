import { describe, expect, it } from 'vitest'
import { act, render, screen, waitFor } from '../../testing/render.tsx'
import { i18n } from '../../ui/index.ts'
import { closeDialog, openDialog, openedDialog } from './open-dialog.ts'
import { OpenedDialog } from './opened-dialog.tsx'

const PAGE = (
  <>
    <OpenedDialog name="pay">{(orderId, open) => <p>{`pay ${orderId} ${open}`}</p>}</OpenedDialog>
    <OpenedDialog name="pickup">{(orderId, open) => <p>{`pickup ${orderId} ${open}`}</p>}</OpenedDialog>
  </>
)

describe('a dialog that is opened from afar', () => {
  it('is open for its subject until it is closed, whatever else is open', () => {
    render(PAGE)
    act(() => openDialog('pay', 7))
    act(() => openDialog('pickup', 8))
    expect(screen.getByText('pay 7 true')).toBeDefined()
    act(() => closeDialog('pay'))
    expect(screen.getByText('pay 7 false')).toBeDefined()
    expect(screen.getByText('pickup 8 true')).toBeDefined()
  })

  it('is not closed by what ends late about another subject', () => {
    const closings: (() => void)[] = []
    render(
      <OpenedDialog name="pay">
        {(orderId, _, close) => {
          closings[orderId] = close
          return null
        }}
      </OpenedDialog>,
    )
    act(() => openDialog('pay', 7))
    act(() => openDialog('pay', 8))
    act(() => closings[7]?.())
    expect(openedDialog('pay')).toBe(8)
    act(() => closings[8]?.())
    expect(openedDialog('pay')).toBeUndefined()
  })

  it('does not stay open for the next page, which another person may open', async () => {
    const { unmount } = render(PAGE)
    act(() => openDialog('pay', 7))
    unmount()
    await waitFor(() => expect(openedDialog('pay')).toBeUndefined())
  })

  it('stays open where the page is made anew in another language', async () => {
    render(PAGE, { language: 'en' })
    act(() => openDialog('pay', 7))
    const before = screen.getByText('pay 7 true')
    await act(async () => i18n.changeLanguage('ro'))
    expect([before.isConnected, screen.getByText('pay 7 true').isConnected]).toEqual([false, true])
  })
})
