import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NoAnswerError, RequestError } from '../../lib/api/request-error.ts'
import {
  ASK_AFTER_MS,
  type CheckoutEvent,
  type CheckoutState,
  isAsking,
  isDiscardable,
  isOld,
  isSafeToSend,
  isUndecided,
  nextState,
  type OrderAttempt,
  outcomeOfError,
  unfinished,
} from './attempt.ts'

const attempt: OrderAttempt = {
  ...{ key: 'k1', at: 0, isUnsent: false, shown: [] },
  body: { items: [{ menuItemId: 1, quantity: 2 }], total: 5700, customerName: 'Ana', phoneNumber: '0712345678' },
}
const other: OrderAttempt = { ...attempt, key: 'k2' }
const unsent: OrderAttempt = { ...attempt, isUnsent: true }
const HOUR = 60 * 60_000
const WEEK = 7 * 24 * HOUR

function errorOf(status: number, body: object | string = { message: 'No' }): RequestError {
  return new RequestError(status, 'Status', typeof body === 'string' ? body : JSON.stringify(body))
}

describe('outcomeOfError', () => {
  it.each([400, 404, 409, 413, 415])('is “refused” for status %i', (status) => {
    expect(outcomeOfError(errorOf(status, { message: 'No', code: 'x' }))).toEqual({
      kind: 'refused',
      refusal: { message: 'No', code: 'x' },
    })
  })

  it.each([401, 403, 408, 429])('is “open” for status %i, with the server’s message', (status) => {
    expect(outcomeOfError(errorOf(status))).toEqual({ kind: 'open', serverMessage: 'No' })
  })

  it.each([500, 502, 503, 504])('is “open” for status %i', (status) => {
    expect(outcomeOfError(errorOf(status))).toEqual({ kind: 'open', serverMessage: undefined })
  })

  it('is “open” without a response, or with one that is not the server’s', () => {
    expect(outcomeOfError(new NoAnswerError('No answer'))).toEqual({ kind: 'open' })
    expect(outcomeOfError(errorOf(404, '<html>Sign in to this Wi-Fi</html>'))).toMatchObject({ kind: 'open' })
  })
})

describe('an attempt’s age', () => {
  it.each([
    ['zero', false, 0],
    ['just below half an hour', false, ASK_AFTER_MS - 1],
    ['half an hour', true, ASK_AFTER_MS],
    ['a day', true, 24 * HOUR],
    ['a year (the clock was set forward)', true, 52 * WEEK],
    ['negative (the clock was set back)', true, -1],
    ['not a number', true, Number.NaN],
  ])('of %s is old: %s; sending an old attempt asks for confirmation first', (_, old, now) => {
    expect(isOld(attempt, now)).toBe(old)
    for (const [phase, stored] of [
      ['open', attempt],
      ['waiting', unsent],
    ] as const) {
      const next = nextState({ phase, attempt: stored }, { type: 'resend', now })
      expect(next).toEqual(
        old ? { phase, attempt: stored, askedAt: now } : { phase: 'sending', attempt: stored, resentFrom: phase },
      )
    }
  })

  it('does not prevent sending an old attempt once the guest has confirmed it', () => {
    const asked: CheckoutState = { phase: 'waiting', attempt: unsent, askedAt: HOUR }
    expect(nextState(asked, { type: 'resend', now: HOUR, isWanted: true })).toMatchObject({ phase: 'sending' })
    expect(isAsking(nextState(asked, { type: 'postponed' }))).toBe(false)
    expect(nextState(asked, { type: 'postponed' }).phase).toBe('waiting')
  })

  it.each([
    ['while the server still knows its key', true, WEEK - 2 * HOUR],
    ['once the server may have forgotten its key', false, WEEK - HOUR],
    ['of a year', false, 52 * WEEK],
  ])('%s allows an open attempt to be sent again: %s', (_, isSafe, now) => {
    expect([isSafeToSend(attempt, now), isDiscardable(attempt, now)]).toEqual([isSafe, !isSafe])
    const asked = nextState({ phase: 'open', attempt }, { type: 'resend', now, isWanted: true })
    expect(asked.phase).toBe(isSafe ? 'sending' : 'open')
    expect(nextState(asked, { type: 'discarded', now }).phase).toBe(isSafe ? 'sending' : 'idle')
    // An attempt that was never sent may be sent at any age.
    expect([isSafeToSend(unsent, now), isDiscardable(unsent, now)]).toEqual([true, true])
  })

  it('does not matter for an attempt that may have been sent: it is open', () => {
    expect(unfinished(attempt).phase).toBe('open')
  })
})

describe('any sequence of events', () => {
  const now = fc.oneof(fc.integer({ min: -WEEK, max: 2 * WEEK }), fc.integer({ min: 0, max: HOUR }))
  const outcome = fc.constantFrom('open', 'unsent').map((kind) => ({ kind }) as { kind: 'open' | 'unsent' })
  const event: fc.Arbitrary<CheckoutEvent> = fc.oneof(
    fc.constantFrom<CheckoutEvent>({ type: 'found', attempt: other }, { type: 'begin', attempt: other }),
    fc.record({ type: fc.constant('resend' as const), now, isWanted: fc.boolean() }),
    fc.record({ type: fc.constant('discarded' as const), now }),
    fc.constantFrom<CheckoutEvent>({ type: 'sendingStarted' }, { type: 'postponed' }, { type: 'acknowledged' }),
    fc.record({ type: fc.constant('ended' as const), outcome }),
  )
  const events = fc.array(event, { maxLength: 40 })
  const start = fc.constantFrom<CheckoutState>(
    { phase: 'sending', attempt: unsent },
    { phase: 'waiting', attempt: unsent },
    { phase: 'open', attempt },
  )

  it('drops an undecided attempt only when its guest discards it, and only if it is discardable', () => {
    fc.assert(
      fc.property(start, events, (from, generatedEvents) => {
        let state = from
        for (const next of generatedEvents) {
          const after = nextState(state, next)
          if (
            isUndecided(state) &&
            'attempt' in state &&
            !('attempt' in after && after.attempt.key === state.attempt.key)
          ) {
            expect(next.type).toBe('discarded')
            expect(isDiscardable(state.attempt, (next as { now: number }).now)).toBe(true)
          }
          state = after
        }
      }),
    )
  })

  it('never marks an attempt as unsent once it may have been sent', () => {
    fc.assert(
      fc.property(start, events, (from, generatedEvents) => {
        let state = from
        const mayHaveBeenSent = new Set<string>()
        for (const next of generatedEvents) {
          if ('attempt' in state && !state.attempt.isUnsent) mayHaveBeenSent.add(state.attempt.key)
          state = nextState(state, next)
          if (!('attempt' in state)) mayHaveBeenSent.clear()
          else if (mayHaveBeenSent.has(state.attempt.key)) expect(state.attempt.isUnsent).toBeFalsy()
          if (state.phase === 'waiting') expect(state.attempt.isUnsent).toBe(true)
        }
      }),
    )
  })

  it('never sends an old attempt without the guest’s confirmation', () => {
    fc.assert(
      fc.property(start, events, (from, generatedEvents) => {
        let state = from
        for (const next of generatedEvents) {
          const after = nextState(state, next)
          if (next.type === 'resend' && after.phase === 'sending' && state.phase !== 'sending')
            expect(next.isWanted || !isOld(after.attempt, next.now)).toBe(true)
          state = after
        }
      }),
    )
  })
})
