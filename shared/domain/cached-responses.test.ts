import { expect, it } from 'vitest'
import { receiptTime } from './cached-responses.ts'

const NOW = Date.parse('2026-11-21T17:42:00Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

it.each([
  ['now', NOW, NOW],
  ['an hour ago', NOW - 60 * MINUTE, NOW - 60 * MINUTE],
  ['exactly a year ago', NOW - 365 * DAY, NOW - 365 * DAY],
  ['a minute ahead, as after a correction of the clock', NOW + MINUTE, NOW],
])('receiptTime accepts a response received %s', (_, at, receivedAt) => {
  expect(receiptTime(String(at), NOW)).toEqual(new Date(receivedAt))
})

it.each([
  ['more than a minute ahead', String(NOW + MINUTE + 1)],
  ['in 1970, by a clock that was not set', '86400000'],
  ['more than a year ago', String(NOW - 365 * DAY - 1)],
  ['a text', 'yesterday'],
  ['empty', ''],
  ['negative', '-5'],
  ['a number in another notation', '1e12'],
])('receiptTime returns undefined for a time that is %s', (_, receivedAt) => {
  expect(receiptTime(receivedAt, NOW)).toBeUndefined()
})
