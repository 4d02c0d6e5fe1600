import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { act } from '../../testing/render.tsx'
import { sectionId, useActiveSection } from './sections.ts'

const FRAME_MS = 16
const KEYS = ['Soups', 'Mains', 'Drinks']
/** Longer than a chosen category waits for the page to be still. */
const STILL_FRAMES = 40

const pageIsAt = (position: number) => vi.stubGlobal('scrollY', position)
const runFrames = (count: number) => act(() => vi.advanceTimersByTime(count * FRAME_MS))
const dispatch = (event: string) => act(() => void dispatchEvent(new Event(event)))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, FRAME_MS))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  pageIsAt(0)
  // Each is 600 px high, and too far from the end of the page to count as the last.
  vi.spyOn(document.body, 'scrollHeight', 'get').mockReturnValue(100_000)
  for (const [index, key] of KEYS.entries()) {
    const section = document.createElement('section')
    section.id = sectionId(key)
    section.getBoundingClientRect = () => new DOMRect(0, 250 + index * 600 - scrollY, 390, 600)
    section.scrollIntoView = () => pageIsAt(index * 600 - 50)
    document.body.append(section)
  }
})
afterEach(() => {
  dispatch('wheel')
  for (const section of document.querySelectorAll('section')) section.remove()
})

function choose(key: string) {
  const { result } = renderHook(() => useActiveSection(KEYS))
  act(() => result.current.goTo(key))
  return () => result.current.active
}

it('a chosen category stays active at the line of another one, until the page scrolls away', () => {
  const active = choose('Drinks')
  runFrames(STILL_FRAMES)
  // The line is at the end of the section before it.
  dispatch('scroll')
  runFrames(STILL_FRAMES)
  expect(active()).toBe('Drinks')
  pageIsAt(0)
  dispatch('scroll')
  runFrames(STILL_FRAMES)
  expect(active()).toBe('Soups')
})

it('a chosen category does not stay active if the page scrolls after a press, before it was still', () => {
  const active = choose('Drinks')
  runFrames(2)
  dispatch('pointerdown')
  pageIsAt(0)
  dispatch('scroll')
  runFrames(STILL_FRAMES)
  expect(active()).toBe('Soups')
})
