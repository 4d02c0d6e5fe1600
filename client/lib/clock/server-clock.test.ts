import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { serverNow, setServerTime } from './server-clock.ts'

const SERVER = 'Sat, 21 Nov 2026 19:25:00 GMT'
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-01-01T00:00:00Z') }))
afterEach(() => {
  vi.useRealTimers()
  setServerTime(new Date().toISOString())
})

it('serverNow continues from the date of the last response by this device’s clock', () => {
  setServerTime(SERVER)
  expect(new Date(serverNow()).toUTCString()).toBe(SERVER)
  vi.setSystemTime(Date.now() + 60_000)
  expect(new Date(serverNow()).toUTCString()).toBe('Sat, 21 Nov 2026 19:26:00 GMT')
})

it.each([null, '', 'soon'])('setServerTime ignores the date %j', (date) => {
  setServerTime(SERVER)
  setServerTime(date)
  expect(new Date(serverNow()).toUTCString()).toBe(SERVER)
})
