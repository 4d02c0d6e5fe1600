import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countOfToday, type QueueState, SPACING_MS, stateAfter } from './queue.ts'
import type { WhatsappAccount, WhatsappOutcome } from './whatsapp.ts'

const NOW = new Date('2026-11-21T18:00:00.000Z')
const at = (ms: number) => new Date(NOW.getTime() + ms)
const INITIAL: QueueState = { stoppedBy: null, nextAt: null, failures: 0 }
const ACCEPTED: WhatsappOutcome = { kind: 'accepted' }
const failed = (more: Partial<Extract<WhatsappOutcome, { kind: 'failed' }>> = {}): WhatsappOutcome => {
  return { kind: 'failed', why: '', isUnknown: false, stop: null, ...more }
}
const stateAfterAll = (...outcomes: WhatsappOutcome[]) =>
  outcomes.reduce((state, outcome) => stateAfter(state, outcome, NOW), INITIAL)
const pauseAfter = (...outcomes: WhatsappOutcome[]) =>
  ((stateAfterAll(...outcomes).nextAt?.getTime() ?? 0) - NOW.getTime()) / 1_000

describe('the state of the queue', () => {
  it('pauses 6 s after an accepted message, and twice as long after each failure, up to 10 minutes', () => {
    expect(pauseAfter(ACCEPTED)).toBe(6)
    const pauses = Array.from({ length: 10 }, (_, i) => pauseAfter(...Array<WhatsappOutcome>(i + 1).fill(failed())))
    expect(pauses).toEqual([6, 12, 24, 48, 96, 192, 384, 600, 600, 600])
    expect(pauseAfter(...Array<WhatsappOutcome>(5_000).fill(failed({ isUnknown: true })))).toBe(600)
    expect(pauseAfter(failed(), failed(), ACCEPTED, failed())).toBe(6)
  })

  it('shows why somebody must act until a message is accepted, and no failure that passes by itself', () => {
    const stopped = stateAfterAll(failed(), failed({ stop: 'token' }), failed(), failed({ isUnknown: true }))
    expect(stopped.stoppedBy).toBe('token')
    expect(stateAfterAll(failed({ stop: 'token' }), failed({ stop: 'template' })).stoppedBy).toBe('template')
    expect(stateAfter(stopped, ACCEPTED, NOW)).toEqual({ ...INITIAL, nextAt: at(SPACING_MS) })
    expect(stateAfterAll(failed(), failed({ isUnknown: true })).stoppedBy).toBe(null)
  })

  it('never allows two messages within 6 s, after any outcome of the first', () => {
    const any = fc.constantFrom(ACCEPTED, failed(), failed({ isUnknown: true }), failed({ stop: 'token' }))
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 30 }), (outcomes) => {
        expect(stateAfterAll(...outcomes).nextAt?.getTime()).toBeGreaterThanOrEqual(at(SPACING_MS).getTime())
      }),
    )
  })
})

describe('the daily limit', () => {
  const parts = { whatsapp: { dailyLimit: 3 } as WhatsappAccount, timeZone: 'Europe/Bucharest' }
  const today = { startsAt: '04:00', countedDay: '2026-11-21', sentToday: 3 }
  const count = (change: Partial<typeof today> = {}, now = NOW) => countOfToday({ ...today, ...change }, parts, now)

  it('holds from the last allowed message until the next business day begins', () => {
    const nextDay = new Date('2026-11-22T02:00:00.000Z')
    expect(count({ sentToday: 2 }).limitedUntil).toBe(undefined)
    expect(count().limitedUntil).toEqual(nextDay)
    expect(count({}, new Date(nextDay.getTime() - 1)).limitedUntil).toEqual(nextDay)
    expect(count({}, nextDay)).toEqual({ countedDay: '2026-11-22', sentToday: 0, limitedUntil: undefined })
  })

  it('does not exist without an account', () => {
    expect(countOfToday(today, { ...parts, whatsapp: undefined }, NOW).limitedUntil).toBe(undefined)
  })
})
