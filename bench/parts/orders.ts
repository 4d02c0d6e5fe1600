/**
 * Measures the rate of durable orders, beside the database's rate for the same rows, and for an order and its lines
 * alone.
 */

import { sql } from 'drizzle-orm'
import { connect } from '#server/db/index.ts'
import { DEFAULT_PICKUP } from '#shared/domain/orders/pickup.ts'
import type { DatabaseCalls } from '../baselines/database.ts'
import { type Child, startChild } from '../calls.ts'
import { inTurns } from '../figures.ts'
import type { GeneratorCalls } from '../load/generator.ts'
import type { BenchSeed, Guests } from '../load/orders.ts'
import type { Plan } from '../plan.ts'
import { expectCall, signInOwner } from '../product.ts'
import { compare, title, whole } from './report.ts'

const CALLERS = [1, 10, 50]
/** Orders of one slot wait for each other, the more callers the longer. */
const IN_SLOTS_TARGETS = [0.9, 0.9, 0.7]
const OWN_TARGET = 0.6
const TWO_INSERTS_TARGET = 0.35
const NEW_GUESTS_TARGET = 0.35
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
  const url = `http://127.0.0.1:${product.port}`
  const cookie = await signInOwner(url)
  const connection = connect(() => product.url, { requests: 1, reports: 1 })
  const setCapacity = (on: boolean) =>
    expectCall(
      url,
      'PATCH',
      '/api/settings',
      { pickup: { ...DEFAULT_PICKUP, on, ordersPerSlot: 999 } },
      { headers: { cookie } },
    )
  /** Every second order is taken away, and takes a place in a pickup slot. */
  const withCapacity = (place: () => Promise<number>) => async () => {
    await setCapacity(true)
    try {
      return await place()
    } finally {
      await setCapacity(false)
      // The places that an address and a phone number hold count for ten minutes; a run would fill them.
      await connection.db.execute(sql`update orders set origin = null where origin is not null`)
    }
  }
  try {
    title(
      `Durable orders a second, three dishes each, ${server}; ` +
        `baselines by plain pg, a pool of ${POOL} on all sides: the same rows, in five round trips; two inserts, of an order ` +
        'and its lines and nothing else, in four. New customers: with a note, and beside connections of their own. Options ' +
        'and slots: beside the same orders without',
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
        return (await generator.call('orders', load)).rate
      }
      const write =
        (seconds: number, rows: 'all' | 'two inserts', guests?: Guests, pool = POOL) =>
        () => {
          const load = { url: baseline.url, seed: baseline.seed, pool, callers, seconds, run: nextRun(), rows, guests }
          return writer.call('write', load)
        }
      const sides = (seconds: number) => ({
        product: place(seconds),
        withOptions: place(seconds, product.seed.dishesWithOptions),
        capacity: withCapacity(place(seconds)),
        own: write(seconds, 'all'),
        twoInserts: write(seconds, 'two inserts'),
        newGuests: place(seconds, undefined, 'new'),
        // Each caller has its own connection, like a load from outside, as far as the server has enough.
        newGuestsInserts: write(seconds, 'two inserts', 'new', Math.min(callers, MOST_CONNECTIONS)),
      })
      await inTurns(1, sides(Math.min(1, plan.seconds)))
      await writer.call('analyze', [product.url, baseline.url])
      const {
        product: rates,
        withOptions,
        capacity,
        own,
        twoInserts,
        newGuests,
        newGuestsInserts,
      } = await inTurns(plan.rates.rounds, sides(plan.rates.seconds))
      const name = `${callers} caller${callers === 1 ? '' : 's'}`
      compare(`${name}, the same rows`, { product: rates, baseline: own }, whole, OWN_TARGET)
      compare(`${name}, two inserts`, { product: rates, baseline: twoInserts }, whole, TWO_INSERTS_TARGET)
      compare(
        `${name}, new customers, two inserts`,
        { product: newGuests, baseline: newGuestsInserts },
        whole,
        NEW_GUESTS_TARGET,
      )
      compare(
        `${name}, three options on each line`,
        { product: withOptions, baseline: rates },
        whole,
        WITH_OPTIONS_TARGET,
      )
      compare(
        `${name}, half of them in pickup slots`,
        { product: capacity, baseline: rates },
        whole,
        IN_SLOTS_TARGETS[i],
      )
    }
  } finally {
    await writer.close()
    await connection.close()
  }
}
