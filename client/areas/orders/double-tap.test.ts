import { expect, it } from 'vitest'
import { recordTap } from './card-parts.tsx'

const tap = (timeStamp: number, clientX: number, clientY: number) => recordTap({ timeStamp, clientX, clientY })

it('recordTap detects the second of two quick taps at one position', () => {
  expect(tap(1_000, 300, 400)).toBe(false)
  expect(tap(1_200, 310, 405)).toBe(true)
  // A third quick tap also counts.
  expect(tap(1_500, 310, 405)).toBe(true)
  expect(tap(1_900, 310, 405)).toBe(false)
  expect(tap(2_000, 500, 405)).toBe(false)
})

it('recordTap is false for presses by keyboard', () => {
  expect(tap(9_000, 0, 0)).toBe(false)
  expect(tap(9_010, 0, 0)).toBe(false)
})
