import { expect, it } from 'vitest'
import { keyOfSearch, tableOfSearch } from './table.ts'

it.each([
  ['table=12', 12],
  ['a=b&table=7', 7],
  ['table=99999', 99999],
  ['table=abc', null],
  ['table=1.5', null],
  ['table=', null],
  ['', null],
])('tableOfSearch of “%s” is %s', (search, table) => {
  expect(tableOfSearch(new URLSearchParams(search))).toBe(table)
})

it.each([
  ['table=12&key=Ab-_1234', 'Ab-_1234'],
  ['table=12', null],
  ['key=', null],
  ['key=a%20b', null],
  [`key=${'x'.repeat(65)}`, null],
])('keyOfSearch of “%s” is %s', (search, key) => {
  expect(keyOfSearch(new URLSearchParams(search))).toBe(key)
})
