import { expect, it } from 'vitest'
import { onEmbedded } from '#server/testing/storage.ts'
import { failover } from './failover.ts'

// The pair is made from the embedded programs. Of an even seed the primary is killed.
it.runIf(onEmbedded)(
  'no confirmed order is lost or doubled when the primary dies and its address leads to the standby',
  async () => {
    const outcome = await failover({ seed: 36, instances: 2, guests: 6, pauseMs: 60, seconds: 1, lagMs: 500 })
    expect(outcome.faults).toEqual([])
    expect(outcome.orders).toBeGreaterThan(20)
    expect(outcome.boardAfterMs).toBeLessThan(Infinity)
  },
)
