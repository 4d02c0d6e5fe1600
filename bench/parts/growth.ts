/** Measures what a long history costs: the owner's pages with few and with many orders, and orders beside heavy work. */
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { connect } from '#server/db/index.ts'
import { foldTotals } from '#server/modules/orders/index.ts'
import { businessDay } from '#server/testing/business-day.ts'
import { createDatabase, query, withClient } from '#server/testing/databases.ts'
import { openTemporary, temporaryFolder } from '#server/testing/temporary-database.ts'
import { addYears, type HistorySize } from '#server/testing/years.ts'
import { addDays } from '#shared/domain/time/local-time.ts'
import { measureOrdersBeside, type OtherWork, timed } from '../beside.ts'
import { alternate, type Compared, median } from '../figures.ts'
import { multiplyOrders } from '../load/day.ts'
import type { Plan } from '../plan.ts'
import { fill, type Open, signInOwner, startProduct } from '../product.ts'
import { importWork } from './menu-import.ts'
import type { BenchServers } from './orders.ts'
import { pictureWork } from './picture.ts'
import { proposalWork } from './proposal.ts'
import { ms, print, printFigures, title, whole } from './report.ts'
import { reportsWork } from './reports.ts'

const MAX_MS = 100
const MAX_REPORT_MS = 1_000
const MAX_RATIO = 1.2
const MAX_MORE_MS = 5
/** Single requests of these take too little time. */
const REQUESTS_OF_A_ROUND = 20
/** Work done alone, to count its processor time. */
const WORKS_ALONE = 5

type Product = BenchServers['product']

interface GrownRestaurant {
  product: Product
  /** Requests one page of the owner. */
  request(path: string): Promise<unknown>
}

const today = businessDay(new Date())
const reportPath = (days: number) => `/api/reports?from=${addDays(today, 1 - days)}&to=${today}`

/** @param open registers what must be closed at the end of the bench, also after an error */
export async function measureGrowth(open: Open, plan: Plan): Promise<void> {
  const server = open(await openTemporary())
  const [small, large] = [
    await grow(server.url, open, plan.growth.small),
    await grow(server.url, open, plan.growth.large),
  ]
  const sizeOf = ({ orders, customers }: HistorySize) =>
    `${orders.toLocaleString('en')} orders, ${customers.toLocaleString('en')} customers`
  title(`The owner's pages with ${sizeOf(plan.growth.large)}; baseline: with ${sizeOf(plan.growth.small)}`)
  await measurePages(small, large, plan)

  await measureDays(server.url, open, plan)

  const works = [reportsWork, proposalWork, importWork, pictureWork]
  for (const prepare of works) await measureBeside(large.product, plan, await prepare(large.product))
}

/** A restaurant with a long history, summed as after an hour, and the product on it, started after that. */
function grow(server: string, open: Open, size: HistorySize): Promise<GrownRestaurant> {
  return openFilled(server, open, `bench_growth_${size.orders}`, async (url) => {
    await withClient(url, (client) => addYears(client, size), '-c session_replication_role=replica')
    const connection = connect(() => url, { requests: 1, reports: 1 })
    await foldTotals(connection.db).finally(() => connection.close())
  })
}

async function openFilled(
  server: string,
  open: Open,
  name: string,
  fillMore: (url: string) => Promise<void>,
): Promise<GrownRestaurant> {
  const url = await createDatabase(server, name)
  const seed = await fill(url)
  await fillMore(url)
  const folder = await temporaryFolder()
  open({ close: () => rm(folder, { recursive: true, force: true }) })
  const started = await startProduct({ DATA_DIR: folder, DATABASE_URL: url })
  open({ close: () => started.end('SIGTERM') })
  const address = `http://127.0.0.1:${started.port}`
  const cookie = await signInOwner(address)
  const request = async (path: string) => {
    const response = await fetch(address + path, { headers: { cookie } })
    if (response.status !== 200) throw new Error(`${path} got the status ${response.status}: ${await response.text()}`)
    return response.json()
  }
  return { product: { url, port: started.port, pid: started.process.pid ?? 0, seed }, request }
}

async function measurePages(small: GrownRestaurant, large: GrownRestaurant, plan: Plan): Promise<void> {
  const [smallPaths, largePaths] = [await pathsOf(small, plan.growth.small), await pathsOf(large, plan.growth.large)]
  for (const [i, { name, path, maxMs = MAX_MS }] of largePaths.entries()) {
    const smallPath = smallPaths[i]?.path ?? path
    await Promise.all([large.request(path), small.request(smallPath)])
    const compared = await alternate(
      plan.pairs,
      () => timed(() => large.request(path)),
      () => timed(() => small.request(smallPath)),
    )
    printGrowth(name, compared, maxMs)
  }
}

