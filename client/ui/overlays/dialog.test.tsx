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

  it('is on the first control without a form', async () => {
    usesMouse(true)
    const { t } = openDialog(<input aria-label="search" />)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: t('common.close') })))
  })
})
