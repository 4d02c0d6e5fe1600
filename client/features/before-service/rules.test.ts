import { describe, expect, it } from 'vitest'
import { databaseState, diskState, phoneTestState, whatsappState } from './rules.ts'

const [MB, GB] = [1_000_000, 1_000_000_000]

describe('the rules of the checks', () => {
  it.each([
    [1, 'ok'],
    [200, 'ok'],
    [201, 'look'],
  ])('rate a database that responds in %i ms as %s', (ms, state) => {
    expect(databaseState(ms)).toBe(state)
  })

  it.each([
    ['plenty', 50 * GB, 100 * GB, 'ok'],
    ['just enough', GB, 20 * GB, 'ok'],
    ['less than 1 GB', GB - 1, 10 * GB, 'look'],
    ['less than 5 %', 5 * GB - 1, 100 * GB, 'look'],
    ['just 5 %', 5 * GB, 100 * GB, 'ok'],
    ['200 MB', 200 * MB, GB, 'look'],
    ['less than 200 MB', 200 * MB - 1, GB, 'wrong'],
    ['none', 0, 0, 'wrong'],
  ])('rate a disk with %s', (_, free, total, state) => {
    expect(diskState({ free, total })).toBe(state)
  })

  const ok = { configured: true, enabled: true, state: 'ok', reason: null, lastAt: null, waiting: 0 } as const
  const stopped = { ...ok, state: 'stopped', reason: 'token' } as const
  it.each([
    ['sends', ok, true, 'ok', 'ok'],
    ['is stopped', stopped, true, 'wrong', 'stopped'],
    ['has no number', ok, false, 'look', 'noNumber'],
    ['is switched off, whatever else', { ...stopped, enabled: false }, false, 'unused', 'off'],
    ['has no account, whatever else', { ...stopped, configured: false }, false, 'unused', 'unused'],
  ])('rate WhatsApp that %s', (_, whatsapp, hasNumber, state, why) => {
    expect(whatsappState(whatsapp, hasNumber)).toEqual({ state, why })
  })
})

describe('the test whether phones reach the address', () => {
  const dayStart = Date.parse('2026-11-21T02:00:00.000Z')
  const now = Date.parse('2026-11-21T15:00:00.000Z')
  const until = '2026-11-21T15:10:00.000Z'
  const asked = { askedAt: '2026-11-21T15:00:00.000Z', expiresAt: until, reachedAt: null }

  it.each([
    ['asked by nobody', null, undefined, now, 'unasked'],
    ['asked by another device', asked, undefined, now, 'unasked'],
    ['asked here', asked, until, now, 'waiting'],
    ['asked here, in its last moment', asked, until, Date.parse(until) - 1, 'waiting'],
    ['asked here, at its end', asked, until, Date.parse(until), 'over'],
    [
      'asked here, and then by another device',
      { ...asked, expiresAt: '2026-11-21T15:10:01.000Z' },
      until,
      now,
      'replaced',
    ],
    ['answered', { ...asked, reachedAt: '2026-11-21T15:01:00.000Z' }, until, now, 'reached'],
    ['answered for another device', { ...asked, reachedAt: '2026-11-21T15:01:00.000Z' }, undefined, now, 'reached'],
    ['answered as today began', { ...asked, reachedAt: '2026-11-21T02:00:00.000Z' }, undefined, now, 'reached'],
    ['answered the day before', { ...asked, reachedAt: '2026-11-21T01:59:59.999Z' }, undefined, now, 'unasked'],
  ])('is, if it was %s, in the expected state', (_, phone, shownUntil, at, state) => {
    expect(phoneTestState({ phone, shownUntil, now: at, dayStart })).toBe(state)
  })
})
