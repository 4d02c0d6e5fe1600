import { expect, it, vi } from 'vitest'
import { act, render, screen } from '../../testing/render.tsx'
import { ScrolledList } from './list.tsx'

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
