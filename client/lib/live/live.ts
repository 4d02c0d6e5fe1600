import { useSyncExternalStore } from 'react'
import type { ClientFrame, ServerFrame } from '#shared/contracts/live.ts'
import type { Language } from '#shared/domain/language.ts'
import { i18n } from '../../ui/translation.ts'
import { importWithRetry, WITHOUT_STYLES } from '../loading/import-with-retry.ts'
import { currentLanguage } from '../words/language.ts'
import { LiveConnection, type LiveStatus, type Socket, type SocketEvents } from './connection.ts'

type FrameType = ServerFrame['type']
export type FrameOf<T extends FrameType> = Extract<ServerFrame, { type: T }>

/**
 * Handlers of a page for the frame types it needs. `opened`: the channel was opened; data fetched before may be stale.
 * `ended`: the user's login session is over; the page must leave, and `reopenLive` be called after that.
 */
export type Follower = { [T in FrameType]?: (frame: FrameOf<T>) => void } & { opened?: () => void; ended?: () => void }

/** The page's followers: the connection stays open as long as there are any. */
export class Followers {
  readonly #followers = new Set<Follower>()

  get isEmpty(): boolean {
    return this.#followers.size === 0
  }

  add(follower: Follower): () => void {
    this.#followers.add(follower)
    return () => this.#followers.delete(follower)
  }

  opened(): void {
    for (const follower of [...this.#followers]) follower.opened?.()
  }

  /** @returns whether a page leaves because of this */
  ended(): boolean {
    const leaving = [...this.#followers].filter(({ ended }) => ended)
    for (const follower of leaving) follower.ended?.()
    return leaving.length > 0
  }

  deliver(frame: ServerFrame): void {
    for (const follower of [...this.#followers]) handlerOf(follower, frame)?.(frame)
  }
}

function handlerOf(follower: Follower, frame: ServerFrame): ((frame: ServerFrame) => void) | undefined {
  // The handler is looked up by the frame's type, so they match; the compiler cannot infer that.
  return follower[frame.type] as ((frame: ServerFrame) => void) | undefined
}

/* A page that needs the connection calls `followLive`. The guest's first view imports this file when idle. */

export type { LiveStatus } from './connection.ts'

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

const followers = new Followers()
const statusListeners = new Set<() => void>()

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
    status: () => {
      for (const listener of statusListeners) listener()
    },
    opened: () => followers.opened(),
    // A page that everybody may see goes on as nobody's.
    ended: () => followers.ended() || reopenLive(),
    received: async (text) => {
      if (text === HEARTBEAT) {
        followers.deliver({ type: 'HEARTBEAT' })
        return
      }
      const { parseFrame } = await loadFrames()
      const frame = parseFrame(text)
      if (frame === 'stale') followers.opened()
      else if (frame) followers.deliver(frame)
    },
  },
)

/** Follows the channel until the returned function is called; `opened` comes at each (re)connect, at once if open. */
export function followLive(follower: Follower): () => void {
  const removeFollower = followers.add(follower)
  if (connection.status.state === 'closed') openConnection()
  else if (connection.status.state === 'live') follower.opened?.()
  return () => {
    removeFollower()
    setTimeout(() => followers.isEmpty && closeConnection(), LINGER_MS)
  }
}

/** Sends a frame to the server. @returns false without a connection: the frame is then not sent */
export function sendFrame(frame: ClientFrame): boolean {
  return connection.send(JSON.stringify(frame))
}

/** Reconnects if a page still follows: a socket belongs to the login session with which it was opened. */
export function reopenLive(): void {
  if (followers.isEmpty) closeConnection()
  else connection.renew()
}

export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(watchStatus, () => connection.status)
}

/** Calls `onChange` at every change of the connection's status, until the returned function is called. */
export function watchLiveStatus(onChange: (status: LiveStatus) => void): () => void {
  return watchStatus(() => onChange(connection.status))
}

function watchStatus(listener: () => void): () => void {
  statusListeners.add(listener)
  return () => statusListeners.delete(listener)
}

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
  if (currentLanguage() !== socketLanguage) connection.renew()
}

function openSocket(events: SocketEvents): Socket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  socketLanguage = currentLanguage()
  // A browser's WebSocket cannot send custom headers, so the language goes into the address.
  const socket = new WebSocket(`${scheme}://${location.host}/ws?lang=${socketLanguage}`)
  socket.onopen = events.opened
  socket.onmessage = ({ data }) => typeof data === 'string' && events.received(data)
  socket.onclose = ({ code }) => (code === SIGNED_OUT_CODE ? events.ended() : events.closed())
  return { send: (text) => socket.send(text), close: () => socket.close() }
}
