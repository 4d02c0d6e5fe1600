import WebSocket from 'ws'
import type { ServerFrame } from '#shared/contracts/live.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { LiveConnection, type SocketEvents } from '../../client/lib/live/live.ts'

/** Close code of a socket whose login session is over. */
const SIGNED_OUT = 4401

/** The owner's board: the product's live connection on a real socket, with all orders that it has shown. */
export class ObservedBoard {
  /** When each shown order was placed, in milliseconds since 1970, by id. */
  readonly shown = new Map<number, number>()
  /** When each order was shown first, by `performance.now()` and id. */
  readonly shownAt = new Map<number, number>()
  readonly #url: string
  readonly #cookie: string
  readonly #connection: LiveConnection

  constructor(url: string, cookie: string) {
    this.#url = url
    this.#cookie = cookie
    this.#connection = new LiveConnection(
      {
        open: (events) => this.#open(events),
        now: () => Date.now(),
        after: (ms, run) => {
          const timer = setTimeout(run, ms)
          return () => clearTimeout(timer)
        },
      },
      {
        opened: () => void this.#fetch(),
        received: (text) => this.#receive(JSON.parse(text)),
        status: () => {},
        ended: () => this.#connection.renew(),
      },
    )
    this.#connection.start()
  }

  /** Whether the board is connected and shows an order that was placed at this moment or later. */
  hasOrderSince(moment: number): boolean {
    return this.#connection.status.state === 'live' && [...this.shown.values()].some((at) => at >= moment)
  }

  close(): void {
    this.#connection.stop()
  }

  #open(events: SocketEvents) {
    const socket = new WebSocket(`${this.#url.replace('http', 'ws')}/ws`, { headers: { cookie: this.#cookie } })
    socket.on('error', () => {})
    socket.on('open', events.opened)
    socket.on('message', (data) => events.received(String(data)))
    socket.on('close', (code) => (code === SIGNED_OUT ? events.ended() : events.closed()))
    return { send: (text: string) => socket.send(text), close: () => socket.terminate() }
  }

  #receive(frame: ServerFrame): void {
    if (frame.type === 'ORDER_UPDATE') this.#show(frame.payload)
    if (frame.type === 'ORDERS_CHANGED') void this.#fetch()
  }

  /** Fetches the list, as the page does at each opening. If that fails, the next opening does it again. */
  async #fetch(): Promise<void> {
    try {
      const response = await fetch(`${this.#url}/api/orders`, { headers: { cookie: this.#cookie } })
      if (!response.ok) throw new Error(`status ${response.status}`)
      for (const order of (await response.json()) as Order[]) this.#show(order)
    } catch {
      this.#connection.reopen()
    }
  }

  #show({ id, createdAt }: Order): void {
    this.shown.set(id, Date.parse(createdAt))
    if (!this.shownAt.has(id)) this.shownAt.set(id, performance.now())
  }
}
