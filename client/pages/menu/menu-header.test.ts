import { describe, expect, it } from 'vitest'
import { MAX_TAP_GAP_MS, TAPS_TO_OPEN, type Taps, tapLogo } from './menu-header.tsx'

const NONE: Taps = { count: 0, at: Number.NEGATIVE_INFINITY }

/** The count after each tap at these times in milliseconds; 'opens' for a tap that opens the dialog. */
function tap(...moments: number[]) {
  let taps = NONE
  return moments.map((now) => {
    const after = tapLogo(taps, now)
    taps = after
    return after.opens ? 'opens' : after.count
  })
}

describe('taps on the logo', () => {
  it('must be five, at most 1500 ms apart', () => {
    expect(TAPS_TO_OPEN).toBe(5)
    expect(MAX_TAP_GAP_MS).toBe(1500)
  })

  it('open the dialog at the fifth', () => {
    expect(tap(0, 200, 400, 600, 800)).toEqual([1, 2, 3, 4, 'opens'])
  })

  it('count with gaps of exactly 1500 ms', () => {
    expect(tap(0, 1500, 3000, 4500, 6000)).toEqual([1, 2, 3, 4, 'opens'])
  })

  it('are counted from 1 again after a gap of 1501 ms', () => {
    expect(tap(0, 100, 200, 300, 1801)).toEqual([1, 2, 3, 4, 1])
    expect(tap(0, 1501, 1601, 1701, 1801, 1901)).toEqual([1, 1, 2, 3, 4, 'opens'])
  })

  it('are counted from 0 after the dialog has opened', () => {
    expect(tap(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)).toEqual([1, 2, 3, 4, 'opens', 1, 2, 3, 4, 'opens'])
    expect(tapLogo({ count: 4, at: 0 }, 1)).toEqual({ count: 0, at: 1, opens: true })
  })

  it('are measured from the previous tap, not from the first', () => {
    expect(tap(0, 1400, 2800, 4200, 5600)).toEqual([1, 2, 3, 4, 'opens'])
  })
})
