import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WhatsappOutcome } from '#server/platform/whatsapp.ts'
import {
  currentDayCount,
  type DayLimit,
  floodAfter,
  floodSpacingMs,
  hasLimitExpired,
  limitedUntil,
  MAX_SINGLE_AGE_MS,
  messageKindOf,
  nextSendAt,
  type QueuedMessage,
  type QueueState,
  SPACING_MS,
  stateAfter,
  stateAfterReset,
  withoutPause,
} from './queue.ts'

const NOW = new Date('2026-11-21T18:00:00.000Z')
const at = (ms: number) => new Date(NOW.getTime() + ms)
const order = (orderId: number, ageMs: number): QueuedMessage => ({ orderId, createdAt: at(-ageMs) })
const INITIAL: QueueState = { stoppedBy: null, nextAt: null, failures: 0, strangeAnswers: 0 }

describe('the kind of message', () => {
  it.each([
    ['no message', [], undefined],
    ['a test message', [{ orderId: null, createdAt: NOW }], { kind: 'test' }],
    ['one order', [order(7, 0)], { kind: 'order', orderId: 7 }],
    [
      'one order that waited just less than 15 minutes',
      [order(7, MAX_SINGLE_AGE_MS - 1)],
      { kind: 'order', orderId: 7 },
    ],
    ['one order that waited for 15 minutes', [order(7, MAX_SINGLE_AGE_MS)], { kind: 'orders', count: 1 }],
    ['two orders', [order(7, 0), order(8, 0)], { kind: 'orders', count: 2 }],
    [
      'many orders, some of them old',
      [order(7, 2 * MAX_SINGLE_AGE_MS), order(8, 0), order(9, 0)],
      { kind: 'orders', count: 3 },
    ],
  ] as const)('is determined for %s', (_, queued, kind) => {
    expect(messageKindOf(queued, NOW)).toEqual(kind)
  })

  it('is a count of all orders, unless there is a single recent one', () => {
    const ages = fc.array(fc.integer({ min: 0, max: 3 * MAX_SINGLE_AGE_MS }), { minLength: 1 })
    fc.assert(
      fc.property(ages, (all) => {
        const message = messageKindOf(
          all.map((age, i) => order(i + 1, age)),
          NOW,
        )
        if (message?.kind === 'order') expect(all.length === 1 && (all[0] ?? 0) < MAX_SINGLE_AGE_MS).toBe(true)
        else expect(message).toEqual({ kind: 'orders', count: all.length })
      }),
    )
  })
})

const BUSY: WhatsappOutcome = { kind: 'busy', why: '', retryAfterMs: 0 }
const STRANGE: WhatsappOutcome = { kind: 'unknown', why: '', isUndocumented: true }
const REJECTED: WhatsappOutcome = { kind: 'refused', why: '' }
const SILENT: WhatsappOutcome = { kind: 'unknown', why: '', isUndocumented: false }
const UNREACHED: WhatsappOutcome = { kind: 'unreached', why: '' }
const ACCEPTED: WhatsappOutcome = { kind: 'accepted' }
const stateAfterAll = (outcomes: WhatsappOutcome[], isTest = false, before = INITIAL) =>
  outcomes.reduce((state, outcome) => stateAfter(state, outcome, isTest, NOW), before)
const pauseAfter = (...outcomes: WhatsappOutcome[]) => (stateAfterAll(outcomes).nextAt?.getTime() ?? 0) - NOW.getTime()

