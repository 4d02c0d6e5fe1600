import { isDeepStrictEqual } from 'node:util'
import { serverFrameSchema } from '#shared/contracts/live.ts'
import { changedOrders, listOrders, type Order } from '#shared/contracts/orders.ts'
import { isOpen, LIST_TRUNCATED } from '#shared/domain/orders/order.ts'
import {
  type Board,
  boardOf,
  boardOfChanges,
  boardOfList,
  EMPTY_BOARD,
  isLoaded,
  merge,
  versionsOf,
} from '../../client/areas/orders/board.ts'
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
    const fetched = await this.#fetch(this.board)
    this.#fetches -= 1
    if (fetched) this.board = merge(this.board, fetched)
    else if (!this.#isClosed) setTimeout(() => void this.#refetch(), RETRY_MS)
  }

  /** Fetches what a page fetches: the list at first, then what changed. */
  async #fetch(known: Board): Promise<Board | undefined> {
    if (isLoaded(known)) {
      const response = await this.#ask(changedOrders, { known: versionsOf(known) })
      if (!response) return undefined
      const changes = changedOrders.response.parse(response.answer)
      if (changes) return boardOfChanges(changes, known)
    }
    const list = await this.#list()
    return list && boardOfList(list, known)
  }

  async #list(): Promise<{ orders: Order[]; isTruncated: boolean } | undefined> {
    const response = await this.#ask(listOrders)
    return (
      response && {
        orders: listOrders.response.parse(response.answer),
        isTruncated: response.headers.has(LIST_TRUNCATED),
      }
    )
  }

  async #ask({ method, path }: { method: string; path: string }, body?: object) {
    try {
      const response = await fetch(`${this.#url}${path}`, {
        method,
        headers: { cookie: this.cookie, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      })
      return response.status === 200 ? { answer: await response.json(), headers: response.headers } : undefined
    } catch {
      return undefined
    }
  }
}
