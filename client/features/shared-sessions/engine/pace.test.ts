import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FRAMES_AT_ONCE, FRAMES_PER_SECOND, FRAMES_REFUSED } from '#shared/contracts/live.ts'
import { Pace } from './pace.ts'
import { CHANGES_UNDER_WAY } from './table-state.ts'

it('stays below the server’s limit, however the network delays and bunches frames', () => {
  // At each step time passes, and the network delivers (and answers) all that is under way, or holds it up.
  const steps = fc.array(fc.record({ ms: fc.integer({ min: 0, max: 400 }), delivers: fc.boolean() }), {
    maxLength: 200,
  })
  fc.assert(
    fc.property(steps, (drawn) => {
      let now = 0
      let inProgress = 0
      let budget = FRAMES_AT_ONCE
      const pace = new Pace(() => now)
      for (const { ms, delivers } of drawn) {
        now += ms
        budget = Math.min(FRAMES_AT_ONCE, budget + (ms / 1000) * FRAMES_PER_SECOND)
        const says = Math.min(pace.allowed, CHANGES_UNDER_WAY - inProgress)
        pace.said(says)
        inProgress += says
        if (!delivers) continue
        budget -= inProgress
        inProgress = 0
        // What else a page says (joining, asking for the whole cart) needs room too.
        expect(budget).toBeGreaterThanOrEqual(4)
      }
    }),
    { numRuns: 1000 },
  )
})

it('never gets the socket closed, whatever else has used up the allowance', () => {
  const steps = fc.array(fc.record({ ms: fc.integer({ min: 0, max: 400 }), delivers: fc.boolean() }), {
    maxLength: 200,
  })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: FRAMES_AT_ONCE }), steps, (left, drawn) => {
      let now = 0
      let inProgress = 0
      let budget = left
      const pace = new Pace(() => now)
      for (const { ms, delivers } of drawn) {
        now += ms
        budget = Math.min(FRAMES_AT_ONCE, budget + (ms / 1000) * FRAMES_PER_SECOND)
        const says = Math.min(pace.allowed, CHANGES_UNDER_WAY - inProgress)
        pace.said(says)
        inProgress += says
        if (!delivers) continue
        budget -= inProgress
        inProgress = 0
        if (budget < 0) pace.tooMuch()
        expect(budget).toBeGreaterThanOrEqual(4 - FRAMES_REFUSED)
      }
    }),
    { numRuns: 1000 },
  )
})

it('sends nothing for a second after a refusal', () => {
  let now = 0
  const pace = new Pace(() => now)
  expect(pace.allowed).toBe(15)
  pace.tooMuch()
  now = 1000
  expect(pace.allowed).toBe(0)
  now = 1100
  expect(pace.allowed).toBe(1)
})
