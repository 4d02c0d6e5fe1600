import { expect, it, vi } from 'vitest'
import { act, render, screen, waitFor } from '../../testing/render.tsx'
import { ScrolledList, useAfterPaint } from './list.tsx'

it('a long list renders some rows more each time that its end is near, until it has all', () => {
  let reach = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
        reach = () => notify([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
  render(
    <ScrolledList items={[1, 2, 3, 4, 5]} step={2} label="Numbers" className="">
      {(number) => <li key={number}>{number}</li>}
    </ScrolledList>,
  )
  const rows = () => screen.getByRole('list', { name: 'Numbers' }).querySelectorAll('li:not([aria-hidden])').length
  expect(rows()).toBe(2)
  act(() => reach())
  expect(rows()).toBe(4)
  act(() => reach())
  expect(rows()).toBe(5)
})

it('what the first frame need not have comes after the next one', async () => {
  const nextFrame = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(1)
  const Part = () => (useAfterPaint() ? 'below' : 'above')
  render(<Part />)
  expect(screen.getByText('above')).toBeDefined()
  const requested = [...nextFrame.mock.calls]
  // The library waits for a frame that it has requested, in the tests of other files too.
  nextFrame.mockRestore()
  act(() => {
    for (const [run] of requested) run(0)
  })
  expect(screen.getByText('above')).toBeDefined()
  await waitFor(() => expect(screen.getByText('below')).toBeDefined())
})
