import { describe, expect, it } from 'vitest'
import { canZoomIn, canZoomOut, keepMiddle, START_ZOOM, zoomIn, zoomOut } from './zoom.ts'

/** What is passed on the way until a step changes nothing any more. */
function steps(step: (zoom: number) => number) {
  const passed = [START_ZOOM]
  for (let last = START_ZOOM; step(last) !== last; last = step(last)) passed.push(step(last))
  return passed
}

describe('the picture viewer (specification, sections 2 and 9)', () => {
  it('begins at 100 %', () => {
    expect(START_ZOOM).toBe(100)
  })

  it('goes in steps of 25 from 50 to 200 %', () => {
    expect(steps(zoomOut)).toEqual([100, 75, 50])
    expect(steps(zoomIn)).toEqual([100, 125, 150, 175, 200])
  })

  it.each([
    [50, false, true],
    [75, true, true],
    [100, true, true],
    [175, true, true],
    [200, true, false],
  ])('at %i %%: smaller %s, larger %s', (zoom, smaller, larger) => {
    expect([canZoomOut(zoom), canZoomIn(zoom)]).toEqual([smaller, larger])
  })

  it('keeps in the middle what is there', () => {
    expect(keepMiddle(0, 400, 100, 200)).toBe(200)
    expect(keepMiddle(200, 400, 200, 100)).toBe(0)
    expect(keepMiddle(300, 400, 150, 175)).toBeCloseTo(383.3, 1)
    expect(keepMiddle(0, 400, 200, 175)).toBe(0)
  })
})
