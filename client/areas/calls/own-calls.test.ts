import { describe, expect, it } from 'vitest'
import { type OwnCall, parseStoredCalls, stillOpen, withCall, withCallStatus } from './guest-calls.tsx'

const HOUR_MS = 60 * 60_000
const call = (change: Partial<OwnCall> = {}): OwnCall => ({
  id: 7,
  token: 't',
  tableId: 35,
  kind: 'waiter',
  method: null,
  status: 'open',
  at: 0,
  ...change,
})

describe('the calls of a phone', () => {
  it('have one of each kind at a table: a new one is in place of the last', () => {
    const [first, bill, elsewhere] = [call(), call({ id: 8, kind: 'bill' }), call({ id: 9, tableId: 36 })]
    const next = call({ id: 10 })
    expect(withCall([elsewhere, bill, first], next)).toEqual([next, elsewhere, bill])
    expect(
      withCall(
        [9, 8, 7, 6].map((tableId) => call({ tableId })),
        next,
      ),
    ).toHaveLength(4)
  })

  it('are the same array if a status is not new, or of another phone’s call', () => {
    const calls = [call()]
    expect(withCallStatus(calls, { id: 7, status: 'open' })).toBe(calls)
    expect(withCallStatus(calls, { id: 8, status: 'ended' })).toBe(calls)
    expect(withCallStatus(calls, { id: 7, status: 'taken' })).toEqual([call({ status: 'taken' })])
  })

  it('of an earlier visit, and ended ones, are not shown again', () => {
    const kept = [call(), call({ status: 'taken', at: HOUR_MS })]
    const gone = [call({ status: 'ended' }), call({ at: -6 * HOUR_MS }), call({ at: 9 * HOUR_MS })]
    expect(stillOpen([...kept, ...gone], 0)).toEqual(kept)
  })

  it.each([null, {}, 'x', [null, 1, {}, call({ kind: 'taxi' as 'bill' }), call({ status: 'done' as 'open' })]])(
    'are read from storage only where they are whole (%j)',
    (value) => {
      expect(parseStoredCalls(value)).toEqual([])
      expect(parseStoredCalls([call(), ...(Array.isArray(value) ? value : [])])).toEqual([call()])
    },
  )
})
