import { describe, expect, it } from 'vitest'
import { databaseState, diskState, lastBackupState, phoneTestState, whatsappState } from './rules.ts'

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
    ['half of it free', 'ok', 50 * GB, 100 * GB],
    ['1 GB and 5 % free', 'ok', GB, 20 * GB],
    ['less than 1 GB free', 'look', GB - 1, 10 * GB],
    ['less than 5 % free', 'look', 5 * GB - 1, 100 * GB],
    ['exactly 5 % free', 'ok', 5 * GB, 100 * GB],
    ['200 MB free', 'look', 200 * MB, GB],
    ['less than 200 MB free', 'wrong', 200 * MB - 1, GB],
    ['nothing free', 'wrong', 0, 0],
  ])('rate a disk with %s as %s', (_, state, free, total) => {
    expect(diskState({ free, total })).toBe(state)
  })

  const ok = { configured: true, enabled: true, state: 'ok', reason: null, lastAt: null, waiting: 0 } as const
  const stopped = { ...ok, state: 'stopped', reason: 'token' } as const
  it.each([
    ['sends', ok, true, 'ok', 'ok'],
    ['is stopped', stopped, true, 'wrong', 'stopped'],
    ['has no number', ok, false, 'look', 'noNumber'],
    ['is switched off, whatever its state', { ...stopped, enabled: false }, false, 'unused', 'off'],
    ['has no account, whatever its state', { ...stopped, configured: false }, false, 'unused', 'unused'],
  ])('rate WhatsApp that %s', (_, whatsapp, hasNumber, state, why) => {
    expect(whatsappState(whatsapp, hasNumber)).toEqual({ state, why })
  })
})

describe('the state of the backups', () => {
  const now = Date.parse('2026-11-21T15:00:00.000Z')
  const fine = {
    lastAt: '2026-11-21T02:00:00.000Z',
    failed: false,
    reason: null,
    sameDisk: false,
    running: false,
    automatic: true,
  }
  it.each([
    ['made on time', {}, 'ok', 'made'],
    ['none yet', { lastAt: null, sameDisk: true }, 'look', 'none'],
    ['two days old', { lastAt: '2026-11-19T15:00:00.000Z' }, 'ok', 'made'],
    ['older than two days', { lastAt: '2026-11-19T14:59:59.999Z', sameDisk: true }, 'look', 'old'],
    ['on the disk with the data', { sameDisk: true }, 'look', 'sameDisk'],
    ['failed, whatever else is known', { failed: true, sameDisk: true, automatic: false }, 'wrong', 'failed'],
    ['not made by themselves', { automatic: false, lastAt: null, sameDisk: true }, 'unused', 'off'],
  ])('%s', (_, backup, state, why) => {
    expect(lastBackupState({ ...fine, ...backup }, now)).toEqual({ state, why })
  })
})

describe('the state of the test whether phones reach the address', () => {
  const dayStart = Date.parse('2026-11-21T02:00:00.000Z')
  const now = Date.parse('2026-11-21T15:00:00.000Z')
  const until = '2026-11-21T15:10:00.000Z'
  const requested = { askedAt: '2026-11-21T15:00:00.000Z', expiresAt: until, reachedAt: null }

  it.each([
    ['if no code was requested', 'unasked', null, undefined, now],
    ['if another device requested the code', 'unasked', requested, undefined, now],
    ['if this device requested the code', 'waiting', requested, until, now],
    ['a millisecond before the code expires', 'waiting', requested, until, Date.parse(until) - 1],
    ['when the code has expired', 'over', requested, until, Date.parse(until)],
    [
      'if another device requested a code afterwards',
      'replaced',
      { ...requested, expiresAt: '2026-11-21T15:10:01.000Z' },
      until,
      now,
    ],
    ['if a phone reached the address', 'reached', { ...requested, reachedAt: '2026-11-21T15:01:00.000Z' }, until, now],
    [
      'if a phone reached it by another device’s code',
      'reached',
      { ...requested, reachedAt: '2026-11-21T15:01:00.000Z' },
      undefined,
      now,
    ],
    [
      'if a phone reached it at the start of the business day',
      'reached',
      { ...requested, reachedAt: '2026-11-21T02:00:00.000Z' },
      undefined,
      now,
    ],
    [
      'if a phone reached it on the day before',
      'unasked',
      { ...requested, reachedAt: '2026-11-21T01:59:59.999Z' },
      undefined,
      now,
    ],
  ])('%s is “%s”', (_, state, phone, shownUntil, moment) => {
    expect(phoneTestState({ phone, shownUntil, now: moment, dayStart })).toBe(state)
  })
})
