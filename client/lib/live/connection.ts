import { RECONNECT_AFTER_S, SILENCE_TIMEOUT_S } from '#shared/domain/time/timing.ts'

/** Seconds after which an attempt to connect is given up: some networks drop packets without an error. */
const CONNECT_TIMEOUT_S = 10

/** Half a second less than the silence allowed, so that the page shows the loss in time. */
const LOST_AFTER_MS = SILENCE_TIMEOUT_S * 1000 - 500

/** `since`: when the last frame was received; before the first connection, when it was started; ms since 1970. */
export type LiveStatus =
  | { state: 'closed' }
  | { state: 'connecting' }
  | { state: 'live' }
  | { state: 'reconnecting'; since: number }
  | { state: 'offline'; since: number }

export interface Socket {
  send: (text: string) => void
  close: () => void
}

export interface SocketEvents {
  opened: () => void
  received: (text: string) => void
  closed: () => void
  /** The server closed the socket because its login session is over: signed out or expired. */
  ended: () => void
}

/** The connection's clock and sockets, which tests replace. */
export interface Environment {
  open: (events: SocketEvents) => Socket
  now: () => number
  /** Calls `run` after `ms` milliseconds. @returns a function that cancels the call */
  after: (ms: number, run: () => void) => () => void
}

export interface Listeners {
  status: (status: LiveStatus) => void
  opened: () => void
  received: (text: string) => void
  /** The login session is over. The connection has no socket until `renew` is called. */
  ended: () => void
}

/** Reconnects 5 s after it was closed, and at once after 25 s of silence or when the network is back. */
export class LiveConnection {
  readonly #environment: Environment
  readonly #listeners: Listeners
  #status: LiveStatus = { state: 'closed' }
  #drop: (() => void) | undefined
  #socket: Socket | undefined
  #lastReceivedAt = 0
  #wasLost = false
  #cancelTimer: () => void = () => {}

  constructor(environment: Environment, listeners: Listeners) {
    this.#environment = environment
    this.#listeners = listeners
  }

  get status(): LiveStatus {
    return this.#status
  }

  start(): void {
    if (this.#status.state !== 'closed') return
    this.#lastReceivedAt = this.#environment.now()
    this.#wasLost = false
    this.#setStatus({ state: 'connecting' })
    this.#attempt()
  }

  stop(): void {
    this.#cancelTimer()
    this.#drop?.()
    this.#setStatus({ state: 'closed' })
  }

  /** Reconnects as another user, after signing in or out; the status does not change to lost meanwhile. */
  renew(): void {
    if (this.#status.state !== 'live') {
      this.reopen()
      return
    }
    this.#setStatus({ state: 'connecting' })
    this.#attempt()
  }

  /** Drops the socket and reconnects at once: for when the network is back. */
  reopen(): void {
    if (this.#status.state === 'closed') return
    this.#lost('reconnecting')
    this.#attempt()
  }

  /** Sends a text if the connection is live. @returns whether it was sent */
  send(text: string): boolean {
    if (this.#status.state !== 'live' || !this.#socket) return false
    this.#socket.send(text)
    return true
  }

  /** Call this when the page becomes visible: its timers may not have run in the background. */
  check(): void {
    if (this.#status.state === 'live' ? this.#silence() >= LOST_AFTER_MS : !this.#drop) this.reopen()
  }

  #attempt(): void {
    this.#cancelTimer()
    this.#drop?.()
    let isCurrent = true
    const socket = this.#environment.open({
      opened: () => isCurrent && this.#opened(),
      received: (text) => isCurrent && this.#received(text),
      closed: () => isCurrent && this.#failed(),
      ended: () => isCurrent && this.#ended(),
    })
    this.#socket = socket
    this.#drop = () => {
      isCurrent = false
      this.#drop = undefined
      this.#socket = undefined
      socket.close()
    }
    this.#cancelTimer = this.#environment.after(CONNECT_TIMEOUT_S * 1000, () => this.#failed())
  }

  #opened(): void {
    this.#wasLost = false
    this.#setStatus({ state: 'live' })
    this.#watchSilence()
    this.#listeners.opened()
  }

  #received(text: string): void {
    this.#watchSilence()
    this.#listeners.received(text)
  }

  #watchSilence(): void {
    this.#lastReceivedAt = this.#environment.now()
    this.#cancelTimer()
    this.#cancelTimer = this.#environment.after(LOST_AFTER_MS, () => this.reopen())
  }

  #ended(): void {
    if (this.#status.state !== 'live') {
      this.#failed()
      return
    }
    this.#cancelTimer()
    this.#drop?.()
    this.#setStatus({ state: 'connecting' })
    this.#listeners.ended()
  }

  #failed(): void {
    // A first loss may be short; a failed attempt to reconnect means offline.
    this.#lost(this.#wasLost || this.#status.state === 'connecting' ? 'offline' : 'reconnecting')
    this.#cancelTimer()
    this.#cancelTimer = this.#environment.after(RECONNECT_AFTER_S * 1000, () => this.#attempt())
  }

  #lost(state: 'reconnecting' | 'offline'): void {
    this.#drop?.()
    this.#wasLost = true
    this.#setStatus(
      this.#status.state === 'offline' || (this.#status.state === 'connecting' && state === 'reconnecting')
        ? this.#status
        : { state, since: this.#lastReceivedAt },
    )
  }

  #silence(): number {
    return this.#environment.now() - this.#lastReceivedAt
  }

  #setStatus(status: LiveStatus): void {
    if (status === this.#status) return
    this.#status = status
    this.#listeners.status(status)
  }
}
