/** Measures start-up and memory of the product with its embedded PostgreSQL, beside PostgreSQL and a bare Fastify. */
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { embeddedUrl } from '#server/testing/storage.ts'
import { temporaryFolder } from '#server/testing/temporary-database.ts'
import type { StartCalls } from '../baselines/start.ts'
import { type Child, startChild } from '../calls.ts'
import type { Compared } from '../figures.ts'
import type { GeneratorCalls } from '../load/generator.ts'
import type { Plan } from '../plan.ts'
import { fill, startProduct } from '../product.ts'
import { memoryOf } from './memory.ts'
import { compare, compareAtMost, ms, print, title } from './report.ts'

/** Time until memory no longer changes. */
const SETTLE_MS = 1_500
const LOAD_CONNECTIONS = 50
const SOCKETS = 50
const MAX_LATER_START_MS = 700
const MAX_MB = { idle: 88, afterLoad: 200 }

interface Started {
  pid: number
  port: number
  tookMs: number
  end(): Promise<unknown>
}

export async function measureStart(generator: Child<GeneratorCalls>, plan: Plan): Promise<void> {
  const first: Compared = { product: [], baseline: [] }
  const later: Compared = { product: [], baseline: [] }
  const memory: Compared = { product: [], baseline: [] }
  const afterLoad: Compared = { product: [], baseline: [] }
  const sides = [
    ['product', startWithDatabase],
    ['baseline', startBare],
  ] as const
  for (let round = 0; round < plan.starts; round++) {
    for (const [side, start] of sides) {
      const folder = await temporaryFolder()
      try {
        const firstStart = await start(folder)
        first[side].push(firstStart.tookMs)
        await firstStart.end()
        const laterStart = await start(folder)
        later[side].push(laterStart.tookMs)
        memory[side].push(await settledMemory(laterStart.pid))
        afterLoad[side].push(await memoryAfterLoad(laterStart, folder, generator, plan))
        await laterStart.end()
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 })
      }
    }
  }
  title(
    'Start, until the first 200 of GET /api/menu; baseline: the same embedded PostgreSQL and a bare Fastify that queries it',
  )
  compare('first start (new database)', first, ms)
  compareAtMost('later start', later, ms, MAX_LATER_START_MS)
  title(
    'Memory of all processes (PSS), PostgreSQL included; baseline: the same PostgreSQL and a bare Fastify, under the same load',
  )
  if (memory.product.every(Number.isNaN)) {
    print('  unknown on this system')
    return
  }
  compareAtMost('idle', memory, megabytes, MAX_MB.idle)
  const load = `${plan.memoryOrders.toLocaleString('en')} orders, ${SOCKETS} sockets`
  compareAtMost(`after ${load}`, afterLoad, megabytes, MAX_MB.afterLoad)
}

const megabytes = (value: number) => `${value.toFixed(0)} MB`

async function startWithDatabase(folder: string): Promise<Started> {
  const began = performance.now()
  const server = await startProduct({ DATA_DIR: folder })
  await requestMenu(server.port)
  return {
    pid: server.process.pid ?? 0,
    port: server.port,
    tookMs: performance.now() - began,
    end: () => server.end('SIGTERM'),
  }
}

async function startBare(folder: string): Promise<Started> {
  const began = performance.now()
  const child = await startChild<StartCalls>(new URL('../baselines/start.ts', import.meta.url))
  const port = await child.call('open', folder)
  await requestMenu(port)
  const tookMs = performance.now() - began
  return { pid: child.pid, port, tookMs, end: () => child.call('close', undefined).then(child.close) }
}

async function requestMenu(port: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/api/menu`)
  if (response.status !== 200) throw new Error(`the first response was ${response.status}`)
  await response.arrayBuffer()
}

async function settledMemory(pid: number): Promise<number> {
  await setTimeout(SETTLE_MS)
  return memoryOf(pid)
}

async function memoryAfterLoad(
  server: Started,
  folder: string,
  generator: Child<GeneratorCalls>,
  plan: Plan,
): Promise<number> {
  // The baseline's database gets the same content.
  const seed = await fill(embeddedUrl(folder))
  const sockets = await Promise.all(
    Array.from({ length: SOCKETS }, async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws`)
      await once(socket, 'open')
      return socket
    }),
  )
  try {
    const load = { port: server.port, connections: LOAD_CONNECTIONS, seconds: plan.seconds }
    for (let orders = 0, run = 0; orders < plan.memoryOrders; run++) {
      const { rate } = await generator.call('orders', { ...load, status: 201, seed, run: `memory-${run}` })
      orders += rate * load.seconds
    }
    await generator.call('get', { ...load, status: 200, path: '/api/menu', headers: ['accept-encoding: br'] })
    return await settledMemory(server.pid)
  } finally {
    for (const socket of sockets) socket.terminate()
  }
}
