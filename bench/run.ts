/**
 * Runs the whole bench, or some of its parts: `run.ts [--quick] [--only orders --only browser …]`.
 * docs/performance.md explains the figures.
 */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { createDatabase, query } from '#server/testing/databases.ts'
import { openTemporary, temporaryFolder } from '#server/testing/temporary-database.ts'
import type { OneByteCalls } from './baselines/one-byte.ts'
import { startChild } from './calls.ts'
import type { GeneratorCalls } from './load/generator.ts'
import { calibrate, describeCalibrations, describeMachine, judge, loadNow, waitForCalm } from './machine.ts'
import { pageAfter, tablesOf } from './page.ts'
import { measureBackup } from './parts/backup.ts'
import { measureBoard } from './parts/board.ts'
import { measureCustomers } from './parts/customers.ts'
import { measureGrowth } from './parts/growth.ts'
import { measureMarks } from './parts/marks.ts'
import { measureMenu } from './parts/menu.ts'
import { measureMenuChange } from './parts/menu-change.ts'
import { measureMenuImport } from './parts/menu-import.ts'
import { type BenchServers, measureOrders } from './parts/orders.ts'
import { measureOutgoing } from './parts/outgoing.ts'
import { measurePages } from './parts/pages.ts'
import { measurePhones } from './parts/phones.ts'
import { measurePictures } from './parts/picture.ts'
import { measureProposal } from './parts/proposal.ts'
import { goals, print, title, whole } from './parts/report.ts'
import { measureReports } from './parts/reports.ts'
import { measureSessions } from './parts/sessions.ts'
import { measureStart } from './parts/start.ts'
import { full, type Plan, quick } from './plan.ts'
import { fill, furnishProduct, startProduct } from './product.ts'

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string', multiple: true } },
})
const SERVER_PARTS = [
  'menu',
  'menu-change',
  'orders',
  'board',
  'marks',
  'table',
  'phones',
  'customers',
  'pictures',
  'proposal',
  'import',
  'outgoing',
  'reports',
  'start',
]
const PAGE = new URL('../docs/performance.md', import.meta.url)
const isWanted = (part: string) => values.only?.includes(part) ?? true
const began = Date.now()
/** Open resources in order of opening; they are closed in reverse order, also after an error. */
const opened: { close(): Promise<unknown> }[] = []
let closing: Promise<void> | undefined

function closeAll(): Promise<void> {
  closing ??= (async () => {
    for (const resource of opened.reverse()) await resource.close().catch(() => {})
  })()
  return closing
}

function open<T extends { close(): Promise<unknown> }>(resource: T): T {
  opened.push(resource)
  return resource
}

async function run(plan: Plan): Promise<void> {
  print(`${describeMachine()}, load ${loadNow().toFixed(2)}`)
  const load = await waitForCalm(values.quick ? 0 : 60)
  const calibrationBefore = await calibrate()
  if (SERVER_PARTS.some(isWanted)) await measureServer(plan)
  if (isWanted('growth')) await measureGrowth(open, plan)
  if (isWanted('backup')) await measureBackup(open, plan)
  const pages = { guests: isWanted('browser'), owner: isWanted('owner') }
  if (pages.guests || pages.owner) await measurePages(open, plan, pages)
  const [loadAfter, calibrationAfter] = [loadNow(), await calibrate()]
  const calibrations = describeCalibrations(calibrationBefore, calibrationAfter)
  print(`\n${tablesOf(goals)}\n\n${calibrations}`)
  const date = new Date().toLocaleDateString('en-GB', { dateStyle: 'long' })
  const minutes = Math.round((Date.now() - began) / 60_000)
  const loads = `Load ${load.toFixed(2)} before, ${loadAfter.toFixed(2)} at the end.`
  const isWhole = !values.quick && values.only === undefined
  const isCalm = judge(load, calibrationBefore, calibrationAfter)
  const described = `${date}, ${minutes} minutes, on ${describeMachine()}. ${loads} ${calibrations}`
  await writePage({ isWhole, isCalm, goals, described })
}

async function writePage(measured: Parameters<typeof pageAfter>[1]): Promise<void> {
  const page = await readFile(PAGE, 'utf8')
  const after = pageAfter(page, measured)
  if (after !== page) await writeFile(PAGE, after)
  const outcome =
    after === page ? 'keeps its tables: only a whole, calm run replaces them' : 'has the tables of this run'
  print(`docs/performance.md ${outcome}.`)
}

