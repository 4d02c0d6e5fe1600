import { expect, it } from 'vitest'
import { completeTime } from './text-inputs.tsx'

it.each([
  ['9', '09:00'],
  ['22', '22:00'],
  ['930', '09:30'],
  ['0930', '09:30'],
  ['9.30', '09:30'],
  [' 9:30 ', '09:30'],
  ['00:00', '00:00'],
  ['23:59', '23:59'],
  ['24', '24:00'],
  ['2400', '24:00'],
  ['24:00', '24:00'],
  ['24:01', '24:01'],
  ['25', '25'],
  ['12:60', '12:60'],
  ['9:3', '9:3'],
  ['9 pm', '9 pm'],
  ['', ''],
])('completes the typed time %j to %j', (typed, expected) => {
  expect(completeTime(typed)).toBe(expected)
})
