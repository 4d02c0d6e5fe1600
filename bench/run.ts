/**
 * Runs the whole bench, or some of its parts: `run.ts [--quick] [--only orders --only browser …]`.
 * docs/performance.md explains the figures.
 */
import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { openTemporary, temporaryFolder } from '#server/db/embedded/temporary.ts'
import { createDatabase } from '#server/testing/databases.ts'
import { startChild } from './calls.ts'
import type { OneByteCalls } from './limits/one-byte.ts'
import type { GeneratorCalls } from './load/generator.ts'
import { describeMachine, judge, strength, waitForCalm } from './machine.ts'
import { measureBoard } from './parts/board.ts'
import { measureBrowser, measureOwner } from './parts/browser.ts'
import { measureCustomers } from './parts/customers.ts'
import { measureMenu } from './parts/menu.ts'
import { measureMenuChange } from './parts/menu-change.ts'
import { measureMenuImport } from './parts/menu-import.ts'
import { measureOrders, type OrderSides } from './parts/orders.ts'
import { measurePictures } from './parts/picture.ts'
import { measureProposal } from './parts/proposal.ts'
import { print, title, whole } from './parts/report.ts'
import { measureReports } from './parts/reports.ts'
import { measureSessions } from './parts/sessions.ts'
import { measureStart } from './parts/start.ts'
import { measureWhatsapp } from './parts/whatsapp.ts'
import { full, type Plan, quick } from './plan.ts'
import { fill, startProduct } from './product.ts'

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string', multiple: true } },
})
const SERVER_PARTS = [
  'menu',
  'menu-change',
  'orders',
  'board',
  'table',
  'customers',
  'pictures',
  'proposal',
  'import',
  'whatsapp',
  'reports',
  'start',
]
const isWanted = (part: string) => values.only?.includes(part) ?? true
const began = Date.now()
/** Open resources in order of opening; they are closed in reverse order, also after an error. */
const opened: { close(): Promise<unknown> }[] = []
let closing: Promise<void> | undefined

function closeAll(): Promise<void> {
  closing ??= (async () => {
    for (const part of opened.reverse()) await part.close().catch(() => {})
  })()
  return closing
}

function open<T extends { close(): Promise<unknown> }>(part: T): T {
  opened.push(part)
  return part
}

async function run(plan: Plan): Promise<void> {
  describeMachine()
  const load = await waitForCalm(values.quick ? 0 : 60)
  const before = await strength()
  if (SERVER_PARTS.some(isWanted)) await measureServer(plan)
  if (isWanted('browser')) await measureBrowser(open, plan)
  if (isWanted('owner')) await measureOwner(open, plan)
  judge(load, before, await strength())
}

async function measureServer(plan: Plan): Promise<void> {
  const generator = open(await startChild<GeneratorCalls>(new URL('./load/generator.ts', import.meta.url)))
  await measureCeiling(generator, plan)
  const database = open(await openTemporary())
  const sides = await openSides(database.url)
  const parts: Record<string, () => Promise<void>> = {
    menu: () => measureMenu(sides.product.port, generator, plan),
    'menu-change': () => measureMenuChange(sides, plan),
    orders: () => measureOrders(sides, generator, plan),
    board: () => measureBoard(sides, plan),
    table: () => measureSessions(sides, plan),
    // After the parts that its many customers would slow down.
    customers: () => measureCustomers(sides, plan),
    import: () => measureMenuImport(sides.product.port, plan),
    pictures: () => measurePictures(sides, plan),
    proposal: () => measureProposal(sides, plan),
    whatsapp: () => measureWhatsapp(database.url, plan),
    // The last part on this database: it leaves years of orders.
    reports: () => measureReports(sides, plan),
    start: () => measureStart(generator, plan),
  }
  for (const [name, measure] of Object.entries(parts)) if (isWanted(name)) await measure()
}

async function measureCeiling(generator: Awaited<ReturnType<typeof startChild<GeneratorCalls>>>, plan: Plan) {
  const oneByte = await startChild<OneByteCalls>(new URL('./limits/one-byte.ts', import.meta.url))
  const load = { connections: 50, status: 200, path: '/', headers: [], length: 1 }
  const port = await oneByte.call('listen', undefined)
  await generator.call('get', { ...load, port, seconds: plan.seconds / 2 })
  const { rate, ownCpu } = await generator.call('get', { ...load, port, seconds: plan.seconds })
  title('The load generator itself, against a bare node:http server that answers one byte, 50 connections')
  print(`  ${whole(rate)} answers a second, for which it used ${whole(ownCpu * 100)} % of one core`)
  await oneByte.close()
}

/** One PostgreSQL with two databases of the same content: for the product, and for the limit. */
async function openSides(server: string): Promise<OrderSides> {
  const folder = await temporaryFolder()
  open({ close: () => rm(folder, { recursive: true, force: true }) })
  const urls = {
    product: await createDatabase(server, 'bench_product'),
    limit: await createDatabase(server, 'bench_limit'),
  }
  const product = await startProduct({ DATA_DIR: folder, DATABASE_URL: urls.product })
  open({ close: () => product.end('SIGTERM') })
  return {
    product: { url: urls.product, port: product.port, pid: product.process.pid ?? 0, stock: await fill(urls.product) },
    limit: { url: urls.limit, stock: await fill(urls.limit) },
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void closeAll().then(() => process.exit(130)))
}

try {
  await run(values.quick ? quick : full)
  print(`Took ${Math.round((Date.now() - began) / 1000)} s.`)
} catch (error) {
  process.stderr.write(`The bench cannot go on.\n${error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
} finally {
  await closeAll()
  process.exit()
}
