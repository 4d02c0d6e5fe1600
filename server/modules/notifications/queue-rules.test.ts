import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WhatsappOutcome } from '#server/platform/whatsapp/outcome.ts'
import {
  ALONE_MS,
  countNow,
  type DayLimit,
  floodAfter,
  freeAt,
  type Item,
  isLimitOver,
  limitedUntil,
  messageKindOf,
  type QueueState,
  SPACING_MS,
  soonest,
  spacingIn,
  stateAfter,
  stateAfterReset,
} from './queue-rules.ts'

const NOW = new Date('2026-11-21T18:00:00.000Z')
const at = (ms: number) => new Date(NOW.getTime() + ms)
const order = (orderId: number, ageMs: number): Item => ({ orderId, createdAt: at(-ageMs) })
const FINE: QueueState = { stoppedBy: null, nextAt: null, failures: 0, strangeAnswers: 0 }

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
    expect(messageKindOf(items, NOW)).toEqual(telling)
  })

  it('counts every order, and names one only if it is alone', () => {
    const ages = fc.array(fc.integer({ min: 0, max: 3 * ALONE_MS }), { minLength: 1 })
    fc.assert(
      fc.property(ages, (all) => {
        const telling = messageKindOf(
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
  outcomes.reduce((standing, outcome) => stateAfter(standing, outcome, isTest, NOW), before)
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
        for (const { nextAt } of [standing, stateAfterReset(standing, NOW), { nextAt: soonest(standing, NOW) }]) {
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
    expect(stateAfterReset({ nextAt: at(600_000) }, NOW)).toEqual({ ...FINE, nextAt: at(SPACING_MS) })
    expect(stateAfterReset(stopped, at(3_000)).nextAt).toEqual(at(SPACING_MS))
    expect(stateAfterReset(FINE, NOW)).toEqual(FINE)
  })
})

describe('a flood', () => {
  /** The spacing after each message, where so many orders wait each time that one may go. */
  const spacings = (messages: number, ordersEach: number, inFlood = 0) => {
    let [now, flood] = [NOW, { inFlood, lastAt: null as Date | null }]
    return Array.from({ length: messages }, () => {
      flood = { inFlood: floodAfter(flood, ordersEach, now), lastAt: now }
      now = new Date(now.getTime() + spacingIn(flood.inFlood))
      return spacingIn(flood.inFlood) / 1_000
    })
  }

  it('lets ten messages more go at the usual spacing, then doubles it up to 10 minutes', () => {
    expect(spacings(20, 1_000)).toEqual([...Array(11).fill(6), 12, 24, 48, 96, 192, 384, 600, 600, 600])
  })

  it('of false orders for an hour is some twenty messages, for a day less than 200', () => {
    const messagesIn = (hours: number) => {
      const ends = spacings(1_000, 1_000).map((_, i, all) => all.slice(0, i + 1).reduce((a, b) => a + b, 0))
      return ends.filter((end) => end <= hours * 3_600).length
    }
    expect(messagesIn(1)).toBeLessThanOrEqual(24)
    expect(messagesIn(24)).toBeLessThan(200)
  })

  it.each([
    ['one order each 20 s changes nothing', 5, 20_000, 1, 5],
    ['one in less than 20 s is one more', 5, 19_999, 1, 6],
    ['30 in 10 minutes change nothing', 17, 600_000, 30, 17],
    ['31 in 10 minutes are the longest', 17, 600_000, 31, 17],
    ['25 in 10 minutes are five less', 17, 600_000, 25, 12],
    ['an evening’s orders end it', 17, 600_000, 5, 0],
    ['a test after a quiet hour ends it', 17, 3_600_000, 0, 0],
    ['a test at once changes nothing', 17, 6_000, 0, 17],
    ['a clock that was set back is one more', 5, -3_600_000, 1, 6],
  ])('%s', (_, inFlood, passedMs, orders, after) => {
    expect(floodAfter({ inFlood, lastAt: at(-passedMs) }, orders, NOW)).toBe(after)
  })

  it('begins at none, and never counts further than the longest spacing needs', () => {
    expect(floodAfter({ inFlood: 9, lastAt: null }, 1, NOW)).toBe(0)
    const any = fc.tuple(fc.nat(17), fc.integer({ min: -1e9, max: 1e9 }), fc.nat(1_000))
    fc.assert(
      fc.property(any, ([inFlood, passedMs, orders]) => {
        const after = floodAfter({ inFlood, lastAt: at(-passedMs) }, orders, NOW)
        expect(after >= 0 && after <= 17 && after <= inFlood + 1).toBe(true)
        expect(spacingIn(after)).toBeGreaterThanOrEqual(SPACING_MS)
      }),
    )
  })

  it('holds up what follows a message that may have gone, and not one that certainly did not', () => {
    const pause = (outcome: WhatsappOutcome) =>
      (stateAfter(FINE, outcome, false, NOW, 96_000).nextAt?.getTime() ?? 0) - NOW.getTime()
    expect([ACCEPTED, SILENT, STRANGE].map(pause)).toEqual([96_000, 96_000, 96_000])
    expect([BUSY, UNREACHED, REFUSED].map(pause)).toEqual([6_000, 6_000, 6_000])
  })
})

describe('the limit of a day', () => {
  const LIMIT: DayLimit = { dailyLimit: 3, startsAt: '04:00', timeZone: 'Europe/Bucharest' }
  const full = (countedDay: string) => ({ countedDay, sentToday: 3 })
  // 20:00 in Bucharest, on the business day 2026-11-21.
  const TONIGHT = NOW

  it.each([
    ['nothing was ever counted', { countedDay: null, sentToday: 0 }, '2026-11-21', 0],
    ['the same day', full('2026-11-21'), '2026-11-21', 3],
    ['the day before', full('2026-11-20'), '2026-11-21', 0],
    ['the next day, which a clock or a start has taken back', full('2026-11-22'), '2026-11-22', 3],
    ['a day further ahead, written by a wrong clock', full('2026-11-23'), '2026-11-21', 0],
  ])('counts anew only on a new day: %s', (_, count, countedDay, sentToday) => {
    expect(countNow(count, LIMIT, TONIGHT)).toEqual({ countedDay, sentToday })
  })

  it('holds from the last message that may go until the next business day begins', () => {
    const begins = new Date('2026-11-22T02:00:00.000Z')
    const reached = full('2026-11-21')
    expect(limitedUntil({ ...reached, sentToday: 2 }, LIMIT, TONIGHT)).toBe(undefined)
    expect(limitedUntil(reached, LIMIT, TONIGHT)).toEqual(begins)
    expect(limitedUntil(reached, LIMIT, new Date(begins.getTime() - 1))).toEqual(begins)
    expect(limitedUntil(reached, LIMIT, begins)).toBe(undefined)
    expect([new Date(begins.getTime() - 1), begins].map((now) => isLimitOver(reached, LIMIT, now))).toEqual([
      false,
      true,
    ])
    expect(isLimitOver({ ...reached, sentToday: 2 }, LIMIT, begins)).toBe(false)
  })

  it('ends sooner or later when the start of the business day was moved', () => {
    const at5 = new Date('2026-11-22T03:00:00.000Z')
    expect(limitedUntil(full('2026-11-21'), { ...LIMIT, startsAt: '06:00' }, at5)).toEqual(
      new Date('2026-11-22T04:00:00.000Z'),
    )
    // The new day had begun at 04:00: a later start takes it back, and it is counted on.
    expect(limitedUntil(full('2026-11-22'), { ...LIMIT, startsAt: '06:00' }, at5)).toEqual(
      new Date('2026-11-23T04:00:00.000Z'),
    )
  })

  it('always ends within two days and a change of clocks, whatever the clock shows', () => {
    const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
    const days = fc.constantFrom('2026-03-28', '2026-03-29', '2026-10-25', '2026-10-26', '2030-01-01')
    const starts = fc.constantFrom('00:00', '03:30', '04:00', '23:59')
    fc.assert(
      fc.property(moments, days, starts, (now, countedDay, startsAt) => {
        const until = limitedUntil(full(countedDay), { ...LIMIT, startsAt }, now)
        if (until === undefined) return
        expect(until.getTime()).toBeGreaterThan(now.getTime())
        expect(until.getTime() - now.getTime()).toBeLessThanOrEqual(49 * 3_600_000)
      }),
    )
  })
})