describe('the state of the queue', () => {
  it('pauses 6 s after an accepted message, and twice as long after each failure, up to 10 minutes', () => {
    expect(pauseAfter(ACCEPTED)).toBe(6_000)
    const pauses = Array.from({ length: 10 }, (_, i) => pauseAfter(...Array<WhatsappOutcome>(i + 1).fill(UNREACHED)))
    expect(pauses).toEqual([6, 12, 24, 48, 96, 192, 384, 600, 600, 600].map((seconds) => seconds * 1_000))
    expect(pauseAfter(...Array<WhatsappOutcome>(5_000).fill(SILENT))).toBe(600_000)
    expect(pauseAfter(BUSY, BUSY, ACCEPTED, BUSY)).toBe(6_000)
  })

  it('pauses for the time in WhatsApp’s Retry-After, if that is longer', () => {
    expect(pauseAfter({ ...BUSY, retryAfterMs: 30_000 })).toBe(30_000)
    expect(pauseAfter(BUSY, BUSY, BUSY, { ...BUSY, retryAfterMs: 30_000 })).toBe(48_000)
  })

  it.each(['token', 'template', 'recipient', 'account'] as const)(
    'is stopped immediately because of the %s, until a message is accepted',
    (stop) => {
      const stopped = stateAfterAll([{ kind: 'stopped', why: '', stop }])
      expect(stopped).toMatchObject({ stoppedBy: stop, nextAt: at(SPACING_MS) })
      expect(stateAfterAll([BUSY, SILENT, UNREACHED], true, stopped)).toMatchObject({ stoppedBy: stop })
      expect(stateAfterAll([ACCEPTED], true, stopped)).toEqual({ ...INITIAL, nextAt: at(SPACING_MS) })
    },
  )

  it.each([
    ['four undocumented responses', [STRANGE, REJECTED, STRANGE, STRANGE], null],
    ['five undocumented responses', [STRANGE, REJECTED, STRANGE, REJECTED, STRANGE], 'refused'],
    [
      'five, with network failures between them',
      [STRANGE, SILENT, STRANGE, UNREACHED, STRANGE, STRANGE, STRANGE],
      'refused',
    ],
    ['five, with an accepted message between them', [STRANGE, STRANGE, STRANGE, ACCEPTED, STRANGE, STRANGE], null],
    ['five, with a documented response between them', [STRANGE, STRANGE, STRANGE, BUSY, STRANGE, STRANGE], null],
  ])('stops or not after %s', (_, outcomes, stoppedBy) => {
    expect(stateAfterAll(outcomes).stoppedBy).toBe(stoppedBy)
  })

  it('is stopped immediately when a test message is rejected', () => {
    expect(stateAfterAll([REJECTED], true).stoppedBy).toBe('refused')
    expect(stateAfterAll([STRANGE], true).stoppedBy).toBe(null)
  })

  it('is never stopped by any number of network failures', () => {
    const network = fc.array(fc.constantFrom(SILENT, UNREACHED, BUSY), { maxLength: 100 })
    fc.assert(fc.property(network, fc.boolean(), (all, isTest) => stateAfterAll(all, isTest).stoppedBy === null))
  })

  it('never allows two messages within 6 s, after any outcome of the first', () => {
    const any = fc.constantFrom(ACCEPTED, BUSY, STRANGE, REJECTED, SILENT, {
      kind: 'stopped',
      why: '',
      stop: 'token',
    } as const)
    const all = fc.array(any, { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(all, fc.boolean(), (outcomes, isTest) => {
        const state = stateAfterAll(outcomes, isTest)
        for (const { nextAt } of [state, stateAfterReset(state, NOW), { nextAt: withoutPause(state, NOW) }]) {
          expect(nextAt?.getTime()).toBeGreaterThanOrEqual(NOW.getTime() + SPACING_MS)
        }
      }),
    )
  })

  it.each([
    ['immediately without pause and lease', null, null, 0],
    ['after the pause', 600_000, null, 600_000],
    ['after the longest pause that WhatsApp may request', 3_600_000, null, 3_600_000],
    ['immediately if the pause is longer than possible, as a wrong clock may store it', 3_600_001, null, 0],
    ['after the lease', null, 20_000, 20_000],
    ['after the pause if the lease is longer than possible', 6_000, 20_001, 6_000],
    ['immediately when both are over', -1, -1, 0],
  ])('allows the next message %s', (_, nextIn, leasedIn, inMs) => {
    const time = (ms: number | null) => (ms === null ? null : at(ms))
    expect(nextSendAt({ nextAt: time(nextIn), leasedUntil: time(leasedIn) }, NOW)).toEqual(at(inMs))
  })

  it('is reset when the owner has changed the settings or the account: the next message waits for the spacing, not for the pause', () => {
    const stopped = stateAfterAll([BUSY, BUSY, BUSY, BUSY, { kind: 'stopped', why: '', stop: 'account' }])
    expect(stateAfterReset({ nextAt: at(600_000) }, NOW)).toEqual({ ...INITIAL, nextAt: at(SPACING_MS) })
    expect(stateAfterReset(stopped, at(3_000)).nextAt).toEqual(at(SPACING_MS))
    expect(stateAfterReset(INITIAL, NOW)).toEqual(INITIAL)
  })
})

describe('a flood', () => {
  /** The spacing in seconds after each of `messages` messages that announce `ordersEach` orders each. */
  const spacings = (messages: number, ordersEach: number, inFlood = 0) => {
    let [now, flood] = [NOW, { inFlood, lastAt: null as Date | null }]
    return Array.from({ length: messages }, () => {
      flood = { inFlood: floodAfter(flood, ordersEach, now), lastAt: now }
      now = new Date(now.getTime() + floodSpacingMs(flood.inFlood))
      return floodSpacingMs(flood.inFlood) / 1_000
    })
  }

  it('gets ten more messages at the normal spacing, which then doubles up to 10 minutes', () => {
    expect(spacings(20, 1_000)).toEqual([...Array(11).fill(6), 12, 24, 48, 96, 192, 384, 600, 600, 600])
  })

  it('causes at most 24 messages in an hour and fewer than 200 in a day', () => {
    const messagesIn = (hours: number) => {
      const ends = spacings(1_000, 1_000).map((_, i, all) => all.slice(0, i + 1).reduce((a, b) => a + b, 0))
      return ends.filter((end) => end <= hours * 3_600).length
    }
    expect(messagesIn(1)).toBeLessThanOrEqual(24)
    expect(messagesIn(24)).toBeLessThan(200)
  })

  it.each([
    ['one order per 20 s does not change the count', 5, 20_000, 1, 5],
    ['one order in less than 20 s raises the count by one', 5, 19_999, 1, 6],
    ['30 orders in 10 minutes do not change the count', 17, 600_000, 30, 17],
    ['31 orders in 10 minutes do not raise the count above its maximum', 17, 600_000, 31, 17],
    ['25 orders in 10 minutes lower the count by five', 17, 600_000, 25, 12],
    ['few orders in 10 minutes reset the count', 17, 600_000, 5, 0],
    ['a test message after an hour without orders resets the count', 17, 3_600_000, 0, 0],
    ['an immediate test message does not change the count', 17, 6_000, 0, 17],
    ['a clock that was set back raises the count by one', 5, -3_600_000, 1, 6],
  ])('%s', (_, inFlood, passedMs, orders, after) => {
    expect(floodAfter({ inFlood, lastAt: at(-passedMs) }, orders, NOW)).toBe(after)
  })

  it('is counted from 0, and never higher than the longest spacing needs', () => {
    expect(floodAfter({ inFlood: 9, lastAt: null }, 1, NOW)).toBe(0)
    const any = fc.tuple(fc.nat(17), fc.integer({ min: -1e9, max: 1e9 }), fc.nat(1_000))
    fc.assert(
      fc.property(any, ([inFlood, passedMs, orders]) => {
        const after = floodAfter({ inFlood, lastAt: at(-passedMs) }, orders, NOW)
        expect(after >= 0 && after <= 17 && after <= inFlood + 1).toBe(true)
        expect(floodSpacingMs(after)).toBeGreaterThanOrEqual(SPACING_MS)
      }),
    )
  })

  it('delays the next message after one that may have been sent, not after one that certainly was not', () => {
    const pause = (outcome: WhatsappOutcome) =>
      (stateAfter(INITIAL, outcome, false, NOW, 96_000).nextAt?.getTime() ?? 0) - NOW.getTime()
    expect([ACCEPTED, SILENT, STRANGE].map(pause)).toEqual([96_000, 96_000, 96_000])
    expect([BUSY, UNREACHED, REJECTED].map(pause)).toEqual([6_000, 6_000, 6_000])
  })
})

describe('the daily limit', () => {
  const LIMIT: DayLimit = { dailyLimit: 3, startsAt: '04:00', timeZone: 'Europe/Bucharest' }
  const full = (countedDay: string) => ({ countedDay, sentToday: 3 })
  // 20:00 in Bucharest, on the business day 2026-11-21.
  const TONIGHT = NOW

  it.each([
    ['none yet', { countedDay: null, sentToday: 0 }, '2026-11-21', 0],
    ['the same day', full('2026-11-21'), '2026-11-21', 3],
    ['the day before', full('2026-11-20'), '2026-11-21', 0],
    ['the next day, because the clock was set back or the day start moved', full('2026-11-22'), '2026-11-22', 3],
    ['a day further ahead, written by a wrong clock', full('2026-11-23'), '2026-11-21', 0],
  ])('uses or resets the count if the counted day is %s', (_, count, countedDay, sentToday) => {
    expect(currentDayCount(count, LIMIT, TONIGHT)).toEqual({ countedDay, sentToday })
  })

  it('applies from the last allowed message until the next business day begins', () => {
    const nextDayStart = new Date('2026-11-22T02:00:00.000Z')
    const reached = full('2026-11-21')
    expect(limitedUntil({ ...reached, sentToday: 2 }, LIMIT, TONIGHT)).toBe(undefined)
    expect(limitedUntil(reached, LIMIT, TONIGHT)).toEqual(nextDayStart)
    expect(limitedUntil(reached, LIMIT, new Date(nextDayStart.getTime() - 1))).toEqual(nextDayStart)
    expect(limitedUntil(reached, LIMIT, nextDayStart)).toBe(undefined)
    expect(
      [new Date(nextDayStart.getTime() - 1), nextDayStart].map((now) => hasLimitExpired(reached, LIMIT, now)),
    ).toEqual([false, true])
    expect(hasLimitExpired({ ...reached, sentToday: 2 }, LIMIT, nextDayStart)).toBe(false)
  })

  it('ends at the new time when the start of the business day is changed', () => {
    const at5 = new Date('2026-11-22T03:00:00.000Z')
    expect(limitedUntil(full('2026-11-21'), { ...LIMIT, startsAt: '06:00' }, at5)).toEqual(
      new Date('2026-11-22T04:00:00.000Z'),
    )
    // The new day had begun at 04:00. With the later start it has not begun, but its count stays.
    expect(limitedUntil(full('2026-11-22'), { ...LIMIT, startsAt: '06:00' }, at5)).toEqual(
      new Date('2026-11-23T04:00:00.000Z'),
    )
  })

  it('always ends within 49 hours, at any time of any clock', () => {
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