async function measureServer(plan: Plan): Promise<void> {
  const generator = open(await startChild<GeneratorCalls>(new URL('./load/generator.ts', import.meta.url)))
  await measureCeiling(generator, plan)
  const database = open(await openTemporary())
  const servers = await openServers(database.url, 'embedded')
  const { TEST_DATABASE_SERVER } = process.env
  let own: Promise<BenchServers> | undefined
  /** Measures on the embedded PostgreSQL, and on that of the environment if it names one. */
  const onEach = async (measure: (servers: BenchServers) => Promise<void>) => {
    await measure(servers)
    if (!TEST_DATABASE_SERVER) return
    own ??= openServers(TEST_DATABASE_SERVER, 'a server of its own')
    await measure(await own)
  }
  const parts: Record<string, () => Promise<void>> = {
    menu: () => measureMenu(servers.product.port, generator, plan),
    orders: () => onEach((each) => measureOrders(each, generator, plan)),
    board: () => onEach((each) => measureBoard(each, plan)),
    marks: () => measureMarks(servers, plan),
    table: () => onEach((each) => measureSessions(each, plan)),
    phones: () => measurePhones(database.url, plan),
    // Its many customers would slow down the parts above, so it runs after them.
    customers: () => measureCustomers(servers, plan),
    pictures: () => measurePictures(servers, plan),
    proposal: () => measureProposal(servers, plan),
    outgoing: () => measureOutgoing(database.url, plan),
    reports: () => measureReports(database.url, plan),
    // It changes prices, so it runs after all parts with orders, which expect the sample's.
    'menu-change': () => measureMenuChange(servers, plan),
    // It leaves 2,000 dishes, which no other part has asked for.
    import: () => measureMenuImport(servers, plan),
    start: () => measureStart(generator, plan),
  }
  for (const [name, measure] of Object.entries(parts)) if (isWanted(name)) await measure()
}

async function measureCeiling(generator: Awaited<ReturnType<typeof startChild<GeneratorCalls>>>, plan: Plan) {
  const oneByte = await startChild<OneByteCalls>(new URL('./baselines/one-byte.ts', import.meta.url))
  const load = { connections: 50, status: 200, path: '/', headers: [], length: 1 }
  const port = await oneByte.call('listen', undefined)
  await generator.call('get', { ...load, port, seconds: plan.seconds / 2 })
  const { rate, ownCpu } = await generator.call('get', { ...load, port, seconds: plan.seconds })
  title('The load generator itself, against a bare node:http server that responds with one byte, 50 connections')
  print(`  ${whole(rate)} responses a second, for which it used ${whole(ownCpu * 100)} % of one core`)
  await oneByte.close()
}

/** One PostgreSQL with two databases of the same content: one for the product, one for the baseline. */
async function openServers(server: string, name: string): Promise<BenchServers> {
  const folder = await temporaryFolder()
  open({ close: () => rm(folder, { recursive: true, force: true }) })
  const urls = {
    product: await createDatabase(server, 'bench_product'),
    baseline: await createDatabase(server, 'bench_baseline'),
  }
  const product = await startProduct({ DATA_DIR: folder, DATABASE_URL: urls.product })
  open({ close: () => product.end('SIGTERM') })
  const seed = await fill(urls.product)
  await furnishProduct(`http://127.0.0.1:${product.port}`, seed)
  const [row] = await query<{ version: string }>(server, "select current_setting('server_version') as version")
  return {
    server: `PostgreSQL ${row?.version} (${name})`,
    product: { url: urls.product, port: product.port, pid: product.process.pid ?? 0, seed },
    baseline: { url: urls.baseline, seed: await fill(urls.baseline) },
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void closeAll().then(() => process.exit(130)))
}

try {
  await run(values.quick ? quick : full)
  print(`Took ${Math.round((Date.now() - began) / 1000)} s.`)
} catch (error) {
  process.stderr.write(
    `The bench stops because of an error. docs/performance.md keeps its tables.\n${error instanceof Error ? error.stack : String(error)}\n`,
  )
  process.exitCode = 1
} finally {
  await closeAll()
  process.exit()
}