/** Measures what boards request with each order, late on a day of many orders. */
async function measureDays(server: string, open: Open, plan: Plan): Promise<void> {
  const { few, many } = plan.days
  const ofDay = (orders: number) =>
    openFilled(server, open, `bench_day_${orders}`, (url) => multiplyOrders(url, orders, few, 1))
  const [quiet, busy] = [await ofDay(few), await ofDay(many)]
  title(`Late on a day of ${whole(many)} orders, ${whole(few)} of them open; baseline: of ${whole(few)}, all open`)
  const often = (day: GrownRestaurant, path: string) => async () => {
    let took = 0
    for (let n = 0; n < REQUESTS_OF_A_ROUND; n++) took += await timed(() => day.request(path))
    return took / REQUESTS_OF_A_ROUND
  }
  for (const [name, path] of Object.entries({ 'the summary': '/api/summary', 'the board': '/api/orders' })) {
    await Promise.all([quiet.request(path), busy.request(path)])
    const compared = await alternate(plan.pairs, often(busy, path), often(quiet, path))
    printGrowth(name, compared, MAX_MS)
  }
}

function printGrowth(name: string, compared: Compared, maxMs: number): void {
  const [own, before] = [median(compared.product), median(compared.baseline)]
  const isReached = own <= Math.max(before * MAX_RATIO, before + MAX_MORE_MS) && own <= maxMs
  const wanted = `≤ ${MAX_RATIO} × or + ${MAX_MORE_MS} ms; ≤ ${ms(maxMs)}`
  printFigures(name, compared, ms, { wanted, isReached })
}

interface Page {
  name: string
  path: string
  maxMs?: number
}

async function pathsOf({ product }: GrownRestaurant, { customers }: HistorySize): Promise<Page[]> {
  const [row] = await query<Record<'order' | 'regular' | 'customer' | 'phone', string>>(
    product.url,
    `select (select (min(id) + max(id)) / 2 from orders) as order, id as customer, '0' || substr(phone_number, 3) as phone,
      (select customer_id from orders where customer_id is not null group by 1 having count(*) between 2 and 20 limit 1) as regular
     from customers order by id offset ${customers / 2} limit 1`,
  )
  const { order = '', regular = '', customer = '', phone = '' } = row ?? {}
  const guest = `guest${Math.floor(customers / 6) * 3}@`
  const after = `limit=100&after=${customer}`
  return [
    { name: 'the board', path: '/api/orders' },
    { name: 'a page of orders in the middle', path: `/api/orders?before=${order}` },
    { name: 'completed orders in the middle', path: `/api/orders?status=completed&before=${order}` },
    { name: 'orders: a frequent text', path: '/api/orders?q=Masa' },
    { name: 'orders: one e-mail address', path: `/api/orders?q=${guest}` },
    { name: 'orders: a text in no order', path: '/api/orders?q=nobody' },
    { name: 'orders: two letters in no order', path: '/api/orders?q=zx' },
    { name: 'orders: a phone number', path: `/api/orders?q=${phone}` },
    { name: 'orders: a part of a number', path: `/api/orders?q=${phone.slice(3, 8)}` },
    { name: 'orders: a number', path: `/api/orders?q=%23${order}` },
    { name: 'the summary', path: '/api/summary' },
    { name: 'customers who came last', path: '/api/customers?limit=100' },
    { name: 'customers in the middle, by name', path: `/api/customers?sort=name&${after}` },
    { name: 'customers in the middle, by amount', path: `/api/customers?sort=totalSpent&${after}` },
    { name: 'customers: a frequent name', path: '/api/customers?q=Ștefan&limit=100' },
    { name: 'customers: a phone number', path: `/api/customers?q=${phone}&limit=100` },
    { name: 'customers: a text in none', path: '/api/customers?q=nobody&limit=100' },
    { name: 'one customer', path: `/api/customers/${regular}` },
    { name: 'a report of thirty days', path: reportPath(30), maxMs: MAX_REPORT_MS },
  ]
}

async function measureBeside(product: Product, plan: Plan, work: OtherWork): Promise<void> {
  await work.work()
  await measureOrdersBeside(product, { ...plan, rounds: plan.pairs }, work)
  const before = mainThreadMs(product.pid)
  for (let i = 0; i < WORKS_ALONE; i++) await work.work()
  print(
    `  processor time of the main thread for one of them: ${ms((mainThreadMs(product.pid) - before) / WORKS_ALONE)}`,
  )
}

/** The processor time that the main thread of a process has used, in milliseconds. @returns NaN except on Linux */
function mainThreadMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return Number.NaN
  }
}
