import { describe, expect, it } from 'vitest'
import { AXIS_MINUTES, dragged, weekText } from './week-editor.tsx'

describe('dragging an end of an interval', () => {
  const DAY = { from: '10:00', to: '22:00' }
  it.each([
    ['steps of 15 minutes', DAY, 'from', 9 * 60 + 8, '09:15'],
    ['at least 15 minutes', DAY, 'from', 23 * 60, '21:45'],
    ['the beginning of the day', DAY, 'from', -100, '00:00'],
    ['the end of the day', DAY, 'to', 24 * 60, '00:00'],
    ['the next morning', DAY, 'to', 26 * 60, '02:00'],
    ['the end of the picture', DAY, 'to', AXIS_MINUTES + 500, '06:00'],
    ['at most 24 hours', { from: '01:00', to: '20:00' }, 'to', 29 * 60, '01:00'],
    ['at most 24 hours, by its beginning', { from: '10:00', to: '02:00' }, 'from', 0, '02:00'],
    ['a beginning of the same day', { from: '22:00', to: '04:00' }, 'from', 27 * 60, '23:45'],
    ['nothing while a time is being typed', { from: '1', to: '22:00' }, 'to', 600, '22:00'],
  ] as const)('goes by %s', (_, hours, end, minute, time) => {
    expect(dragged(hours, end, minute)).toEqual({ ...hours, [end]: time })
  })
})

it.each([
  [[1, 2, 3, 4, 5, 6, 7], '08:00–24:00', '08:00–24:00'],
  [[1, 2, 3, 5], 'Mon–Wed 08:00–24:00; Fri 08:00–24:00', 'lun–mie 08:00–24:00; vin 08:00–24:00'],
  [[], '', ''],
])('weekText names the days %j once', (days, en, ro) => {
  const week = days.map((day) => ({ day, from: '08:00', to: '00:00' }))
  expect([weekText(week, 'en'), weekText(week, 'ro')]).toEqual([en, ro])
})
