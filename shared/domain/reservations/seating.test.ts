import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlaps, problemOf, type Seats, seating } from './seating.ts'

const START = Date.parse('2026-11-24T12:00:00Z')
const hours = (from: number, length = 2) => ({
  at: new Date(START + from * 3_600_000),
  until: new Date(START + (from + length) * 3_600_000),
})
const tables = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 20 }),
    capacity: fc.integer({ min: 1, max: 10 }),
    reservable: fc.boolean(),
  }),
  { selector: ({ id }) => id, maxLength: 12 },
)
const numbered = tables.map((list): Seats[] => list.map((table) => ({ ...table, number: 100 - table.id })))
const wish = fc.record({ from: fc.integer({ min: 0, max: 12 }), party: fc.integer({ min: 1, max: 12 }) })

describe('choosing a table', () => {
  it('never takes one twice, and always the smallest that is free, of equals the lowest number', () => {
    fc.assert(
      fc.property(numbered, fc.array(wish, { maxLength: 30 }), (list, wishes) => {
        const taken: ({ tableIds: number[] } & ReturnType<typeof hours>)[] = []
        for (const { from, party } of wishes) {
          const stay = hours(from)
          const isFree = ({ id }: Seats) => !taken.some((one) => one.tableIds.includes(id) && overlaps(one, stay))
          const fitting = list.filter((table) => table.reservable && table.capacity >= party && isFree(table))
          const best = fitting.sort((a, b) => a.capacity - b.capacity || a.number - b.number)[0]
          const chosen = seating(list, taken).choose(party, stay)
          expect(chosen).toEqual(best)
          if (chosen) taken.push({ ...stay, tableIds: [chosen.id] })
        }
      }),
    )
  })

  it('may begin in the moment in which another stay ends', () => {
    expect([overlaps(hours(0), hours(2)), overlaps(hours(0), hours(1))]).toEqual([false, true])
  })
})

it('tables fit a party if all are free and have enough seats together', () => {
  const list = [2, 4].map((capacity, i) => ({ id: i + 1, number: i + 1, capacity, reservable: false }))
  const { suit, seatsFor } = seating(list, [{ ...hours(4), tableIds: [2] }])
  expect([suit([1, 2], 6, hours(0)), suit([1, 2], 7, hours(0)), suit([1, 2], 6, hours(3))]).toEqual([
    true,
    false,
    false,
  ])
  expect([suit([], 1, hours(0)), suit([], 0, hours(0)), seatsFor(1)]).toEqual([false, true, undefined])
})

it('a problem is that it is closed, has no table, or too few seats', () => {
  const list = [
    { id: 1, number: 1, capacity: 2, reservable: true },
    { id: 2, number: 2, capacity: 4, reservable: false },
  ]
  const problem = (tableIds: number[], isOpen = true) => problemOf({ party: 3, tableIds }, list, isOpen)
  expect([problem([2]), problem([1]), problem([])]).toEqual([null, 'too_small', 'no_table'])
  expect([problem([1, 2]), problem([2], false), problem([9])]).toEqual([null, 'closed', 'no_table'])
})
