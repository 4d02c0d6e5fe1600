/** Measures GET /api/menu beside a bare Fastify that sends the same bytes with the same headers. */
import { rm } from 'node:fs/promises'
import http from 'node:http'
import { createDatabase, query } from '#server/testing/databases.ts'
import { temporaryFolder } from '#server/testing/temporary-database.ts'
import type { FastifyCalls, Recorded } from '../baselines/fastify.ts'
import { type Child, startChild } from '../calls.ts'
import { alternate } from '../figures.ts'
import type { GeneratorCalls } from '../load/generator.ts'
import type { Plan } from '../plan.ts'
import { fill, startProduct } from '../product.ts'
import { compare, print, printFigures, title, whole } from './report.ts'

const PATH = '/api/menu'
const CONNECTIONS = 50
const TARGET_RATIO = 0.9
const MANY_DISHES = 5_000
const MAX_MANY_BYTES = 110_000
// Headers that the baseline's server sets by itself.
const NOT_REPLAYED = ['date', 'connection', 'keep-alive', 'content-length']

/** @param server the PostgreSQL server on which a restaurant with many dishes gets its own database */
export async function measureMenu(
  productPort: number,
  server: string,
  generator: Child<GeneratorCalls>,
  plan: Plan,
): Promise<void> {
  await measureMenuOf(productPort, 'the sample', generator, plan)
  const opened: (() => Promise<unknown>)[] = []
  try {
    const DATA_DIR = await temporaryFolder()
    opened.push(() => rm(DATA_DIR, { recursive: true, force: true }))
    const DATABASE_URL = await createDatabase(server, 'bench_many_dishes')
    await fill(DATABASE_URL)
    await addDishes(DATABASE_URL)
    const product = await startProduct({ DATA_DIR, DATABASE_URL })
    opened.push(() => product.end('SIGTERM'))
    await measureMenuOf(product.port, `${whole(MANY_DISHES)} dishes`, generator, plan, MAX_MANY_BYTES)
  } finally {
    for (const close of opened.reverse()) await close()
  }
}

/** Adds the dishes of the sample again, with other numbers in their names; those that only the bench orders go. */
async function addDishes(url: string): Promise<void> {
  await query(url, `delete from menu_items where option_group_ids <> '{}'`)
  const rows = await query<{ name: string }>(
    url,
    `select column_name as name from information_schema.columns
    where table_name = 'menu_items' and is_identity = 'NO' and is_generated = 'NEVER'`,
  )
  const columns = rows.map(({ name }) => name)
  const values = columns.map((name) => (/^name(_ro)?$/.test(name) ? `${name} || ' ' || n` : name))
  await query(
    url,
    `insert into menu_items (${columns}) select ${values} from menu_items, generate_series(1, 1000) n
    order by n limit ${MANY_DISHES} - (select count(*) from menu_items)`,
  )
}

async function measureMenuOf(
  productPort: number,
  name: string,
  generator: Child<GeneratorCalls>,
  plan: Plan,
  maxBytes?: number,
): Promise<void> {
  const recorded = [await record(productPort, 'br'), await record(productPort, 'gzip')]
  const bare = await startChild<FastifyCalls>(new URL('../baselines/fastify.ts', import.meta.url))
  try {
    const barePort = await bare.call('serve', { path: PATH, recorded })
    title(
      `GET ${PATH} of ${name}, ${CONNECTIONS} connections, responses a second; baseline: a bare Fastify with the same bytes`,
    )
    let ownCpu = 0
    for (const { label, status, headers, length } of cases(recorded)) {
      const measure = (port: number, seconds: number) => async () => {
        const load = { port, connections: CONNECTIONS, seconds, status, path: PATH, headers, length }
        const measured = await generator.call('get', load)
        ownCpu = Math.max(ownCpu, measured.ownCpu)
        return measured.rate
      }
      const { rounds, seconds } = plan.rates
      const warmUpSeconds = Math.min(1, plan.seconds)
      await measure(productPort, warmUpSeconds)()
      await measure(barePort, warmUpSeconds)()
      const compared = await alternate(rounds, measure(productPort, seconds), measure(barePort, seconds))
      compare(label, compared, whole, TARGET_RATIO)
    }
    print(`  the load generator used at most ${whole(ownCpu * 100)} % of one core meanwhile`)
    if (maxBytes === undefined) return
    const bytes = Buffer.from(recorded.at(-1)?.body ?? '', 'base64').length
    const goal = { wanted: `≤ ${whole(maxBytes)} B`, isReached: bytes <= maxBytes }
    printFigures('size, gzip', { product: [bytes], baseline: [] }, (value) => `${whole(value)} B`, goal)
  } finally {
    await bare.close()
  }
}

function cases(recorded: Recorded[]) {
  return recorded.flatMap(({ encoding, etag, body }) => {
    const accept = `accept-encoding: ${encoding}`
    const length = Buffer.from(body, 'base64').length
    const fullResponse = { label: `200 ${encoding}, ${whole(length)} B`, status: 200, headers: [accept], length }
    // 304 is measured for one encoding only: it has no body.
    if (encoding === 'gzip') return [fullResponse]
    return [fullResponse, { label: '304', status: 304, headers: [accept, `if-none-match: ${etag}`], length: 0 }]
  })
}

async function record(port: number, encoding: Recorded['encoding']): Promise<Recorded> {
  return new Promise((resolve, reject) => {
    const request = http.get({ port, host: '127.0.0.1', path: PATH, headers: { 'accept-encoding': encoding } })
    request.on('error', reject)
    request.on('response', async (response) => {
      const chunks = await response.toArray()
      const headers = Object.entries(response.headers).filter(([name]) => !NOT_REPLAYED.includes(name))
      resolve({
        encoding,
        etag: response.headers.etag ?? '',
        headers: Object.fromEntries(headers) as Record<string, string>,
        body: Buffer.concat(chunks).toString('base64'),
      })
    })
  })
}
