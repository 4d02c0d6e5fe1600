import { RECONNECT_AFTER_S, SILENCE_TIMEOUT_S } from '#shared/domain/timing.ts'

/** An attempt to connect is given up after this time: some networks drop packets without an error. */
const CONNECT_WITHIN_S = 10

/** Half a second less than the silence allowed, so that the page shows the loss in time. */
const LOST_AFTER_MS = SILENCE_TIMEOUT_S * 1000 - 500

/** `since` is when the server was last heard, in milliseconds; before the first connection, when it was first tried. */
export type LiveStatus =
  | { state: 'closed' }
  | { state: 'connecting' }
  | { state: 'live' }
  | { state: 'reconnecting'; since: number }
  | { state: 'offline'; since: number }

export interface Socket {
  say: (text: string) => void
  close: () => void
}

export interface SocketEvents {
  opened: () => void
  said: (text: string) => void
  closed: () => void
  /** The server closed the socket because its session is over: the user has signed out, or it has expired. */
  ended: () => void
}

/** What the connection needs from outside, so that tests control clock and wire. */
export interface Surroundings {
  open: (events: SocketEvents) => Socket
  now: () => number
  /** Calls `run` later; the function returned cancels that. */
  after: (ms: number, run: () => void) => () => void
}

export interface Listeners {
  status: (status: LiveStatus) => void
  opened: () => void
  said: (text: string) => void
}

/**
 * One live connection that opens itself again: 5 s after it was closed, and at once after 25 s of silence or when the
 * network is back. It never waits for the close event of a socket that it has given up.
 */
export class LiveConnection {
  readonly #around: Surroundings
  readonly #listeners: Listeners
  #status: LiveStatus = { state: 'closed' }
  #drop: (() => void) | undefined
  #socket: Socket | undefined
  #heard = 0
  #wasLost = false
  #cancelTimer: () => void = () => {}

  constructor(around: Surroundings, listeners: Listeners) {
    this.#around = around
    this.#listeners = listeners
  }

  get status(): LiveStatus {
    return this.#status
  }

  start(): void {
    if (this.#status.state !== 'closed') return
    this.#heard = this.#around.now()
    this.#wasLost = false
    this.#say({ state: 'connecting' })
    this.#attempt()
  }

  stop(): void {
    this.#cancelTimer()
    this.#drop?.()
    this.#say({ state: 'closed' })
  }

  /** Connects again as another user, after signing in or out; a standing connection does not count as lost. */
  renew(): void {
    if (this.#status.state !== 'live') {
      this.reopen()
      return
    }
    this.#say({ state: 'connecting' })
    this.#attempt()
  }

  /** Drops the socket and connects again: for when the network is back. */
  reopen(): void {
    if (this.#status.state === 'closed') return
    this.#lost('reconnecting')
    this.#attempt()
  }

  /** Sends a text, where the connection stands. */
  say(text: string): boolean {
    if (this.#status.state !== 'live' || !this.#socket) return false
    this.#socket.say(text)
    return true
  }

  /** Call it when the page becomes visible: its timers may have slept through the silence or the wait. */
  check(): void {
    if (this.#status.state === 'live' ? this.#silence() >= LOST_AFTER_MS : !this.#drop) this.reopen()
  }

  #attempt(): void {
    this.#cancelTimer()
    this.#drop?.()
    let current = true
    const socket = this.#around.open({
      opened: () => current && this.#opened(),
      said: (text) => current && this.#said(text),
      closed: () => current && this.#failed(),
      ended: () => current && (this.#status.state === 'live' ? this.renew() : this.#failed()),
    })
    this.#socket = socket
    this.#drop = () => {
      current = false
      this.#drop = undefined
      this.#socket = undefined
      socket.close()
    }
    this.#cancelTimer = this.#around.after(CONNECT_WITHIN_S * 1000, () => this.#failed())
  }

  #opened(): void {
    this.#wasLost = false
    this.#say({ state: 'live' })
    this.#watchSilence()
    this.#listeners.opened()
  }

  #said(text: string): void {
    this.#watchSilence()
    this.#listeners.said(text)
  }

  #watchSilence(): void {
    this.#heard = this.#around.now()
    this.#cancelTimer()
    this.#cancelTimer = this.#around.after(LOST_AFTER_MS, () => this.reopen())
  }

  #failed(): void {
    // A first loss may be short; a failed try to reconnect means offline.
    this.#lost(this.#wasLost || this.#status.state === 'connecting' ? 'offline' : 'reconnecting')
    this.#cancelTimer()
    this.#cancelTimer = this.#around.after(RECONNECT_AFTER_S * 1000, () => this.#attempt())
  }

  #lost(state: 'reconnecting' | 'offline'): void {
    this.#drop?.()
    this.#wasLost = true
    this.#say(
      this.#status.state === 'offline' || (this.#status.state === 'connecting' && state === 'reconnecting')
        ? this.#status
        : { state, since: this.#heard },
    )
  }

  #silence(): number {
    return this.#around.now() - this.#heard
  }

  #say(status: LiveStatus): void {
    if (status === this.#status) return
    this.#status = status
    this.#listeners.status(status)
  }
}
