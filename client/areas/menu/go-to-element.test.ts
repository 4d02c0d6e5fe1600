import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { goToElement, stayAtTarget } from './sections.ts'

const FRAME_MS = 16
/** How often it scrolls again. */
const CORRECTIONS = 20
const scrollIntoView = vi.fn()
// Only the methods that `goToElement` uses.
const element = { scrollIntoView, closest: () => null } as Partial<HTMLElement> as HTMLElement
let page: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  scrollIntoView.mockReset()
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, FRAME_MS))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  pageIsAt(0)
})
afterEach(() => {
  dispatch('wheel')
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const pageIsAt = (position: number) => vi.stubGlobal('scrollY', position)
const runFrames = (count: number) => vi.advanceTimersByTime(count * FRAME_MS)
const dispatch = (event: string) => page.dispatchEvent(new Event(event))
const behaviours = () => scrollIntoView.mock.calls.map(([{ behavior }]) => behavior)

it('goToElement scrolls smoothly, and then instantly a few times, also if the page never rests', () => {
  let position = 0
  scrollIntoView.mockImplementation(() => pageIsAt(++position))
  goToElement(element)
  runFrames(500)
  expect(behaviours()).toEqual(['smooth', ...Array(CORRECTIONS).fill('instant')])
})

it('goToElement waits for the end of scrolling, however long it takes', () => {
  goToElement(element)
  for (let position = 0; position < 500; position++) {
    pageIsAt(position)
    runFrames(1)
  }
  expect(behaviours()).toEqual(['smooth'])
  runFrames(20)
  expect(behaviours().slice(0, 2)).toEqual(['smooth', 'instant'])
})

it.each(['wheel', 'touchmove', 'keydown', 'pointerdown'])(
  'goToElement does not scroll again after the event %s',
  (event) => {
    goToElement(element)
    dispatch(event)
    runFrames(100)
    expect(behaviours()).toEqual(['smooth'])
  },
)

it('goToElement cancels the previous target when it is called with another', () => {
  const other = vi.fn()
  goToElement({ ...element, scrollIntoView: other } as Partial<HTMLElement> as HTMLElement)
  goToElement(element)
  runFrames(100)
  expect(other).toHaveBeenCalledTimes(1)
  expect(behaviours().slice(0, 2)).toEqual(['smooth', 'instant'])
})

it('goToElement jumps without animation if the user prefers reduced motion', () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(prefers-reduced-motion: reduce)' }))
  goToElement(element)
  runFrames(100)
  expect(behaviours()).toEqual(['auto', ...Array(CORRECTIONS).fill('instant')])
})

it('dishes that are rendered later do not move the guest from where they went, until they act', () => {
  goToElement(element)
  runFrames(100)
  scrollIntoView.mockClear()
  stayAtTarget()
  expect(behaviours()).toEqual(['instant'])
  dispatch('pointerdown')
  stayAtTarget()
  expect(behaviours()).toEqual(['instant'])
})
