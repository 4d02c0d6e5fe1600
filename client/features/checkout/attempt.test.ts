import { describe, expect, it } from 'vitest'
import { NoAnswerError, RequestError } from '../../lib/request-error.ts'
import { type CheckoutState, nextState, type OrderAttempt, outcomeOfError } from './attempt.ts'

const attempt: OrderAttempt = {
  key: 'k1',
  at: 0,
  body: { items: [{ menuItemId: 1, quantity: 2 }], total: 5700, customerName: 'Ana', phoneNumber: '0712345678' },
}
const other: OrderAttempt = { ...attempt, key: 'k2' }

function refusal(status: number, body: object | string = { message: 'No' }): RequestError {
  return new RequestError(status, 'Status', typeof body === 'string' ? body : JSON.stringify(body))
}

describe('outcomeOfError', () => {
  it.each([400, 404, 409, 413, 415])('takes %i for a refusal of the order', (status) => {
    expect(outcomeOfError(refusal(status, { message: 'No', code: 'x' }))).toEqual({
      kind: 'refused',
      refusal: { message: 'No', code: 'x' },
    })
  })

  it.each([401, 403, 408, 429])('leaves the outcome open at %i, with what the server said', (status) => {
    expect(outcomeOfError(refusal(status))).toEqual({ kind: 'open', said: 'No' })
  })

  it.each([500, 502, 503, 504])('leaves the outcome open at %i', (status) => {
    expect(outcomeOfError(refusal(status))).toEqual({ kind: 'open', said: undefined })
  })

  it('leaves the outcome open without an answer, or with one that is not the server’s', () => {
    expect(outcomeOfError(new NoAnswerError('No answer'))).toEqual({ kind: 'open' })
    expect(outcomeOfError(refusal(404, '<html>Sign in to this Wi-Fi</html>'))).toMatchObject({ kind: 'open' })
  })
})

describe('nextState', () => {
  const sending: CheckoutState = { phase: 'sending', attempt, again: false }
  const open: CheckoutState = { phase: 'open', attempt }

  it('ignores a second tap while sending', () => {
    expect(nextState(sending, { type: 'begin', attempt: other })).toBe(sending)
    expect(nextState(sending, { type: 'again' })).toBe(sending)
  })

  it('begins nothing new while an outcome is open', () => {
    expect(nextState(open, { type: 'begin', attempt: other })).toBe(open)
  })

  it('repeats the same body under the same key', () => {
    expect(nextState(open, { type: 'again' })).toEqual({ phase: 'sending', attempt, again: true })
  })

  it('takes a new attempt, with its new key, after a refusal', () => {
    const refused = nextState(sending, { type: 'ended', outcome: { kind: 'refused', refusal: { message: 'No' } } })
    expect(refused.phase).toBe('refused')
    expect(nextState(refused, { type: 'begin', attempt: other })).toMatchObject({ phase: 'sending', attempt: other })
  })

  it('shows a stored attempt as open, but never over what is under way', () => {
    expect(nextState({ phase: 'idle' }, { type: 'found', attempt })).toEqual(open)
    expect(nextState(sending, { type: 'found', attempt: other })).toBe(sending)
  })

  it('never leaves an open outcome by being acknowledged', () => {
    expect(nextState(open, { type: 'acknowledged' })).toBe(open)
  })
})
