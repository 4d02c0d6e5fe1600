import { create } from 'zustand'
import type { ClientFrame, ServerFrame } from '#shared/contracts/live.ts'
import type { Language } from '#shared/domain/language.ts'
import { RECONNECT_AFTER_S, SILENCE_TIMEOUT_S } from '#shared/domain/time/timing.ts'
import { i18n, language } from '../../ui/translation.ts'
import { refetchChanged } from '../api/query.ts'
import { importWithRetry, WITHOUT_STYLES } from '../loading/import-with-retry.ts'
import { hoursKey, settingsKey } from '../settings/settings.ts'

type FrameType = ServerFrame['type']
export type FrameOf<T extends FrameType> = Extract<ServerFrame, { type: T }>

/**
 * Handlers of a page for the frame types it needs. `opened`: the channel was opened; data fetched before may be stale.
 * `ended`: the user's login session is over; the page must leave, and `reopenLive` be called after that.
 */
export type Follower = { [T in FrameType]?: (frame: FrameOf<T>) => void } & { opened?: () => void; ended?: () => void }

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

interface Socket {
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
interface Environment {
  open: (events: SocketEvents) => Socket
  now: () => number
  /** Calls `run` after `ms` milliseconds. @returns a function that cancels the call */
  after: (ms: number, run: () => void) => () => void
}

interface Listeners {
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

/* A page that needs the connection calls `followLive`. The guest's first view imports this file when idle. */

/** How long the connection stays open without followers, so that it survives a change of page. */
const LINGER_MS = 1000
/** The close code of a socket whose login session is over, perhaps signed out in another tab. */
const SIGNED_OUT_CODE = 4401

/** As the server writes it. It comes at once and every few seconds, and is read without the contracts. */
const HEARTBEAT = '{"type":"HEARTBEAT"}'

// The contracts of all frames: loaded with the first of another type. Those that arrive meanwhile keep their order.
const loadFrames = importWithRetry(() => import('./frames.ts'), WITHOUT_STYLES)
/** Loads the contracts early, for a page that soon gets frames. Never rejects. */
export const prefetchFrames = loadFrames.prefetch

/** The language of the last opened socket. */
let socketLanguage: Language | undefined

/** Every page that opens the channel shows the settings, with the hours that depend on them. */
function refetchSettings(): void {
  for (const key of [settingsKey, hoursKey]) void refetchChanged(key)
}
const settingsFollower: Follower = { opened: refetchSettings, SETTINGS_CHANGED: refetchSettings }

/** The page's followers: the connection stays open as long as there are any. */
const followers = new Set<Follower>()
/** Calls it for each; they may leave meanwhile. */
const tell = (call: (follower: Follower) => void) => [settingsFollower, ...followers].forEach(call)

function deliver(frame: ServerFrame): void {
  // The handler is looked up by the frame's type, so they match; the compiler cannot infer that.
  tell((follower) => (follower[frame.type] as ((frame: ServerFrame) => void) | undefined)?.(frame))
}

const useStatus = create<LiveStatus>(() => ({ state: 'closed' }))

const connection = new LiveConnection(
  {
    open: openSocket,
    now: Date.now,
    after: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  },
  {
    status: (status) => useStatus.setState(status, true),
    opened: () => tell(({ opened }) => opened?.()),
    ended() {
      const isLeaving = [...followers].some(({ ended }) => ended)
      tell(({ ended }) => ended?.())
      // A page that everybody may see goes on as nobody's.
      if (!isLeaving) reopenLive()
    },
    received: async (text) => {
      if (text === HEARTBEAT) {
        deliver({ type: 'HEARTBEAT' })
        return
      }
      const { parseFrame } = await loadFrames()
      const frame = parseFrame(text)
      if (frame === 'stale') tell(({ opened }) => opened?.())
      else if (frame) deliver(frame)
    },
  },
)

/** Follows the channel until the returned function is called; `opened` comes at each (re)connect, at once if open. */
export function followLive(follower: Follower): () => void {
  followers.add(follower)
  if (connection.status.state === 'closed') openConnection()
  else if (connection.status.state === 'live') follower.opened?.()
  return () => {
    followers.delete(follower)
    setTimeout(() => followers.size === 0 && closeConnection(), LINGER_MS)
  }
}

/** Sends a frame to the server. @returns false without a connection: the frame is then not sent */
export function sendFrame(frame: ClientFrame): boolean {
  return connection.send(JSON.stringify(frame))
}

/** Reconnects if a page still follows: a socket belongs to the login session with which it was opened. */
export function reopenLive(): void {
  if (followers.size === 0) closeConnection()
  else connection.renew()
}

export const useLiveStatus = (): LiveStatus => useStatus()

/** Calls `onChange` at every change of the connection's status, until the returned function is called. */
export const watchLiveStatus = (onChange: (status: LiveStatus) => void): (() => void) => useStatus.subscribe(onChange)

let stopFollowingLanguage: (() => void) | undefined

function openConnection(): void {
  stopFollowingLanguage = i18n.onLanguageChange(reconnectInNewLanguage)
  addEventListener('online', reopenOnline)
  document.addEventListener('visibilitychange', checkWhenVisible)
  connection.start()
}

function closeConnection(): void {
  stopFollowingLanguage?.()
  removeEventListener('online', reopenOnline)
  document.removeEventListener('visibilitychange', checkWhenVisible)
  connection.stop()
}

function reopenOnline(): void {
  connection.reopen()
}

function checkWhenVisible(): void {
  if (document.visibilityState === 'visible') connection.check()
}

/** The server's messages on a socket are in the language it was opened with. */
function reconnectInNewLanguage(): void {
  if (language !== socketLanguage) connection.renew()
}

function openSocket(events: SocketEvents): Socket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  socketLanguage = language
  // A browser's WebSocket cannot send custom headers, so the language goes into the address.
  const socket = new WebSocket(`${scheme}://${location.host}/ws?lang=${socketLanguage}`)
  socket.onopen = events.opened
  socket.onmessage = ({ data }) => typeof data === 'string' && events.received(data)
  socket.onclose = ({ code }) => (code === SIGNED_OUT_CODE ? events.ended() : events.closed())
  return { send: (text) => socket.send(text), close: () => socket.close() }
}

/** Runs `work` `delayMs` after the first request for it, once for all requests until then. The bench uses it too. */
export function batched(work: () => void, delayMs: () => number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
  }
  return {
    request() {
      timer ??= setTimeout(() => {
        timer = undefined
        work()
      }, delayMs())
    },
    cancel,
  }
}
