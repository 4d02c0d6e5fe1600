import { describe, expect, it } from 'vitest'
import { canZoomIn, canZoomOut, middleOf, START_ZOOM, scrollPosition, zoomIn, zoomOut } from './zoom-viewer.tsx'

/** The zoom levels from the first one until a step changes nothing. */
function steps(step: (zoom: number) => number) {
  const levels = [START_ZOOM]
  for (let last = START_ZOOM; step(last) !== last; last = step(last)) levels.push(step(last))
  return levels
}

describe('the picture viewer', () => {
  it('starts at 100 %', () => {
    expect(START_ZOOM).toBe(100)
  })

  it('zooms in steps of 25 from 50 to 200 %', () => {
    expect(steps(zoomOut)).toEqual([100, 75, 50])
    expect(steps(zoomIn)).toEqual([100, 125, 150, 175, 200])
  })

  it.each([
    [50, false, true],
    [75, true, true],
    [100, true, true],
    [175, true, true],
    [200, true, false],
  ])('at %i %%, can zoom out: %s, can zoom in: %s', (zoom, smaller, larger) => {
    expect([canZoomOut(zoom), canZoomIn(zoom)]).toEqual([smaller, larger])
  })

  it('keeps the same point of the picture in the middle, as far as its edges allow', () => {
    expect(middleOf(0, 400, 400)).toBe(0.5)
    expect(middleOf(0, 400, 200)).toBe(0.5)
    expect(scrollPosition(0.5, 400, 800)).toBe(200)
    expect(middleOf(200, 400, 800)).toBe(0.5)
    expect(middleOf(400, 400, 800)).toBe(0.75)
    expect(scrollPosition(0.75, 400, 700)).toBe(300)
    expect(scrollPosition(0.75, 400, 500)).toBe(100)
    expect(scrollPosition(0.1, 400, 800)).toBe(0)
    expect(scrollPosition(0.75, 400, 400)).toBe(0)
  })
})
