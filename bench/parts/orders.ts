/** Measures the rate of durable orders, beside the database's rate for an order and its lines alone. */

import { sql } from 'drizzle-orm'
import { connect } from '#server/db/index.ts'
import type { DatabaseCalls } from '../baselines/database.ts'
import { type Child, startChild } from '../calls.ts'
import { inTurns } from '../figures.ts'
import type { GeneratorCalls } from '../load/generator.ts'
import type { BenchSeed, Guests } from '../load/orders.ts'
import type { Plan } from '../plan.ts'
import { compare, title, whole } from './report.ts'

const CALLERS = [1, 10, 50]
/** For each number of callers. */
const TWO_INSERTS_TARGETS = [0.27, 0.16, 0.22]
const WITH_OPTIONS_TARGET = 0.9
/**
 * More than a run places. The next run begins with other customers, because an address and a phone number hold only a
 * few places in pickup slots.
 */
const ORDERS_OF_A_RUN = 50_357
/** Connections in each pool; the product's own size (server/db/connect.ts). */
const POOL = 10
const MOST_CONNECTIONS = 25

/** The running product, and the database of the baseline. */
export interface BenchServers {
  /** Whose PostgreSQL it is and its version, for the titles. */
  server: string
  product: { url: string; port: number; pid: number; seed: BenchSeed }
  baseline: { url: string; seed: BenchSeed }
}

export async function measureOrders(
  { product, baseline, server }: BenchServers,
  generator: Child<GeneratorCalls>,
  plan: Plan,
): Promise<void> {
  const writer = await startChild<DatabaseCalls>(new URL('../baselines/database.ts', import.meta.url))
  const connection = connect(() => product.url, { requests: 1, reports: 1 })
  try {
    title(
      `Durable orders a second, three dishes each, ${server}; ` +
        `baseline by plain pg, a pool of ${POOL} on both sides: two inserts, of an order and its lines and nothing else, in ` +
        'four round trips. New customers: with a note, and beside connections of their own. Options: ' +
        'beside the same orders without. The restaurant has hours, pickup, payments and a printer',
    )
    let runCount = 0
    // Prefixes the idempotency keys, which must be new in each run.
    const nextRun = () => `bench-${process.pid}-${++runCount}`
    for (const [i, callers] of CALLERS.entries()) {
      const place = (seconds: number, dishes?: BenchSeed['dishes'], guests?: Guests) => async () => {
        const load = {
          ...(guests && { guests }),
          after: (runCount + 1) * ORDERS_OF_A_RUN,
          port: product.port,
          seed: { ...product.seed, ...(dishes && { dishes }) },
          connections: callers,
          seconds,
          status: 201,
          run: nextRun(),
        }
        const { rate } = await generator.call('orders', load)
        // What an address, a phone number and a slot hold counts for ten minutes; a run would fill them.
        await connection.db.execute(sql`update orders set origin = null where origin is not null`)
        await connection.db.execute(sql`update pickup_slots set taken = 0`)
        return rate
      }
      const write =
        (seconds: number, guests?: Guests, pool = POOL) =>
        () => {
          const load = { url: baseline.url, seed: baseline.seed, pool, callers, seconds, guests }
          return writer.call('write', load)
        }
      const sides = (seconds: number) => ({
        product: place(seconds),
        withOptions: place(seconds, product.seed.dishesWithOptions),
        twoInserts: write(seconds),
        newGuests: place(seconds, undefined, 'new'),
        // Each caller has its own connection, like a load from outside, as far as the server has enough.
        newGuestsInserts: write(seconds, 'new', Math.min(callers, MOST_CONNECTIONS)),
      })
      await inTurns(1, sides(Math.min(1, plan.seconds)))
      await writer.call('analyze', [product.url, baseline.url])
      const {
        product: rates,
        withOptions,
        twoInserts,
        newGuests,
        newGuestsInserts,
      } = await inTurns(plan.rates.rounds, sides(plan.rates.seconds))
      const name = `${callers} caller${callers === 1 ? '' : 's'}`
      compare(`${name}, two inserts`, { product: rates, baseline: twoInserts }, whole, TWO_INSERTS_TARGETS[i])
      compare(
        `${name}, new customers, two inserts`,
        { product: newGuests, baseline: newGuestsInserts },
        whole,
        TWO_INSERTS_TARGETS[i],
      )
      compare(
        `${name}, three options on each line`,
        { product: withOptions, baseline: rates },
        whole,
        WITH_OPTIONS_TARGET,
      )
    }
  } finally {
    await writer.close()
    await connection.close()
  }
}
