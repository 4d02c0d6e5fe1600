/** Measures GET /api/menu beside a bare Fastify that sends the same bytes with the same headers. */
import http from 'node:http'
import type { FastifyCalls, Recorded } from '../baselines/fastify.ts'
import { type Child, startChild } from '../calls.ts'
import { alternate } from '../figures.ts'
import type { GeneratorCalls } from '../load/generator.ts'
import type { Plan } from '../plan.ts'
import { compare, print, title, whole } from './report.ts'

const PATH = '/api/menu'
const CONNECTIONS = 50
const TARGET_RATIO = 0.7
// Headers that the baseline's server sets by itself.
const NOT_REPLAYED = ['date', 'connection', 'keep-alive', 'content-length']

export async function measureMenu(productPort: number, generator: Child<GeneratorCalls>, plan: Plan): Promise<void> {
  const recorded = [await record(productPort, 'br'), await record(productPort, 'gzip')]
  const bare = await startChild<FastifyCalls>(new URL('../baselines/fastify.ts', import.meta.url))
  try {
    const barePort = await bare.call('serve', { path: PATH, recorded })
    title(
      `GET ${PATH} of the sample, ${CONNECTIONS} connections, responses a second; baseline: a bare Fastify with the same bytes`,
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
