import { expect, it } from 'vitest'
import { weekText } from './week-editor.tsx'

it.each([
  [[1, 2, 3, 4, 5, 6, 7], '08:00–24:00', '08:00–24:00'],
  [[1, 2, 3, 5], 'Mon–Wed 08:00–24:00; Fri 08:00–24:00', 'lun–mie 08:00–24:00; vin 08:00–24:00'],
  [[], '', ''],
])('weekText names the days %j once', (days, en, ro) => {
  const week = days.map((day) => ({ day, from: '08:00', to: '00:00' }))
  expect([weekText(week, 'en'), weekText(week, 'ro')]).toEqual([en, ro])
})
