/** The time from an order to its frame on an owner's socket, beside NOTIFY → LISTEN → a bare socket. */
import { once } from 'node:events'
import pg from 'pg'
import { WebSocket } from 'ws'
import type { AnnouncingCalls } from '../baselines/announcing.ts'
import { startChild } from '../calls.ts'
import { alternate, type Compared, quantile } from '../figures.ts'
import { orderNumber, placeOrder } from '../load/orders.ts'
import type { Plan } from '../plan.ts'
import { signInOwner } from '../product.ts'
import { lastArrivals, openUntil } from './last-arrivals.ts'
import type { BenchServers } from './orders.ts'
import { compare, compareAtMost, compareRatioAtMost, ms, print, title, whole } from './report.ts'

const BOARDS = 50
/** The 99th percentiles in milliseconds at most. */
const MAX_MS = 15
const MAX_ANSWER_MS = 12
const ORDERS_A_SECOND = 20
/** Maximum of the 99th percentile, divided by the baseline's. */
const MAX_TIMES = 3

export async function measureBoard({ product, baseline, server }: BenchServers, plan: Plan): Promise<void> {
  const announcing = await startChild<AnnouncingCalls>(new URL('../baselines/announcing.ts', import.meta.url))
  const client = new pg.Client({ connectionString: baseline.url })
  await client.connect()
  const url = `http://127.0.0.1:${product.port}`
  const cookie = await signInOwner(url)
  const barePort = await announcing.call('listen', { url: baseline.url })
  const board = new WebSocket(`${url}/ws`, { headers: { cookie } })
  const bare = new WebSocket(`ws://127.0.0.1:${barePort}`)
  const opened = { boards: [] as WebSocket[], bare: [] as WebSocket[] }
  try {
    await Promise.all([once(board, 'open'), once(bare, 'open')])
    title(
      `Order → board, one after another, ${server}; baseline: NOTIFY → LISTEN → a bare socket, with nothing written`,
    )
    const order = (n: number) => placeOrder(url, n, product.seed)
    const payload = JSON.stringify({ type: 'ORDER_UPDATE', payload: orderNumber(1, baseline.seed) })
    const notify = () => client.query('select pg_notify($1, $2)', ['bench', payload])
    const figures: Record<'p50' | 'p99', Compared> = {
      p50: { product: [], baseline: [] },
      p99: { product: [], baseline: [] },
    }
    for (let round = 0; round < plan.rounds; round++) {
      const sides = [
        ['product', await arrivals(board, plan.boardOrders, (n) => order(round * plan.boardOrders + n))],
        ['baseline', await arrivals(bare, plan.boardOrders, notify)],
      ] as const
      for (const [side, took] of sides) {
        figures.p50[side].push(quantile(took, 0.5))
        figures.p99[side].push(quantile(took, 0.99))
      }
    }
    compare('half of them within', figures.p50, ms)
    compare('99 of 100 within', figures.p99, ms)

    title(
      `Order → the last of all boards, ${ORDERS_A_SECOND} orders a second, ${server}; baseline: NOTIFY → LISTEN → as many bare sockets`,
    )
    let sent = plan.rounds * plan.boardOrders
    const notifyNext = async () => {
      sent += 1
      await client.query('select pg_notify($1, $2)', [
        'bench',
        payload.replace('"payload":{', `"payload":{"id":${sent},`),
      ])
      return sent
    }
    const percentile99 = async (sockets: WebSocket[], send: () => Promise<number>) =>
      quantile(await lastArrivals(sockets, { count: plan.boardOrders, aSecond: ORDERS_A_SECOND, send, keyOf }), 0.99)
    await openUntil(BOARDS, opened.boards, () => new WebSocket(`${url}/ws`, { headers: { cookie } }))
    await openUntil(BOARDS, opened.bare, () => new WebSocket(`ws://127.0.0.1:${barePort}`))
    const answered: number[][] = []
    const orderNext = async (round: number[]) => {
      const began = performance.now()
      const { id } = await order(++sent)
      round.push(performance.now() - began)
      return id
    }
    const cpu = process.cpuUsage()
    const began = performance.now()
    const compared = await alternate(
      plan.rounds,
      () => {
        const round: number[] = []
        answered.push(round)
        return percentile99(opened.boards, () => orderNext(round))
      },
      () => percentile99(opened.bare, notifyNext),
    )
    const { user, system } = process.cpuUsage(cpu)
    compareAtMost(`${BOARDS} boards: 99 of 100`, compared, ms, MAX_MS)
    const answers = { product: answered.map((round) => quantile(round, 0.99)), baseline: [] }
    compareAtMost('the response to an order: 99 of 100', answers, ms, MAX_ANSWER_MS)
    compareRatioAtMost(`${BOARDS} boards: beside the baseline`, compared, ms, MAX_TIMES)
    const ownShare = (user + system) / 10 / (performance.now() - began)
    print(`  the process that sends and receives used ${whole(ownShare)} % of one core meanwhile`)
  } finally {
    for (const socket of [board, bare, ...opened.boards, ...opened.bare]) socket.terminate()
    await client.end()
    await announcing.close()
  }
}

/** Sends one message after another. @returns the milliseconds from sending each to receiving it */
async function arrivals(socket: WebSocket, count: number, send: (n: number) => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  for (let n = 0; n < count; n++) {
    const received = nextOrderFrame(socket)
    const began = performance.now()
    const sent = send(n)
    await received
    took.push(performance.now() - began)
    await sent
  }
  return took
}

function nextOrderFrame(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const onMessage = (data: WebSocket.RawData) => {
      if (!String(data).includes('"ORDER_UPDATE"')) return
      socket.off('message', onMessage)
      resolve()
    }
    socket.on('message', onMessage)
  })
}

function keyOf(frame: string): number | undefined {
  const [, id] = /^\{"type":"ORDER_UPDATE","payload":\{"id":(\d+)/.exec(frame) ?? []
  return id === undefined ? undefined : Number(id)
}
