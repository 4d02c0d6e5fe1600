import { expect, it } from 'vitest'
import { render } from '../testing/render.tsx'
import { useRootMark } from './root-mark.ts'

function Bar({ isOn }: { isOn: boolean }) {
  useRootMark('notice', isOn)
  return null
}

const bars = (...areOn: boolean[]) => areOn.map((isOn, index) => <Bar key={String(index)} isOn={isOn} />)
const isMarked = () => document.documentElement.hasAttribute('data-with-notice')

it('the root is marked as long as one component is there that marks it', () => {
  const { rerender, unmount } = render(bars(false))
  expect(isMarked()).toBe(false)
  rerender(bars(true, true))
  expect(isMarked()).toBe(true)
  rerender(bars(false, true))
  expect(isMarked()).toBe(true)
  rerender(bars(false, false))
  expect(isMarked()).toBe(false)
  rerender(bars(true))
  unmount()
  expect(isMarked()).toBe(false)
})
