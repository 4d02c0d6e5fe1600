/*
 * The page's one live connection. A page that needs it calls `followLive`; a page that a guest sees first imports
 * this file when it is idle (`await import`), so that the first view carries none of it.
 */
import i18n from 'i18next'
import { useSyncExternalStore } from 'react'
import type { ClientFrame } from '#shared/contracts/live.ts'
import type { Language } from '#shared/domain/language.ts'
import { currentLanguage } from '../words/language.ts'
import { LiveConnection, type LiveStatus, type Socket, type SocketEvents } from './connection.ts'
import { type Follower, Followers } from './followers.ts'
import { parseFrame } from './frames.ts'

export type { LiveStatus } from './connection.ts'
export type { Follower, FrameOf } from './followers.ts'

/** How long the connection stays open without followers, so that it survives a change of page. */
const LINGER_MS = 1000
/** The code with which the server closes a socket whose session is over, perhaps signed out in another tab. */
const SIGNED_OUT_CODE = 4401

/** The language of the socket that was opened last. */
let spoken: Language | undefined

const followers = new Followers()
const watchers = new Set<() => void>()

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
      for (const watcher of watchers) watcher()
    },
    opened: () => followers.opened(),
    said: (text) => {
      const frame = parseFrame(text)
      if (frame === 'stale') followers.opened()
      else if (frame) followers.deliver(frame)
    },
  },
)

/**
 * Follows the live channel until the function returned is called; the connection stands while anybody follows.
 * `opened` is called at each (re)connect, and at once where it already stands: the moment to fetch anew.
 */
export function followLive(follower: Follower): () => void {
  const leave = followers.add(follower)
  if (connection.status.state === 'closed') openConnection()
  else if (connection.status.state === 'live') follower.opened?.()
  return () => {
    leave()
    setTimeout(() => followers.none && closeConnection(), LINGER_MS)
  }
}

/** Sends a frame to the server. @returns false without a connection: the frame is then lost */
export function sendFrame(frame: ClientFrame): boolean {
  return connection.say(JSON.stringify(frame))
}

/** Connects anew: a socket stays with the session it was opened with, so signing in or out needs a fresh one. */
export function reopenLive(): void {
  connection.renew()
}

/** How the connection stands, for showing it. */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(watchStatus, () => connection.status)
}

/** Calls `told` at every change of the connection's status, until the function returned is called. */
export function watchLiveStatus(told: (status: LiveStatus) => void): () => void {
  return watchStatus(() => told(connection.status))
}

function watchStatus(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function openConnection(): void {
  i18n.on('languageChanged', speakAnew)
  addEventListener('online', reopenOnline)
  document.addEventListener('visibilitychange', checkWhenSeen)
  connection.start()
}

function closeConnection(): void {
  i18n.off('languageChanged', speakAnew)
  removeEventListener('online', reopenOnline)
  document.removeEventListener('visibilitychange', checkWhenSeen)
  connection.stop()
}

function reopenOnline(): void {
  connection.reopen()
}

function checkWhenSeen(): void {
  if (document.visibilityState === 'visible') connection.check()
}

/** A socket speaks the language that it was opened with. */
function speakAnew(): void {
  if (currentLanguage() !== spoken) connection.renew()
}

function openSocket(events: SocketEvents): Socket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  spoken = currentLanguage()
  // Browsers send no headers of ours when they open a socket, so the language goes into the address.
  const socket = new WebSocket(`${scheme}://${location.host}/ws?lang=${spoken}`)
  socket.onopen = events.opened
  socket.onmessage = ({ data }) => typeof data === 'string' && events.said(data)
  socket.onclose = ({ code }) => (code === SIGNED_OUT_CODE ? events.ended() : events.closed())
  return {
    say: (text) => socket.send(text),
    close: () => socket.close(),
  }
}
