/** Measures the time from a changed price to the new menu on the last of 1,000 phones, beside idle sockets. */
import { once } from 'node:events'
import http from 'node:http'
import { WebSocket } from 'ws'
import { MENU_SPREAD_MS } from '#shared/domain/time/timing.ts'
import { batched } from '../../client/lib/live/live.ts'
import type { FanOutCalls } from '../baselines/fan-out.ts'
import { startChild } from '../calls.ts'
import { alternate } from '../figures.ts'
import type { Plan } from '../plan.ts'
import { signInOwner } from '../product.ts'
import type { BenchServers } from './orders.ts'
import { compareAtMost, ms, title, whole } from './report.ts'

const PHONES = 1_000
const CONNECT_BATCH_SIZE = 50
const MAX_MS = 2_000
const MENU = '/api/menu'
const CATEGORIES = '/api/menu/categories'

/** All open phones of the product or of the baseline. */
interface OpenPhones {
  /** Makes one change, and waits until every phone has the new menu. */
  change(): Promise<void>
  close(): void
}

export async function measureMenuChange({ product }: Pick<BenchServers, 'product'>, plan: Plan): Promise<void> {
  const fanOut = await startChild<FanOutCalls>(new URL('../baselines/fan-out.ts', import.meta.url))
  const opened: OpenPhones[] = []
  try {
    title(
      `A changed price → the new menu on the last of ${whole(PHONES)} phones, which spread over ${MENU_SPREAD_MS} ms; ` +
        'baseline: bare sockets that wait and request nothing',
    )
    const phones = await openPhones(product)
    opened.push(phones)
    const bare = await openBare(await fanOut.call('listen', undefined))
    opened.push(bare)
    await phones.change()
    await bare.change()
    const compared = await alternate(
      plan.rounds,
      () => timed(phones.change),
      () => timed(bare.change),
    )
    compareAtMost('the last phone has it', compared, ms, MAX_MS)
  } finally {
    for (const side of opened) side.close()
    await fanOut.close()
  }
}

async function openPhones({ port, seed }: BenchServers['product']): Promise<OpenPhones> {
  const url = `http://127.0.0.1:${port}`
  const headers = { cookie: await signInOwner(url), 'content-type': 'application/json' }
  const [dish] = seed.dishes
  const sockets = await openSockets(`ws://127.0.0.1:${port}/ws`)
  const firstEtags = { menu: await fetchEtag(port, MENU), categories: await fetchEtag(port, CATEGORIES) }
  const etags = sockets.map(() => firstEtags.menu)
  let price = dish?.price ?? 0
  return {
    async change() {
      const refreshed = allRefresh(sockets, 'MENU_CHANGED', async (i) => {
        const [etag] = await Promise.all([
          fetchEtag(port, MENU, etags[i]),
          fetchEtag(port, CATEGORIES, firstEtags.categories),
        ])
        const isNew = etag !== etags[i]
        etags[i] = etag
        return isNew
      })
      price += 1
      const body = JSON.stringify({ price })
      const response = await fetch(`${url}${MENU}/${dish?.id}`, { method: 'PATCH', headers, body })
      if (response.status !== 200) throw new Error(`a change of the menu got the status ${response.status}`)
      await refreshed
    },
    close: () => closeAll(sockets),
  }
}

async function openBare(port: number): Promise<OpenPhones> {
  const sockets = await openSockets(`ws://127.0.0.1:${port}/menu`)
  return {
    async change() {
      const refreshed = allRefresh(sockets, 'MENU_CHANGED', async () => true)
      sockets[0]?.send(JSON.stringify({ type: 'MENU_CHANGED' }))
      await refreshed
    },
    close: () => closeAll(sockets),
  }
}

async function openSockets(url: string): Promise<WebSocket[]> {
  const sockets: WebSocket[] = []
  while (sockets.length < PHONES) {
    const batch = Array.from({ length: CONNECT_BATCH_SIZE }, () => new WebSocket(url))
    await Promise.all(batch.map((socket) => once(socket, 'open')))
    sockets.push(...batch)
  }
  return sockets
}

/** Lets each phone refetch as the menu page does, until it has the new menu. */
async function allRefresh(
  sockets: readonly WebSocket[],
  type: string,
  refresh: (phone: number) => Promise<boolean>,
): Promise<void> {
  await Promise.all(
    sockets.map(
      (socket, i) =>
        new Promise<void>((resolve, reject) => {
          const { request: refetchSoon } = batched(
            () => {
              refresh(i).then((isNew) => {
                if (!isNew) return
                socket.off('message', onMessage)
                resolve()
              }, reject)
            },
            () => Math.random() * MENU_SPREAD_MS,
          )
          const onMessage = (data: WebSocket.RawData) => {
            if (String(data).includes(`"${type}"`)) refetchSoon()
          }
          socket.on('message', onMessage)
        }),
    ),
  )
}

/** Sends a GET on a new connection, as a phone does after minutes without one. @returns the response's ETag */
function fetchEtag(port: number, path: string, etag?: string): Promise<string> {
  const headers = { 'accept-encoding': 'br', ...(etag && { 'if-none-match': etag }) }
  return new Promise((resolve, reject) => {
    const request = http.get({ port, host: '127.0.0.1', path, headers, agent: false })
    request.on('error', reject)
    request.on('response', (response) => {
      const { statusCode = 0 } = response
      if (statusCode !== 200 && statusCode !== 304) reject(new Error(`${path} got the status ${statusCode}`))
      response.resume().on('end', () => resolve(response.headers.etag ?? ''))
    })
  })
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function closeAll(sockets: readonly WebSocket[]): void {
  for (const socket of sockets) socket.terminate()
}
