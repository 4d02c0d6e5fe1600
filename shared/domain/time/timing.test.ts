import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  HEARTBEAT_INTERVAL_S,
  minutesAndSeconds,
  RECONNECT_AFTER_S,
  SILENCE_TIMEOUT_S,
  SUCCESS_COUNTDOWN_S,
} from './timing.ts'

describe('the time limits', () => {
  it('are 5 s for the success dialog, and 5 s before reconnecting', () => {
    expect(SUCCESS_COUNTDOWN_S).toBe(5)
    expect(RECONNECT_AFTER_S).toBe(5)
  })

  it('allow two missed heartbeats before a connection counts as lost', () => {
    expect(HEARTBEAT_INTERVAL_S).toBe(10)
    expect(SILENCE_TIMEOUT_S).toBe(25)
  })
})

describe('a countdown as mm:ss', () => {
  it.each([
    [0, '00:00'],
    [1, '00:01'],
    [59, '00:59'],
    [60, '01:00'],
    [61, '01:01'],
    [599, '09:59'],
    [5400, '90:00'],
    [6000, '100:00'],
    [0.2, '00:01'],
    [59.5, '01:00'],
    [-1, '00:00'],
    [-0.5, '00:00'],
  ])('%d seconds are %s', (seconds, formatted) => {
    expect(minutesAndSeconds(seconds)).toBe(formatted)
  })

  it('shows the exact number of seconds', () => {
    fc.assert(
      fc.property(fc.nat(100_000), (seconds) => {
        const [minutes = '', rest = ''] = minutesAndSeconds(seconds).split(':')
        expect(rest).toHaveLength(2)
        expect(Number(minutes) * 60 + Number(rest)).toBe(seconds)
      }),
    )
  })
})
