/** Durable orders beside the database's own rate for the same rows. */
import { type Child, startChild } from '../calls.ts'
import { alternate } from '../figures.ts'
import type { DatabaseCalls } from '../limits/database.ts'
import type { GeneratorCalls } from '../load/generator.ts'
import type { BenchStock } from '../load/orders.ts'
import type { Plan } from '../plan.ts'
import { compare, title, whole } from './report.ts'

const CALLERS = [1, 10, 50]
const TARGET = 0.5
/** Connections in each pool; the product's own size (server/db/connect.ts). */
const POOL = 10

export interface OrderSides {
  product: { url: string; port: number; pid: number; stock: BenchStock }
  limit: { url: string; stock: BenchStock }
}

export async function measureOrders(
  { product, limit }: OrderSides,
  generator: Child<GeneratorCalls>,
  plan: Plan,
): Promise<void> {
  const writer = await startChild<DatabaseCalls>(new URL('../limits/database.ts', import.meta.url))
  try {
    title(
      `Durable orders a second (three dishes each); limit: the same rows with plain pg, pool of ${POOL} on both sides`,
    )
    let runs = 0
    const run = () => `bench-${process.pid}-${++runs}`
    for (const callers of CALLERS) {
      const place = (seconds: number) => async () => {
        const load = {
          port: product.port,
          stock: product.stock,
          connections: callers,
          seconds,
          status: 201,
          run: run(),
        }
        return (await generator.call('orders', load)).rate
      }
      const write = (seconds: number) => () =>
        writer.call('write', { url: limit.url, stock: limit.stock, pool: POOL, callers, seconds, run: run() })
      const { rounds, seconds } = plan.rates
      const warm = Math.min(1, plan.seconds)
      await place(warm)()
      await write(warm)()
      const compared = await alternate(rounds, place(seconds), write(seconds))
      compare(`${callers} caller${callers === 1 ? '' : 's'}`, compared, whole, TARGET)
    }
  } finally {
    await writer.close()
  }
}
