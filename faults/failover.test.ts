import { expect, it } from 'vitest'
import { onEmbedded } from '#server/testing/storage.ts'
import { failover } from './failover.ts'

// The pair is made from the embedded programs.
it.runIf(onEmbedded)(
  'no confirmed order is lost or doubled when the primary dies, its standby is promoted and the old one comes back',
  async () => {
    const outcome = await failover({
      seed: 36,
      instances: 2,
      guests: 6,
      pauseMs: 60,
      seconds: 1,
      lagMs: 500,
      death: 'killed',
    })
    expect(outcome.faults).toEqual([])
    expect(outcome.orders).toBeGreaterThan(20)
    expect(outcome.boardAfterMs).toBeLessThan(Infinity)
  },
)
