import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { goToElement } from './use-active-section.ts'

const scrollIntoView = vi.fn()
// Only what `goToElement` asks of an element.
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

const happens = (event: string) => page.dispatchEvent(new Event(event))
const ways = () => scrollIntoView.mock.calls.map(([{ behavior }]) => behavior)

it('goes there smoothly, and once more exactly when the scrolling has ended', () => {
  goToElement(element)
  happens('scrollend')
  happens('scrollend')
  expect(ways()).toEqual(['smooth', 'instant'])
})

it.each(['wheel', 'touchmove', 'keydown'])('does not pull the page back after %s', (event) => {
  goToElement(element)
  happens(event)
  happens('scrollend')
  expect(ways()).toEqual(['smooth'])
})

it('does not pull the page back where nothing had to scroll', () => {
  goToElement(element)
  vi.advanceTimersByTime(1_500)
  happens('scrollend')
  expect(ways()).toEqual(['smooth'])
})

it('waits for the end of a long way, however long it takes', () => {
  goToElement(element)
  for (let step = 0; step < 10; step++) {
    vi.advanceTimersByTime(1_000)
    happens('scroll')
  }
  happens('scrollend')
  expect(ways()).toEqual(['smooth', 'instant'])
})

it('lets go of the place before when it is sent to another', () => {
  const other = vi.fn()
  goToElement({ scrollIntoView: other } as Partial<HTMLElement> as HTMLElement)
  goToElement(element)
  happens('scrollend')
  expect(other).toHaveBeenCalledTimes(1)
  expect(ways()).toEqual(['smooth', 'instant'])
})

it('jumps where less motion was asked for', () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(prefers-reduced-motion: reduce)' }))
  goToElement(element)
  expect(ways()).toEqual(['auto'])
})
