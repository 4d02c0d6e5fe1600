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

it('an earlier response sets it while no other has come, from when it was received', async () => {
  vi.resetModules()
  const fresh = await import('./server-clock.ts')
  fresh.setServerTime(SERVER, Date.now() - 60_000)
  expect(new Date(fresh.serverNow()).toUTCString()).toBe('Sat, 21 Nov 2026 19:26:00 GMT')
  fresh.setServerTime(SERVER)
  fresh.setServerTime('Sat, 21 Nov 2026 10:00:00 GMT', Date.now())
  expect(new Date(fresh.serverNow()).toUTCString()).toBe(SERVER)
})

it.each([null, '', 'soon'])('setServerTime ignores the date %j', (date) => {
  setServerTime(SERVER)
  setServerTime(date)
  expect(new Date(serverNow()).toUTCString()).toBe(SERVER)
})
