/** The baseline for placing orders, written with plain `pg`, without HTTP: two inserts. */

import pg from 'pg'
import { query } from '#server/testing/databases.ts'
import { answerCalls } from '../calls.ts'
import { type BenchSeed, type Guests, orderNumber } from '../load/orders.ts'
import { writeTwoInserts } from './two-inserts.ts'

const calls = {
  /** Writes orders by several concurrent callers. Returns orders per second. */
  write: async (load: {
    url: string
    pool: number
    callers: number
    seconds: number
    seed: BenchSeed
    guests?: Guests
  }) => {
    const pool = new pg.Pool({ connectionString: load.url, max: load.pool })
    // Opening the connections is not measured.
    const clients = await Promise.all(Array.from({ length: load.pool }, () => pool.connect()))
    for (const client of clients) client.release()
    let n = 0
    const began = performance.now()
    const until = began + load.seconds * 1000
    const work = async () => {
      while (performance.now() < until) {
        n += 1
        const order = orderNumber(n, load.seed, load.guests)
        const client = await pool.connect()
        await writeTwoInserts(client, order).finally(() => client.release())
      }
    }
    await Promise.all(Array.from({ length: load.callers }, work))
    const seconds = (performance.now() - began) / 1000
    await pool.end()
    return n / seconds
  },
  /** Updates the statistics, as PostgreSQL does by itself every minute: plans of tables that were empty are outdated. */
  analyze: async (urls: string[]) => {
    for (const url of urls) await query(url, 'analyze')
  },
}
export type DatabaseCalls = typeof calls
answerCalls(calls)
