import { expect, it } from 'vitest'
import { tableOfSearch } from './table-of-search.ts'

it.each([
  ['table=12', 12],
  ['a=b&table=7', 7],
  ['table=99999', 99999],
  ['table=abc', null],
  ['table=1.5', null],
  ['table=', null],
  ['', null],
])('reads %s as %s', (search, table) => {
  expect(tableOfSearch(search)).toBe(table)
})
