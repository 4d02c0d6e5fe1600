import { expect, it, vi } from 'vitest'
import { localTime } from '#shared/domain/time/local-time.ts'
import { isSameHere } from './hours-line.ts'

const NOW = new Date('2026-06-10T12:30:00Z')

it('compares the restaurant’s clock with the phone’s, also if Intl does not know the phone’s time zone', () => {
  vi.spyOn(NOW, 'getTimezoneOffset').mockReturnValue(-180)
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ timeZone: 'Etc/Unknown' } as never)
  expect(isSameHere(NOW, localTime(NOW, 'Europe/Bucharest'))).toBe(true)
  expect(isSameHere(NOW, localTime(NOW, 'Europe/London'))).toBe(false)
  vi.restoreAllMocks()
})
