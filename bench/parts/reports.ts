/** Measures a report over the orders of ten years, beside one scan by plain pg, and how much it slows down orders. */
import { rm } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { temporaryFolder } from '#server/db/embedded/temporary.ts'
import { createDatabase, dropDatabase } from '#server/testing/databases.ts'
import { getReport } from '#shared/contracts/reports.ts'
import { addDays } from '#shared/domain/time/local-time.ts'
import { measureOrdersBeside, timed } from '../beside.ts'
import { alternate } from '../figures.ts'
import type { Plan } from '../plan.ts'
import { fill, signInOwner, startProduct } from '../product.ts'
import type { BenchServers } from './orders.ts'
import { compareAtMost, ms, print, title } from './report.ts'

const YEARS = 10
const MAX_MS = 1_000
const MAX_TIMES_USUAL = 2
/** Timeout until all months are summed; the server checks for months without sums once a minute. */
const SUMMING_TIMEOUT_MS = 10 * 60_000
const DATABASE = 'bench_reports'

/** Measures on the embedded server and, with many more orders, on the PostgreSQL of `TEST_DATABASE_SERVER`. */
export async function measureReports({ product }: BenchServers, plan: Plan): Promise<void> {
  await measureOn(product, plan.reportOrders.embedded, plan)
  const server = process.env.TEST_DATABASE_SERVER
  if (!server) {
    print('  TEST_DATABASE_SERVER names no PostgreSQL: reports over ten times as many orders were not measured')
    return
  }
  const url = await createDatabase(server, DATABASE)
  const folder = await temporaryFolder()
  const seed = await fill(url)
  const postgresProduct = await startProduct({ DATA_DIR: folder, DATABASE_URL: url })
  try {
    const { port, process: child } = postgresProduct
    await measureOn({ url, port, pid: child.pid ?? 0, seed }, plan.reportOrders.postgres, plan)
  } finally {
    await postgresProduct.end('SIGTERM')
    await dropDatabase(server, DATABASE)
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureOn(product: BenchServers['product'], orders: number, plan: Plan): Promise<void> {
  const client = new pg.Client({
    connectionString: product.url,
    options: '-c max_parallel_workers_per_gather=0 -c session_replication_role=replica',
  })
  await client.connect()
  try {
    await addOrders(client, orders)
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version")
    const address = `http://127.0.0.1:${product.port}`
    const cookie = await signInOwner(address)
    const to = new Date().toISOString().slice(0, 10)
    const request = async (days: number) => {
      const url = `${address}${getReport.path}?from=${addDays(to, 1 - days)}&to=${to}`
      const response = await fetch(url, { headers: { cookie } })
      if (response.status !== 200)
        throw new Error(`a report got the status ${response.status}: ${await response.text()}`)
      await response.arrayBuffer()
    }
    title(
      `A report over ${orders.toLocaleString('en')} orders of ${YEARS} years, three lines each, on PostgreSQL ${rows[0]?.version}; ` +
        'baseline: plain pg counts and adds all orders, once, in one process',
    )
    print(`  ${'before any month was summed'.padEnd(30)} ${ms(await timed(() => request(3660)))}`)
    await waitUntilMonthsAreSummed(client)
    const scan = () => client.query('select count(*), sum(total) from orders')
    const periods = { 'ten years': 3660, 'five, and the five before': 1830, 'thirty days': 30 }
    for (const [name, days] of Object.entries(periods)) {
      await request(days)
      const compared = await alternate(
        plan.rounds * 3,
        () => timed(() => request(days)),
        () => timed(scan),
      )
      compareAtMost(name, compared, ms, MAX_MS)
    }
    await measureOrdersBeside(product, plan, {
      name: 'reports over ten years',
      work: () => request(3660),
      maxTimes: MAX_TIMES_USUAL,
    })
  } finally {
    await client.end()
  }
}

/** Waits until the server has summed all past months but the last, which is summed some days into the next month. */
async function waitUntilMonthsAreSummed(client: pg.Client): Promise<void> {
  const count = async () => {
    const { rows } = await client.query<{ months: number }>('select count(*)::int as months from report_months')
    return rows[0]?.months ?? 0
  }
  const began = performance.now()
  while ((await count()) < YEARS * 12 - 1) {
    if (performance.now() - began > SUMMING_TIMEOUT_MS) throw new Error('the months were not summed')
    await setTimeout(1_000)
  }
  await setTimeout(5_000)
}

/** Inserts orders spread over the years, most of them completed, without the product's rules and triggers. */
async function addOrders(client: pg.Client, orders: number): Promise<void> {
  await client.query('begin')
  await client.query(
    `create temporary table lines on commit drop as
     select i, l, dish.id, dish.name, dish.name_ro, dish.price, 1 + (i + l) % 3 as quantity
     from generate_series(1, ${orders}) i cross join generate_series(0, 2) l
     join (select *, row_number() over (order by id) - 1 as position, count(*) over () as dishes from menu_items) dish
       on dish.position = (i * 3 + l * 7) % dish.dishes`,
  )
  await client.query('create temporary table first on commit drop as select coalesce(max(id), 0) as id from orders')
  await client.query(
    `insert into orders (id, customer_name, phone_number, dining_option, table_number, total, currency, status, version,
       changed_version, tickets, token_hash, search_text, created_at, updated_at, seen_at, ready_at)
     overriding system value
     select first.id + i, case when i % 2 = 0 then 'Masa ' || i % 60 else 'Guest ' || i % 2000 end, '0000000000',
       case when i % 2 = 0 then 'dine-in' else 'takeaway' end, case when i % 2 = 0 then 1 + i % 60 end,
       total, 'lei', case when i % 25 = 0 then 'cancelled' else 'completed' end, 4, 4, '[]', repeat('x', 43),
       'guest 0000000000 ' || i, at, at + interval '2 hours', at, at + (300 + i::bigint * 7919 % 2400) * interval '1 second'
     from (select i, sum(quantity * price) as total from lines group by i) totals cross join first
     cross join lateral (select now() - interval '1 day' - interval '${YEARS * 365} days' * ((${orders} - i) / ${orders}.0::float8) as at) placed
     order by i`,
  )
  await client.query(
    `insert into order_items (order_id, menu_item_id, quantity, removed_quantity, name, name_ro, price)
     select first.id + i, lines.id, quantity, case when i % 40 = 0 and l = 1 then 1 else 0 end, name, name_ro, price
     from lines cross join first order by i, l`,
  )
  await client.query("select setval(pg_get_serial_sequence('orders', 'id'), (select max(id) from orders))")
  await client.query('delete from report_months')
  await client.query('commit')
  for (const table of ['orders', 'order_items']) await client.query(`vacuum (analyze) ${table}`)
}
