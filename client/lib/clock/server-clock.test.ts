import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteServerTime, serverNow } from './server-clock.ts'

const SERVER = 'Sat, 21 Nov 2026 19:25:00 GMT'
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-01-01T00:00:00Z') }))
afterEach(() => void vi.useRealTimers())

it('serverNow advances by this device’s clock from the last response’s date', () => {
  noteServerTime(SERVER)
  expect(new Date(serverNow()).toUTCString()).toBe(SERVER)
  vi.setSystemTime(Date.now() + 60_000)
  expect(new Date(serverNow()).toUTCString()).toBe('Sat, 21 Nov 2026 19:26:00 GMT')
})

it.each([null, '', 'soon'])('noteServerTime ignores the date %j', (date) => {
  noteServerTime(SERVER)
  noteServerTime(date)
  expect(new Date(serverNow()).toUTCString()).toBe(SERVER)
})
