/** Measures the rate of durable orders, beside the database's rate for the same rows. */

import type { DatabaseCalls } from '../baselines/database.ts'
import { type Child, startChild } from '../calls.ts'
import { alternate } from '../figures.ts'
import type { GeneratorCalls } from '../load/generator.ts'
import type { BenchSeed } from '../load/orders.ts'
import type { Plan } from '../plan.ts'
import { compare, title, whole } from './report.ts'

const CALLERS = [1, 10, 50]
const TARGET_RATIO = 0.5
/** Connections in each pool; the product's own size (server/db/connect.ts). */
const POOL = 10

/** The running product, and the database of the baseline. */
export interface BenchServers {
  product: { url: string; port: number; pid: number; seed: BenchSeed }
  baseline: { url: string; seed: BenchSeed }
}

export async function measureOrders(
  { product, baseline }: BenchServers,
  generator: Child<GeneratorCalls>,
  plan: Plan,
): Promise<void> {
  const writer = await startChild<DatabaseCalls>(new URL('../baselines/database.ts', import.meta.url))
  try {
    title(
      `Durable orders a second (three dishes each); baseline: the same rows with plain pg, pool of ${POOL} on both sides`,
    )
    let runCount = 0
    // Prefixes the idempotency keys, which must be new in each run.
    const nextRun = () => `bench-${process.pid}-${++runCount}`
    for (const callers of CALLERS) {
      const place = (seconds: number) => async () => {
        const load = {
          port: product.port,
          seed: product.seed,
          connections: callers,
          seconds,
          status: 201,
          run: nextRun(),
        }
        return (await generator.call('orders', load)).rate
      }
      const write = (seconds: number) => () =>
        writer.call('write', { url: baseline.url, seed: baseline.seed, pool: POOL, callers, seconds, run: nextRun() })
      const { rounds, seconds } = plan.rates
      const warmUpSeconds = Math.min(1, plan.seconds)
      await place(warmUpSeconds)()
      await write(warmUpSeconds)()
      const compared = await alternate(rounds, place(seconds), write(seconds))
      compare(`${callers} caller${callers === 1 ? '' : 's'}`, compared, whole, TARGET_RATIO)
    }
  } finally {
    await writer.close()
  }
}
