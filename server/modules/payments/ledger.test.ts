import { expect, it } from 'vitest'
import { testServer } from '#server/testing/app.ts'
import { runEvenings } from '#server/testing/evenings.ts'

const server = testServer({ guestWritesPerMinute: 0 })

/** The long run of the tests takes more steps, and `npm run faults` the most. */
const EVENINGS = {
  short: { seed: 20_261_124, steps: 120 },
  long: { seed: 39, steps: 400 },
  faults: { seed: 39, steps: 10_000 },
}
const { MASA_TESTS } = process.env

it('bills, orders, days and reports agree with a ledger over random steps, some with a lost database', async () => {
  const counts = await runEvenings(
    server,
    EVENINGS[MASA_TESTS === 'long' || MASA_TESTS === 'faults' ? MASA_TESTS : 'short'],
  )
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
