import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WhatsappOutcome } from '#server/platform/whatsapp/outcome.ts'
import {
  ALONE_MS,
  freeAt,
  type Item,
  type QueueStanding,
  SPACING_MS,
  soonest,
  standingAfter,
  standingAnew,
  tellingOf,
} from './rule.ts'

const NOW = new Date('2026-11-21T18:00:00.000Z')
const at = (ms: number) => new Date(NOW.getTime() + ms)
const order = (orderId: number, ageMs: number): Item => ({ orderId, createdAt: at(-ageMs) })
const FINE: QueueStanding = { stoppedBy: null, nextAt: null, failures: 0, strangeAnswers: 0 }

describe('what is told', () => {
  it.each([
    ['nothing', [], undefined],
    ['a test', [{ orderId: null, createdAt: NOW }], { kind: 'test' }],
    ['one order', [order(7, 0)], { kind: 'order', orderId: 7 }],
    ['one that waited just less than 15 minutes', [order(7, ALONE_MS - 1)], { kind: 'order', orderId: 7 }],
    ['one that waited for 15 minutes', [order(7, ALONE_MS)], { kind: 'orders', count: 1 }],
    ['two', [order(7, 0), order(8, 0)], { kind: 'orders', count: 2 }],
    ['many, some of them old', [order(7, 2 * ALONE_MS), order(8, 0), order(9, 0)], { kind: 'orders', count: 3 }],
  ] as const)('of %s', (_, items, telling) => {
    expect(tellingOf(items, NOW)).toEqual(telling)
  })

  it('counts every order, and names one only if it is alone', () => {
    const ages = fc.array(fc.integer({ min: 0, max: 3 * ALONE_MS }), { minLength: 1 })
    fc.assert(
      fc.property(ages, (all) => {
        const telling = tellingOf(
          all.map((age, i) => order(i + 1, age)),
          NOW,
        )
        if (telling?.kind === 'order') expect(all.length === 1 && (all[0] ?? 0) < ALONE_MS).toBe(true)
        else expect(telling).toEqual({ kind: 'orders', count: all.length })
      }),
    )
  })
})

const BUSY: WhatsappOutcome = { kind: 'busy', why: '', retryAfterMs: 0 }
const STRANGE: WhatsappOutcome = { kind: 'unknown', why: '', isStrange: true }
const REFUSED: WhatsappOutcome = { kind: 'refused', why: '' }
const SILENT: WhatsappOutcome = { kind: 'unknown', why: '', isStrange: false }
const UNREACHED: WhatsappOutcome = { kind: 'unreached', why: '' }
const ACCEPTED: WhatsappOutcome = { kind: 'accepted' }
const follow = (outcomes: WhatsappOutcome[], isTest = false, before = FINE) =>
  outcomes.reduce((standing, outcome) => standingAfter(standing, outcome, isTest, NOW), before)
const pauseAfter = (...outcomes: WhatsappOutcome[]) => (follow(outcomes).nextAt?.getTime() ?? 0) - NOW.getTime()

