import { describe, expect, it } from 'vitest'
import { beforeServiceWords } from '../../i18n/en/owner/before-service.ts'
import { CHECKS, FINDINGS, needsAttention, SERVER_CHECKS } from './findings.ts'
import { type Facts, judge } from './judge.ts'

const [MB, GB] = [1_000_000, 1_000_000_000]
const NOW = new Date('2026-11-21T15:00:00.000Z')
const BACKUP = {
  ...{ lastAt: '2026-11-21T02:00:00.000Z', failed: false, reason: null, sameDisk: false, running: false },
  automatic: true,
}
const WHATSAPP = { configured: true, enabled: true, state: 'ok', reason: null, lastAt: null, waiting: 0 } as const
const RESTAURANT = { noTables: false, registration: false, ownerPhoneNumber: '40712345678' }
const FACTS: Facts = {
  staff: 0,
  hasOrders: false,
  ...{ dishes: 2, tables: 2, ordersPaused: false, ordersPausedUntil: null, soldOut: [], unpriced: [], undeclared: [] },
  hours: null,
  ...{ whatsapp: WHATSAPP, databaseMs: 3, disk: null, backup: BACKUP, signInEndsAt: null },
  printers: null,
  dayEnd: null,
  reached: [],
}
const NOON = { from: '12:00', to: '22:00' }
const SOUP = { id: 1, name: 'Soup', nameRo: '' }

const judged = (changed: Partial<Facts> = {}, restaurant = {}) =>
  judge({ ...FACTS, ...changed }, { ...RESTAURANT, ...restaurant }, NOW)

/** Findings with words of their own, which are put together from others. */
const WITHOUT_WORDS = [
  'whatsapp.stopped',
  'phone.local',
  'dayEnd.off',
  'printers.unused',
  ...CHECKS.guests.map((name) => `${name}.noDishes`),
]

it.each(Object.values(CHECKS).flat())(
  'what the check “%s” can find has its sentence, and one of them is fine',
  (name) => {
    const words = Object.keys(beforeServiceWords[name]).map((key) => key.replace(/_(one|few|other)$/, ''))
    const findings = Object.keys(FINDINGS[name])
    const said = findings.filter((finding) => !WITHOUT_WORDS.includes(`${name}.${finding}`))
    expect(words).toEqual(expect.arrayContaining(said))
    expect(Object.values(FINDINGS[name]).some((state) => !needsAttention({ state }))).toBe(true)
  },
)

describe('the checks of the server', () => {
  it('find nothing on an ordinary day', () => {
    const found = judged()
    expect(SERVER_CHECKS.filter((name) => needsAttention(found[name]))).toEqual([])
    expect(found.disk).toEqual({ state: 'unused', finding: 'unknown' })
  })

  it.each([
    [{ dishes: 0 }, 'menu', 'wrong', 'none'],
    [{ tables: 0 }, 'tables', 'look', 'none'],
    [{ ordersPaused: true }, 'paused', 'wrong', 'untilResumed'],
    [{ ordersPaused: true, ordersPausedUntil: NOW.toISOString() }, 'paused', 'wrong', 'until'],
    [{ hours: { today: [NOON], exceptions: [] } }, 'hours', 'ok', 'open'],
    [{ hours: { today: [NOON], exceptions: [{ date: '2026-11-30', hours: [] }] } }, 'hours', 'ok', 'soon'],
    [{ hours: { today: [], exceptions: [] } }, 'hours', 'look', 'closed'],
    [{ soldOut: [SOUP] }, 'soldOut', 'look', 'some'],
    [{ unpriced: [SOUP] }, 'unpriced', 'wrong', 'some'],
    [{ undeclared: [SOUP] }, 'undeclared', 'look', 'some'],
    [{ databaseMs: 200 }, 'database', 'ok', 'fine'],
    [{ databaseMs: 201 }, 'database', 'look', 'slow'],
    [{ dayEnd: { forgotten: null } }, 'dayEnd', 'ok', 'closed'],
    [{ dayEnd: { forgotten: '2026-11-20' } }, 'dayEnd', 'look', 'forgotten'],
    [{ signInEndsAt: NOW.toISOString() }, 'signIn', 'look', 'ends'],
  ] satisfies [Partial<Facts>, string, string, string][])('rate %j: %s is %s', (facts, name, state, finding) => {
    expect(judged(facts)).toHaveProperty(name, { state, finding })
  })

  it('need no tables where only takeaway is sold, and count those that there are', () => {
    expect(judged({ tables: 0 }, { noTables: true }).tables).toEqual({ state: 'unused', finding: 'unused' })
    expect(judged({ tables: 1 }, { noTables: true }).tables).toEqual({ state: 'ok', finding: 'some' })
  })

  it('call nothing ready of a menu without dishes, but show a pause', () => {
    const { paused, soldOut, unpriced, undeclared } = judged({ dishes: 0 })
    const unused = { state: 'unused', finding: 'noDishes' }
    expect([paused, soldOut, unpriced, undeclared]).toEqual([unused, unused, unused, unused])
    expect(judged({ dishes: 0, ordersPaused: true }).paused.state).toBe('wrong')
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
    expect(judged({ disk: { free, total } }).disk.state).toBe(state)
  })

  const stopped = { ...WHATSAPP, state: 'stopped' } as const
  it.each([
    ['sends', WHATSAPP, '40712345678', 'ok', 'ok'],
    ['is stopped', stopped, '40712345678', 'wrong', 'stopped'],
    ['has no number', WHATSAPP, null, 'look', 'noNumber'],
    ['is switched off, whatever its state', { ...stopped, enabled: false }, null, 'unused', 'off'],
    ['has no account, whatever its state', { ...stopped, configured: false }, null, 'unused', 'unused'],
  ])('rate WhatsApp that %s', (_, whatsapp, ownerPhoneNumber, state, finding) => {
    expect(judged({ whatsapp }, { ownerPhoneNumber }).whatsapp).toEqual({ state, finding })
  })

  it.each([
    ['made on time', {}, 'ok', 'made'],
    ['none yet', { lastAt: null, sameDisk: true }, 'look', 'none'],
    ['two days old', { lastAt: '2026-11-19T15:00:00.000Z' }, 'ok', 'made'],
    ['older than two days', { lastAt: '2026-11-19T14:59:59.999Z', sameDisk: true }, 'look', 'old'],
    ['on the disk with the data', { sameDisk: true }, 'look', 'sameDisk'],
    ['failed, whatever else is known', { failed: true, sameDisk: true, automatic: false }, 'wrong', 'failed'],
    ['not made by themselves', { automatic: false, lastAt: null, sameDisk: true }, 'unused', 'off'],
  ])('rate backups that are %s', (_, backup, state, finding) => {
    expect(judged({ backup: { ...BACKUP, ...backup } }).backup).toEqual({ state, finding })
  })
})
