import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { render, screen, waitFor } from '../../testing/render.tsx'
import { Dialog } from './dialog.tsx'

const usesMouse = (isFine: boolean) =>
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const isAboutPointer = query === '(pointer: fine)'
    return Object.assign(new EventTarget(), { matches: isAboutPointer && isFine }) as MediaQueryList
  })
const openDialog = (content: ReactNode) =>
  render(
    <Dialog open onOpenChange={() => {}} title="Dish">
      {content}
    </Dialog>,
    { language: 'en' },
  )
const FORM = (
  <form>
    <input type="checkbox" aria-label="shown" />
    <p hidden>
      <input aria-label="hidden" />
    </p>
    <input type="url" aria-label="picture" />
    <input aria-label="name" />
    <input aria-label="price" />
  </form>
)

describe('the focus in an opened dialog', () => {
  it('is in the first text field of its form', async () => {
    usesMouse(true)
    openDialog(FORM)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('name')))
  })

  it('is not in a text field on a touch screen, where that would open the keyboard', async () => {
    usesMouse(false)
    const { t } = openDialog(FORM)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: t('common.close') })))
  })

  it('is in a text field outside of a form', async () => {
    usesMouse(true)
    openDialog(
      <>
        <button type="button">Export</button>
        <textarea aria-label="list" />
      </>,
    )
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('list')))
  })

  it('is on the chosen tab or option without a text field', async () => {
    usesMouse(true)
    openDialog(
      <>
        <input type="radio" name="way" aria-label="file" />
        <input type="radio" name="way" aria-label="photo" defaultChecked />
      </>,
    )
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('photo')))
  })

  it('is on the close button without any field', async () => {
    usesMouse(true)
    const looks = vi.fn()
    const print = (
      <button type="button" ref={(button) => void (button && Object.assign(button, { checkVisibility: looks }))} />
    )
    const { t } = openDialog(print)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: t('common.close') })))
    // That would compute the layout of the dialog before it is shown.
    expect(looks).not.toHaveBeenCalled()
  })

  it.each([
    ['moves to a field that is loaded later', undefined],
    ['stays where the person is since', '{Shift}'],
  ])('%s', async (_, keys) => {
    usesMouse(true)
    const show = (content: ReactNode) => (
      <Dialog open onOpenChange={() => {}} title="Ana">
        {content}
      </Dialog>
    )
    const { t, user, rerender } = render(show('Loading'), { language: 'en' })
    const close = screen.getByRole('button', { name: t('common.close') })
    await waitFor(() => expect(document.activeElement).toBe(close))
    if (keys) await user.keyboard(keys)
    rerender(show(<input aria-label="name" />))
    const field = await screen.findByLabelText('name')
    await waitFor(() => expect(document.activeElement).toBe(keys ? close : field))
  })
})
