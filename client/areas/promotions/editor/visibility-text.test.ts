import { expect, it } from 'vitest'
import { weekdaysText } from './visibility-text.ts'

it.each([
  [[1, 2, 3, 4, 5, 6, 7], '', ''],
  [[1, 2, 3, 4, 5], 'Mon–Fri', 'lun–vin'],
  [[5, 6, 7], 'Fri–Sun', 'vin–dum'],
  [[6, 7], 'Sat, Sun', 'sâm, dum'],
  [[1, 3, 5], 'Mon, Wed, Fri', 'lun, mie, vin'],
  [[1, 2, 3, 7], 'Mon, Tue, Wed, Sun', 'lun, mar, mie, dum'],
  [[4], 'Thu', 'joi'],
])('names the weekdays %j', (weekdays, en, ro) => {
  expect([weekdaysText({ weekdays }, 'en'), weekdaysText({ weekdays }, 'ro')]).toEqual([en, ro])
})
