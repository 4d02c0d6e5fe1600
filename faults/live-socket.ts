import WebSocket from 'ws'
import type { ClientFrame, ServerFrame } from '#shared/contracts/live.ts'

/** By default much sooner than a real page reconnects. */
const RECONNECT_DELAY_MS = 150

interface LiveSocketOptions {
  cookie: string
  /** Returns the URL of an instance; called for each connection. */
  anyUrl: () => string
  reconnectMs?: number | undefined
  /** Whether there is a reason to connect; by default always. */
  isWanted?: () => boolean
  opened?: () => void
  received: (frame: ServerFrame) => void
  lost?: () => void
}

/** One person's live channel: reconnects until it is closed. Frames that arrive on a lost socket are ignored. */
export class LiveSocket {
  readonly #options: LiveSocketOptions
  #socket: WebSocket | undefined
  #isClosed = false

  constructor(options: LiveSocketOptions) {
    this.#options = options
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  connect(): void {
    const { anyUrl, cookie, isWanted, opened, received } = this.#options
    if (this.#socket || this.#isClosed || isWanted?.() === false) return
    const socket = new WebSocket(`${anyUrl().replace('http', 'ws')}/ws`, { headers: { cookie } })
    this.#socket = socket
    socket.on('error', () => {})
    socket.on('open', () => this.#socket === socket && opened?.())
    socket.on('message', (data) => this.#socket === socket && received(JSON.parse(String(data))))
    socket.on('close', () => this.#socket === socket && this.#lost())
  }

  /** @returns false without a connection: the frame is then not sent */
  send(frame: ClientFrame): boolean {
    if (!this.isOpen) return false
    this.#socket?.send(JSON.stringify(frame))
    return true
  }

  /** Breaks the connection. */
  drop(): void {
    this.#socket?.terminate()
    this.#lost()
  }

  close(): void {
    this.#isClosed = true
    this.drop()
  }

  #lost(): void {
    this.#socket = undefined
    this.#options.lost?.()
    if (!this.#isClosed) setTimeout(() => this.connect(), this.#options.reconnectMs ?? RECONNECT_DELAY_MS)
  }
}
