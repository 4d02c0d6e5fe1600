/** Measures how much other work slows down guests' orders. */
import { alternate, median, quantile, ratios } from './figures.ts'
import { placeOrder } from './load/orders.ts'
import type { BenchServers } from './parts/orders.ts'
import { compareAtMost, ms, printFigures, title } from './parts/report.ts'
import type { Plan } from './plan.ts'

export interface OtherWork {
  /** The thing that the work handles, as a plural for the report: `photos`. */
  name: string
  /** Does the work once; it is repeated without a pause. */
  work: () => Promise<unknown>
}

/** The maximum of the orders' 99th percentile: divided by the one without the other work, or in itself. */
const MAX = { times: 2, ms: 25 }

let orderCount = 0

/** Measures orders, one after another, while other work runs. The baseline is the same orders without that work. */
export async function measureOrdersBeside(
  product: BenchServers['product'],
  plan: Plan,
  { name, work }: OtherWork,
): Promise<void> {
  title('Orders, one after another, beside other work; baseline: the same orders alone')
  const placeMany = () => timesOfOrders(product, plan.boardOrders)
  const besideWork = async () => {
    let isOver = false
    const working = (async () => {
      while (!isOver) await work()
    })()
    const durations = await placeMany()
    isOver = true
    await working
    return durations
  }
  const rounds: { product: number[][]; baseline: number[][] } = { product: [], baseline: [] }
  await alternate(
    plan.rounds,
    async () => rounds.product.push(await besideWork()),
    async () => rounds.baseline.push(await placeMany()),
  )
  const quantiles = (share: number) => {
    const ofEachRound = (side: number[][]) => side.map((durations) => quantile(durations, share))
    return { product: ofEachRound(rounds.product), baseline: ofEachRound(rounds.baseline) }
  }
  compareAtMost(`beside ${name}: half of them`, quantiles(0.5), ms)
  const p99 = quantiles(0.99)
  const isReached = median(ratios(p99)) <= MAX.times || median(p99.product) <= MAX.ms
  printFigures(`beside ${name}: 99 of 100`, p99, ms, { wanted: `≤ ${MAX.times} × or ${ms(MAX.ms)}`, isReached })
}

/** Places orders one after another. @returns the duration of each in milliseconds */
export async function timesOfOrders(
  { port, seed }: Pick<BenchServers['product'], 'port' | 'seed'>,
  count: number,
): Promise<number[]> {
  const durations: number[] = []
  for (let n = 0; n < count; n++)
    durations.push(await timed(() => placeOrder(`http://127.0.0.1:${port}`, orderCount++, seed)))
  return durations
}

/** Does the work. @returns how many milliseconds it took */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
