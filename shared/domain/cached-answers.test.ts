import { expect, it } from 'vitest'
import { ageOf } from './cached-answers.ts'

const NOW = Date.parse('2026-11-21T17:42:00Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

it.each([
  ['of this moment', NOW, NOW],
  ['of an hour ago', NOW - 60 * MINUTE, NOW - 60 * MINUTE],
  ['of a year ago, to the moment', NOW - 365 * DAY, NOW - 365 * DAY],
  ['of a moment ahead: the clock was set by that much', NOW + MINUTE, NOW],
])('a kept answer %s came then', (_, at, came) => {
  expect(ageOf(String(at), NOW)).toEqual(new Date(came))
})

it.each([
  ['the clock was set back by a minute and more', String(NOW + MINUTE + 1)],
  ['the clock was of 1970 when it came', '86400000'],
  ['it seems older than a year', String(NOW - 365 * DAY - 1)],
  ['it is no number', 'yesterday'],
  ['it is empty', ''],
  ['it is below nothing', '-5'],
  ['it is no number of milliseconds', '1e12'],
])('when a kept answer came is not said where %s', (_, cameAt) => {
  expect(ageOf(cameAt, NOW)).toBeUndefined()
})
