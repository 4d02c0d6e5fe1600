/** How much other work slows down guests' orders. */
import { alternate, quantile } from './figures.ts'
import { type BenchStock, orderNumber } from './load/orders.ts'
import type { OrderSides } from './parts/orders.ts'
import { compareAtMost, judgeTimes, ms, title } from './parts/report.ts'
import type { Plan } from './plan.ts'

export interface OtherWork {
  /** A plural for the report: `photos`. */
  name: string
  /** Does the work once; it is repeated without a pause. */
  work: () => Promise<unknown>
  /** The 99th percentile of orders may be at most this many times the usual one. */
  maxTimes?: number
}

let orders = 0

/** Places orders one after another while other work runs; the limit is the same orders without that work. */
export async function measureOrdersBeside(
  product: OrderSides['product'],
  plan: Plan,
  { name, work, maxTimes }: OtherWork,
): Promise<void> {
  title(`Orders, one after another, while ${name} come one after another; limit: the same orders without ${name}`)
  const placeMany = () => timesOfOrders(product, plan.boardOrders)
  const besideWork = async () => {
    let isOver = false
    const working = (async () => {
      while (!isOver) await work()
    })()
    const took = await placeMany()
    isOver = true
    await working
    return took
  }
  const took: { product: number[][]; limit: number[][] } = { product: [], limit: [] }
  await alternate(
    plan.rounds,
    async () => took.product.push(await besideWork()),
    async () => took.limit.push(await placeMany()),
  )
  const within = (share: number) => {
    const at = (rounds: number[][]) => rounds.map((round) => quantile(round, share))
    return { product: at(took.product), limit: at(took.limit) }
  }
  compareAtMost('half of them within', within(0.5), ms)
  compareAtMost('99 of 100 within', within(0.99), ms)
  if (maxTimes !== undefined) judgeTimes(within(0.99), maxTimes)
}

/** Places orders one after another. @returns the milliseconds that each took */
export async function timesOfOrders(
  { port, stock }: Pick<OrderSides['product'], 'port' | 'stock'>,
  count: number,
): Promise<number[]> {
  const took: number[] = []
  for (let n = 0; n < count; n++) took.push(await timed(() => place(port, stock)))
  return took
}

async function place(port: number, stock: BenchStock): Promise<void> {
  const { table, lines, ...order } = orderNumber(orders++, stock)
  const items = lines.map(({ dish, quantity }) => ({ menuItemId: dish.id, quantity }))
  const answer = await fetch(`http://127.0.0.1:${port}/api/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `beside-${process.pid}-${orders}` },
    body: JSON.stringify({ ...order, tableId: table?.id ?? null, items }),
  })
  if (answer.status !== 201) throw new Error(`an order was answered with ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** Returns how many milliseconds the work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
