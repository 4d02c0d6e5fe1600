import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { goToElement } from './use-active-section.ts'

const scrollIntoView = vi.fn()
// Only the method that `goToElement` uses.
const element = { scrollIntoView } as Partial<HTMLElement> as HTMLElement
let page: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  scrollIntoView.mockReset()
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  vi.runAllTimers()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const dispatch = (event: string) => page.dispatchEvent(new Event(event))
const behaviours = () => scrollIntoView.mock.calls.map(([{ behavior }]) => behavior)

it('goToElement scrolls smoothly, and once more instantly when scrolling has ended', () => {
  goToElement(element)
  dispatch('scrollend')
  dispatch('scrollend')
  expect(behaviours()).toEqual(['smooth', 'instant'])
})

it.each(['wheel', 'touchmove', 'keydown'])('goToElement does not scroll again after the event %s', (event) => {
  goToElement(element)
  dispatch(event)
  dispatch('scrollend')
  expect(behaviours()).toEqual(['smooth'])
})

it('goToElement does not scroll again if the page did not move', () => {
  goToElement(element)
  vi.advanceTimersByTime(1_500)
  dispatch('scrollend')
  expect(behaviours()).toEqual(['smooth'])
})

it('goToElement waits for the end of scrolling, however long it takes', () => {
  goToElement(element)
  for (let step = 0; step < 10; step++) {
    vi.advanceTimersByTime(1_000)
    dispatch('scroll')
  }
  dispatch('scrollend')
  expect(behaviours()).toEqual(['smooth', 'instant'])
})

it('goToElement cancels the previous target when it is called with another', () => {
  const other = vi.fn()
  goToElement({ scrollIntoView: other } as Partial<HTMLElement> as HTMLElement)
  goToElement(element)
  dispatch('scrollend')
  expect(other).toHaveBeenCalledTimes(1)
  expect(behaviours()).toEqual(['smooth', 'instant'])
})

it('goToElement jumps without animation if the user prefers reduced motion', () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(prefers-reduced-motion: reduce)' }))
  goToElement(element)
  expect(behaviours()).toEqual(['auto'])
})
