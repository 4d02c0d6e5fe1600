import { isDeepStrictEqual } from 'node:util'
import { serverFrameSchema } from '#shared/contracts/live.ts'
import { type Order, orderSchema } from '#shared/contracts/orders.ts'
import { isOpen, LIST_TRUNCATED } from '#shared/domain/orders/order.ts'
import { type Board, boardOf, boardOfList, EMPTY_BOARD, merge } from '../../client/areas/orders/board.ts'
import { LiveSocket } from '../live-socket.ts'

const RETRY_MS = 150
const REQUEST_TIMEOUT_MS = 15_000

/** A screen of a kitchen, a floor or an owner: the product's board on a real connection. */
export class ServiceScreen {
  readonly name: string
  readonly cookie: string
  readonly #url: string
  board: Board = EMPTY_BOARD
  readonly #live: LiveSocket
  /** Fetches that are under way or needed: the copies may be too old until there is none. */
  #fetches = 0
  #isClosed = false

  constructor(name: string, url: string, cookie: string) {
    this.name = name
    this.#url = url
    this.cookie = cookie
    this.#live = new LiveSocket({
      cookie,
      anyUrl: () => url,
      opened: () => void this.#refetch(),
      received: (frame) => this.#receive(frame),
    })
    this.#live.connect()
  }

  /** The orders as the person sees them. */
  get orders(): Order[] {
    return [...this.board.orders.values()]
  }

  close(): void {
    this.#isClosed = true
    this.#live.close()
  }

  /** Breaks the connection; the screen connects again by itself. */
  drop(): void {
    this.#live.drop()
  }

  /** Describes how the screen differs from what the server has for this person; empty if both are the same. */
  async differences(): Promise<string[]> {
    if (!this.#live.isOpen || this.#fetches > 0) return [`${this.name}: not connected`]
    const list = await this.#list()
    if (!list) return [`${this.name}: no list`]
    const listed = new Set(list.orders.map(({ id }) => id))
    // Ended orders leave the list of staff by themselves.
    const extra = this.orders.filter(({ id, status }) => isOpen(status) && !listed.has(id))
    return [
      ...extra.map(({ id }) => `${this.name}: shows order ${id}, which the server no longer lists`),
      ...list.orders.flatMap((order) => {
        const shown = this.board.orders.get(order.id)
        return isDeepStrictEqual(shown, order)
          ? []
          : [`${this.name}: order ${order.id} is version ${shown?.version}, not ${order.version}`]
      }),
    ]
  }

  #receive(received: unknown): void {
    const frame = serverFrameSchema.parse(received)
    if (frame.type === 'ORDER_UPDATE') this.board = merge(this.board, boardOf([frame.payload]))
    if (frame.type === 'ORDERS_CHANGED') void this.#refetch()
  }

  async #refetch(): Promise<void> {
    this.#fetches += 1
    const atRequest = this.board
    const fetched = await this.#list()
    this.#fetches -= 1
    if (fetched) this.board = merge(this.board, boardOfList(fetched, atRequest))
    else if (!this.#isClosed) setTimeout(() => void this.#refetch(), RETRY_MS)
  }

  async #list(): Promise<{ orders: Order[]; isTruncated: boolean } | undefined> {
    try {
      const headers = { cookie: this.cookie }
      const response = await fetch(`${this.#url}/api/orders`, {
        headers,
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      })
      if (response.status !== 200) return undefined
      const orders = ((await response.json()) as unknown[]).map((order) => orderSchema.parse(order))
      return { orders, isTruncated: response.headers.has(LIST_TRUNCATED) }
    } catch {
      return undefined
    }
  }
}
