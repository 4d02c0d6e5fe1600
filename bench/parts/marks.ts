/** The time from a cook's mark on a line to its frame on every other screen, beside NOTIFY → LISTEN → bare sockets. */
import pg from 'pg'
import { WebSocket } from 'ws'
import { setLineDone } from '#shared/contracts/orders.ts'
import type { AnnouncingCalls } from '../baselines/announcing.ts'
import { startChild } from '../calls.ts'
import { alternate, quantile } from '../figures.ts'
import { orderNumber, placeOrder } from '../load/orders.ts'
import type { Plan } from '../plan.ts'
import { BENCH_OWNER, expectCall, signInAs, signInOwner } from '../product.ts'
import { lastArrivals, openUntil } from './last-arrivals.ts'
import type { BenchServers } from './orders.ts'
import { compareAtMost, ms, title } from './report.ts'

const SCREENS = 20
const MARKS_A_SECOND = 5
const MAX_MS = 20
/** Each order of the bench has this many lines. */
const LINES = 3

export async function measureMarks({ product, baseline }: BenchServers, plan: Plan): Promise<void> {
  const announcing = await startChild<AnnouncingCalls>(new URL('../baselines/announcing.ts', import.meta.url))
  const client = new pg.Client({ connectionString: baseline.url })
  await client.connect()
  const url = `http://127.0.0.1:${product.port}`
  const cookie = await signInCook(url)
  const barePort = await announcing.call('listen', { url: baseline.url })
  const opened = { screens: [] as WebSocket[], bare: [] as WebSocket[] }
  try {
    await openUntil(SCREENS, opened.screens, () => new WebSocket(`${url}/ws`, { headers: { cookie } }))
    await openUntil(SCREENS, opened.bare, () => new WebSocket(`ws://127.0.0.1:${barePort}`))
    title(
      `A cook’s mark → the last of ${SCREENS} kitchen screens, ${MARKS_A_SECOND} marks a second; baseline: NOTIFY → LISTEN → as many bare sockets`,
    )
    const payload = JSON.stringify({ type: 'ORDER_UPDATE', payload: orderNumber(1, baseline.seed) })
    let sent = 0
    const notifyNext = async () => {
      sent += 1
      const frame = payload.replace('"payload":{', `"payload":{"id":${sent},`)
      await client.query('select pg_notify($1, $2)', ['bench', frame])
      return `${sent}: 0`
    }
    const count = plan.kitchenMarks
    const messages = { count, aSecond: MARKS_A_SECOND, keyOf }
    const compared = await alternate(
      plan.rounds,
      async () =>
        quantile(
          await lastArrivals(opened.screens, { ...messages, send: await marks(url, cookie, product.seed, count) }),
          0.99,
        ),
      async () => quantile(await lastArrivals(opened.bare, { ...messages, send: notifyNext }), 0.99),
    )
    compareAtMost('99 of 100', compared, ms, MAX_MS)
  } finally {
    for (const socket of [...opened.screens, ...opened.bare]) socket.terminate()
    await client.end()
    await announcing.close()
  }
}

async function signInCook(url: string): Promise<string> {
  const cook = { username: 'bench-cook', password: 'bench-cook' }
  const user = { ...cook, role: 'staff', duties: ['kitchen'], currentPassword: BENCH_OWNER.password }
  await expectCall(url, 'POST', '/api/users', user, { headers: { cookie: await signInOwner(url) } })
  return signInAs(url, cook)
}

let placed = 1_000_000

/** Places orders for a number of marks. @returns marks their next line */
async function marks(url: string, cookie: string, seed: BenchServers['product']['seed'], count: number) {
  const orders = Array.from({ length: Math.ceil(count / LINES) }, () => placeOrder(url, ++placed, seed))
  const lines = (await Promise.all(orders)).flatMap(({ id, items }) =>
    items.map((line, i) => ({ id, itemId: line.id, done: i + 1 })),
  )
  return async () => {
    const { id, itemId, done } = lines.shift() ?? { id: 0, itemId: 0, done: 0 }
    const path = setLineDone.path.replace(':id', String(id)).replace(':itemId', String(itemId))
    await expectCall(url, 'POST', path, { done: true }, { headers: { cookie } })
    return `${id}: ${done}`
  }
}

/** The order of a frame, and how many of its lines are marked. */
function keyOf(frame: string): string | undefined {
  const [, id] = /^\{"type":"ORDER_UPDATE","payload":\{"id":(\d+)/.exec(frame) ?? []
  return id === undefined ? undefined : `${id}: ${frame.match(/"doneAt":"/g)?.length ?? 0}`
}
