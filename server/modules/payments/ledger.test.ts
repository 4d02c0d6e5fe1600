import { expect, it } from 'vitest'
import { testServer } from '#server/testing/app.ts'
import { runEvenings } from './fixtures/evenings.ts'

const server = testServer({ guestWritesPerMinute: 0 })

/** The long run of the tests takes more steps. */
const isLong = process.env.MASA_TESTS === 'long'

it('bills, orders, days and reports agree with a ledger over random steps, some with a lost database', async () => {
  const counts = await runEvenings(server, isLong ? { seed: 39, steps: 10_000 } : { seed: 20_261_124, steps: 200 })
  for (const act of [
    'placed',
    'paid',
    'given',
    'taken back',
    'taken off',
    'completed without payment',
    'kill',
    'closed',
  ])
    expect([act, counts.get(act) ?? 0]).toEqual([act, expect.toSatisfy((count: number) => count > 0)])
}, 1_800_000)
