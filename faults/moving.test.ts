import { expect, it } from 'vitest'
import { onEmbedded } from '#server/testing/storage.ts'
import { moving } from './moving.ts'

// It begins in a folder. `npm run faults` also moves on from the server, and kills more.
it.runIf(onEmbedded)(
  'no confirmed order is lost or doubled while the restaurant is moved, also if a move is killed',
  async () => {
    const outcome = await moving(35, 1, 1)
    expect(outcome.faults).toEqual([])
    expect(outcome.orders).toBeGreaterThan(20)
  },
)
