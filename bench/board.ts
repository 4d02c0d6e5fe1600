/** From the order sent to its message on an owner's socket, beside NOTIFY → LISTEN → a bare socket. */
import { once } from 'node:events'
import pg from 'pg'
import { WebSocket } from 'ws'
import { startChild } from './calls.ts'
import { type Compared, quantile } from './figures.ts'
import type { AnnouncingCalls } from './limits/announcing.ts'
import { orderNumber } from './load/orders.ts'
import type { OrderSides } from './orders.ts'
import type { Plan } from './plan.ts'
import { signInOwner } from './product.ts'
import { compare, ms, title } from './report.ts'

export async function measureBoard({ product, limit }: OrderSides, plan: Plan): Promise<void> {
  const announcing = await startChild<AnnouncingCalls>(new URL('./limits/announcing.ts', import.meta.url))
  const client = new pg.Client({ connectionString: limit.url })
  await client.connect()
  const url = `http://127.0.0.1:${product.port}`
  const cookie = await signInOwner(url)
  const barePort = await announcing.call('listen', { url: limit.url })
  const board = new WebSocket(`${url}/ws`, { headers: { cookie } })
  const bare = new WebSocket(`ws://127.0.0.1:${barePort}`)
  try {
    await Promise.all([once(board, 'open'), once(bare, 'open')])
    title('Order → board, one order after another; limit: NOTIFY → LISTEN → a bare socket, with nothing written')
    const order = (n: number) => placeOrder(url, n, product.stock)
    const payload = JSON.stringify({ type: 'ORDER_UPDATE', payload: orderNumber(1, limit.stock) })
    const notify = () => client.query('select pg_notify($1, $2)', ['bench', payload])
    const figures: Record<'p50' | 'p99', Compared> = {
      p50: { product: [], limit: [] },
      p99: { product: [], limit: [] },
    }
    for (let round = 0; round < plan.rounds; round++) {
      const sides = [
        ['product', await arrivals(board, plan.boardOrders, (n) => order(round * plan.boardOrders + n))],
        ['limit', await arrivals(bare, plan.boardOrders, notify)],
      ] as const
      for (const [side, took] of sides) {
        figures.p50[side].push(quantile(took, 0.5))
        figures.p99[side].push(quantile(took, 0.99))
      }
    }
    compare('half of them within', figures.p50, ms)
    compare('99 of 100 within', figures.p99, ms)
  } finally {
    board.terminate()
    bare.terminate()
    await client.end()
    await announcing.close()
  }
}

/** Milliseconds from each sending to its message. */
async function arrivals(socket: WebSocket, count: number, send: (n: number) => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  for (let n = 0; n < count; n++) {
    const heard = messageOf(socket)
    const began = performance.now()
    const sent = send(n)
    await heard
    took.push(performance.now() - began)
    await sent
  }
  return took
}

function messageOf(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const look = (data: WebSocket.RawData) => {
      if (!String(data).includes('"ORDER_UPDATE"')) return
      socket.off('message', look)
      resolve()
    }
    socket.on('message', look)
  })
}

async function placeOrder(url: string, n: number, stock: OrderSides['product']['stock']): Promise<void> {
  const { table, lines, ...order } = orderNumber(n, stock)
  const items = lines.map(({ dish, quantity }) => ({ menuItemId: dish.id, quantity }))
  const answer = await fetch(`${url}/api/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `board-${process.pid}-${n}` },
    body: JSON.stringify({ ...order, tableId: table?.id ?? null, items }),
  })
  if (answer.status !== 201) throw new Error(`an order was answered with ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}
