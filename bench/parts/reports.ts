/** Measures a report over the orders of ten years, beside one scan by plain pg. */
import { rm } from 'node:fs/promises'
import pg from 'pg'
import { businessDay } from '#server/testing/business-day.ts'
import { createDatabase, dropDatabase } from '#server/testing/databases.ts'
import { temporaryFolder } from '#server/testing/temporary-database.ts'
import { addYears, YEARS } from '#server/testing/years.ts'
import { getReport } from '#shared/contracts/reports.ts'
import { addDays } from '#shared/domain/time/local-time.ts'
import { type OtherWork, timed } from '../beside.ts'
import { alternate } from '../figures.ts'
import type { Plan } from '../plan.ts'
import { fetchServed, fill, signInOwner, startProduct } from '../product.ts'
import type { BenchServers } from './orders.ts'
import { compareAtMost, ms, print, title } from './report.ts'

/** Ten years take seconds, and a month at most one. */
const MAX_MS = { 'ten years': 10_000, 'five, and the five before': 10_000, 'thirty days': 1_000 }
const DATABASE = 'bench_reports'

/** Measures on the embedded server and, with many more orders, on the PostgreSQL of `TEST_DATABASE_SERVER`. */
export async function measureReports(embedded: string, plan: Plan): Promise<void> {
  await measureOn(embedded, plan.reportOrders.embedded, plan)
  const server = process.env.TEST_DATABASE_SERVER
  if (server) await measureOn(server, plan.reportOrders.postgres, plan)
  else print('  TEST_DATABASE_SERVER names no PostgreSQL: reports over ten times as many orders were not measured')
}

/** Measures in a database of its own: a report over orders of other parts too would be another one. */
async function measureOn(server: string, orders: number, plan: Plan): Promise<void> {
  const url = await createDatabase(server, DATABASE)
  const folder = await temporaryFolder()
  await fill(url)
  const product = await startProduct({ DATA_DIR: folder, DATABASE_URL: url })
  const client = new pg.Client({
    connectionString: url,
    options: '-c max_parallel_workers_per_gather=0 -c session_replication_role=replica',
  })
  await client.connect()
  try {
    await addYears(client, { orders, customers: 1_000 })
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version")
    const request = await reportsOf(product)
    title(
      `A report over ${orders.toLocaleString('en')} orders of ${YEARS} years, three lines each, on PostgreSQL ${rows[0]?.version}; ` +
        'baseline: plain pg counts and adds all orders, once, in one process',
    )
    const scan = () => client.query('select count(*), sum(total) from orders')
    const periods = [
      ['ten years', 3660],
      ['five, and the five before', 1830],
      ['thirty days', 30],
    ] as const
    for (const [name, days] of periods) {
      await request(days)
      const compared = await alternate(
        plan.rounds * 3,
        () => timed(() => request(days)),
        () => timed(scan),
      )
      compareAtMost(name, compared, ms, MAX_MS[name])
    }
  } finally {
    await client.end()
    await product.end('SIGTERM')
    await dropDatabase(server, DATABASE)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Requests reports over ten years. */
export async function reportsWork(product: BenchServers['product']): Promise<OtherWork> {
  const request = await reportsOf(product)
  return { name: 'reports over ten years', work: () => request(3660) }
}

/** @returns a function that requests a report over the last so many days */
async function reportsOf({ port }: Pick<BenchServers['product'], 'port'>): Promise<(days: number) => Promise<void>> {
  const address = `http://127.0.0.1:${port}`
  const cookie = await signInOwner(address)
  const to = businessDay(new Date())
  return async (days) => {
    const url = `${address}${getReport.path}?from=${addDays(to, 1 - days)}&to=${to}`
    await (await fetchServed(url, { headers: { cookie } }, 'a report')).arrayBuffer()
  }
}