describe('the standing', () => {
  it('waits 6 s after a message that was accepted, and twice as long after each failure, 10 minutes at most', () => {
    expect(pauseAfter(ACCEPTED)).toBe(6_000)
    const pauses = Array.from({ length: 10 }, (_, i) => pauseAfter(...Array<WhatsappOutcome>(i + 1).fill(UNREACHED)))
    expect(pauses).toEqual([6, 12, 24, 48, 96, 192, 384, 600, 600, 600].map((seconds) => seconds * 1_000))
    expect(pauseAfter(...Array<WhatsappOutcome>(5_000).fill(SILENT))).toBe(600_000)
    expect(pauseAfter(BUSY, BUSY, ACCEPTED, BUSY)).toBe(6_000)
  })

  it('waits as long as it was asked to, if that is longer', () => {
    expect(pauseAfter({ ...BUSY, retryAfterMs: 30_000 })).toBe(30_000)
    expect(pauseAfter(BUSY, BUSY, BUSY, { ...BUSY, retryAfterMs: 30_000 })).toBe(48_000)
  })

  it.each(['token', 'template', 'recipient', 'account'] as const)(
    'stops at once by %s, until a message is accepted',
    (stop) => {
      const stopped = follow([{ kind: 'stopped', why: '', stop }])
      expect(stopped).toMatchObject({ stoppedBy: stop, nextAt: at(SPACING_MS) })
      expect(follow([BUSY, SILENT, UNREACHED], true, stopped)).toMatchObject({ stoppedBy: stop })
      expect(follow([ACCEPTED], true, stopped)).toEqual({ ...FINE, nextAt: at(SPACING_MS) })
    },
  )

  it.each([
    ['four strange answers', [STRANGE, REFUSED, STRANGE, STRANGE], null],
    ['five', [STRANGE, REFUSED, STRANGE, REFUSED, STRANGE], 'refused'],
    [
      'five, the network failing between them',
      [STRANGE, SILENT, STRANGE, UNREACHED, STRANGE, STRANGE, STRANGE],
      'refused',
    ],
    ['five, one taken between them', [STRANGE, STRANGE, STRANGE, ACCEPTED, STRANGE, STRANGE], null],
    ['five, the service answering between them', [STRANGE, STRANGE, STRANGE, BUSY, STRANGE, STRANGE], null],
  ])('after %s', (_, outcomes, stoppedBy) => {
    expect(follow(outcomes).stoppedBy).toBe(stoppedBy)
  })

  it('stops at once when a test is refused', () => {
    expect(follow([REFUSED], true).stoppedBy).toBe('refused')
    expect(follow([STRANGE], true).stoppedBy).toBe(null)
  })

  it('is never stopped by the network, however often it fails', () => {
    const network = fc.array(fc.constantFrom(SILENT, UNREACHED, BUSY), { maxLength: 100 })
    fc.assert(fc.property(network, fc.boolean(), (all, isTest) => follow(all, isTest).stoppedBy === null))
  })

  it('never lets two messages go within 6 s, whatever came of the first', () => {
    const any = fc.constantFrom(ACCEPTED, BUSY, STRANGE, REFUSED, SILENT, {
      kind: 'stopped',
      why: '',
      stop: 'token',
    } as const)
    const all = fc.array(any, { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(all, fc.boolean(), (outcomes, isTest) => {
        const standing = follow(outcomes, isTest)
        for (const { nextAt } of [standing, standingAnew(standing, NOW), { nextAt: soonest(standing, NOW) }]) {
          expect(nextAt?.getTime()).toBeGreaterThanOrEqual(NOW.getTime() + SPACING_MS)
        }
      }),
    )
  })

  it.each([
    ['at once where nothing holds it up', null, null, 0],
    ['after the pause', 600_000, null, 600_000],
    ['after the longest pause', 3_600_000, null, 3_600_000],
    ['at once after a pause that is longer than any', 3_600_001, null, 0],
    ['after the lease', null, 20_000, 20_000],
    ['after the pause, whatever the lease', 6_000, 20_001, 6_000],
    ['at once where both are over', -1, -1, 0],
  ])('lets the next message go %s', (_, nextIn, leasedIn, inMs) => {
    const moment = (ms: number | null) => (ms === null ? null : at(ms))
    expect(freeAt({ nextAt: moment(nextIn), leasedUntil: moment(leasedIn) }, NOW)).toEqual(at(inMs))
  })

  it('begins anew when somebody has acted: after the spacing, not after the pause', () => {
    const stopped = follow([BUSY, BUSY, BUSY, BUSY, { kind: 'stopped', why: '', stop: 'account' }])
    expect(standingAnew({ nextAt: at(600_000) }, NOW)).toEqual({ ...FINE, nextAt: at(SPACING_MS) })
    expect(standingAnew(stopped, at(3_000)).nextAt).toEqual(at(SPACING_MS))
    expect(standingAnew(FINE, NOW)).toEqual(FINE)
  })
})
