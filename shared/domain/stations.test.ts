import { expect, it } from 'vitest'
import { stationIdOf } from './stations.ts'

const named = (id: number) => ({ id, name: `Station ${id}`, nameRo: '' })

it.each([
  [3, 3],
  [1, 1],
  [null, 4],
  [2, 4],
])('the stored station %j means station %i of the stations 4, 1 and 3', (stored, expected) => {
  expect(stationIdOf([named(4), named(1), named(3)], stored)).toBe(expected)
})
