/** The baseline for placing orders: the same rows, written with plain `pg`, without HTTP. */

import pg from 'pg'
import { answerCalls } from '../calls.ts'
import { type BenchSeed, orderNumber } from '../load/orders.ts'
import { writeOrder } from './order-rows.ts'

const calls = {
  /** Writes orders by several concurrent callers. Returns orders per second. */
  write: async (load: {
    url: string
    pool: number
    callers: number
    seconds: number
    seed: BenchSeed
    run: string
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
        const key = `${load.run}-${n}`
        const order = orderNumber(n, load.seed)
        const client = await pool.connect()
        await writeOrder(client, order, key).finally(() => client.release())
      }
    }
    await Promise.all(Array.from({ length: load.callers }, work))
    const seconds = (performance.now() - began) / 1000
    await pool.end()
    return n / seconds
  },
}
export type DatabaseCalls = typeof calls
answerCalls(calls)
