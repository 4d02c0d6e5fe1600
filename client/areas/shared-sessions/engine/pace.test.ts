import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FRAMES_PER_SECOND, MAX_FRAME_BURST, MAX_REFUSED_FRAMES } from '#shared/contracts/live.ts'
import { Pace } from './pace.ts'
import { MAX_UNANSWERED_CHANGES } from './table-state.ts'

it('the pace stays below the server’s limit, however the network delays and bunches frames', () => {
  // In each step time passes, and the network either delivers all frames in progress and their responses, or delays them.
  const steps = fc.array(fc.record({ ms: fc.integer({ min: 0, max: 400 }), delivers: fc.boolean() }), {
    maxLength: 200,
  })
  fc.assert(
    fc.property(steps, (generatedSteps) => {
      let now = 0
      let inProgress = 0
      let budget = MAX_FRAME_BURST
      const pace = new Pace(() => now)
      for (const { ms, delivers } of generatedSteps) {
        now += ms
        budget = Math.min(MAX_FRAME_BURST, budget + (ms / 1000) * FRAMES_PER_SECOND)
        const count = Math.min(pace.allowed, MAX_UNANSWERED_CHANGES - inProgress)
        pace.countSent(count)
        inProgress += count
        if (!delivers) continue
        budget -= inProgress
        inProgress = 0
        // The other frames of a page (joining, requesting the whole cart) need room too.
        expect(budget).toBeGreaterThanOrEqual(4)
      }
    }),
    { numRuns: 1000 },
  )
})

it('the pace never makes the server close the socket, even if other frames have used up the allowance', () => {
  const steps = fc.array(fc.record({ ms: fc.integer({ min: 0, max: 400 }), delivers: fc.boolean() }), {
    maxLength: 200,
  })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_FRAME_BURST }), steps, (remaining, generatedSteps) => {
      let now = 0
      let inProgress = 0
      let budget = remaining
      const pace = new Pace(() => now)
      for (const { ms, delivers } of generatedSteps) {
        now += ms
        budget = Math.min(MAX_FRAME_BURST, budget + (ms / 1000) * FRAMES_PER_SECOND)
        const count = Math.min(pace.allowed, MAX_UNANSWERED_CHANGES - inProgress)
        pace.countSent(count)
        inProgress += count
        if (!delivers) continue
        budget -= inProgress
        inProgress = 0
        if (budget < 0) pace.pause()
        expect(budget).toBeGreaterThanOrEqual(4 - MAX_REFUSED_FRAMES)
      }
    }),
    { numRuns: 1000 },
  )
})

it('the pace allows no frame for a second after the server has rejected one', () => {
  let now = 0
  const pace = new Pace(() => now)
  expect(pace.allowed).toBe(15)
  pace.pause()
  now = 1000
  expect(pace.allowed).toBe(0)
  now = 1100
  expect(pace.allowed).toBe(1)
})
