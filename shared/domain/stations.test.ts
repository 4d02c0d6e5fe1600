import { expect, it } from 'vitest'
import { isAtStations, namedStation, stationIdOf } from './kitchen.ts'

const named = (id: number) => ({ id, name: `Station ${id}`, nameRo: '' })

it.each([
  [3, 3],
  [1, 1],
  [null, 4],
  [2, 4],
])('the stored station %j means station %i of the stations 4, 1 and 3', (stored, expected) => {
  expect(stationIdOf([named(4), named(1), named(3)], stored)).toBe(expected)
})

it.each([
  [[1], 1, true],
  [[3, 1], 4, false],
  [[3], null, false],
  [[4], null, true],
  [[4], 2, true],
  [[2], 4, true],
  [[2], 1, false],
  [[], 4, false],
])('of the stations 4, 1 and 3, the chosen %j include the stored %j: %j', (chosen, stored, expected) => {
  expect(isAtStations([named(4), named(1), named(3)], chosen, stored)).toBe(expected)
})

it('only a station beside others is named, and a removed one by the first', () => {
  expect(namedStation([named(1)], 1)).toBeUndefined()
  expect(namedStation([named(1), named(2)], undefined)).toBeUndefined()
  expect(namedStation([named(1), named(2)], 2)).toEqual(named(2))
  expect(namedStation([named(1), named(2)], 7)).toEqual(named(1))
})
