import type { WebSocket } from 'ws'
import { MAX_FRAME_BYTES, type ServerFrame } from '#shared/contracts/live.ts'
import { HEARTBEAT_EVERY_S } from '#shared/domain/timing.ts'
import type { Viewer } from '../http/viewer.ts'

const PING_EVERY_MS = 30_000
/** A reader this far behind is cut off rather than buffered for: it opens anew and asks for the whole. */
const MOST_UNREAD_BYTES = 1024 * 1024

const GOODBYE_MS = 1_000

interface Peer {
  socket: WebSocket
  viewer: Viewer | null
  answered: boolean
  /** What to say to a frame that cannot be read, in the person's language. */
  malformed: string
}

/** The open sockets of this instance, and the ways of speaking to them. */
export interface Hub {
  join(socket: WebSocket, viewer: Viewer | null, malformed: string): void
  toAll(frame: ServerFrame): void
  toOwners(frame: ServerFrame): void
  hasOwners(): boolean
  /** Sockets whose session is not among those still valid are owners' no longer. */
  keepOwners(isValid: (sessionId: number) => boolean): void
  ownerSessions(): number[]
  /** Ends every socket, so that each page opens anew and fetches what it may have missed. */
  dropAll(): void
  close(): void
}

export function createHub(): Hub {
  const peers = new Set<Peer>()
  let isClosed = false
  const owners = () => [...peers].filter(({ viewer }) => viewer?.isOwner)
  const heartbeat = setInterval(() => hub.toAll({ type: 'HEARTBEAT' }), HEARTBEAT_EVERY_S * 1000)
  const pings = setInterval(() => {
    for (const peer of peers) {
      if (!peer.answered) {
        peer.socket.terminate()
        continue
      }
      peer.answered = false
      peer.socket.ping()
    }
  }, PING_EVERY_MS)

  function send(to: Iterable<Peer>, frame: ServerFrame): void {
    const text = JSON.stringify(frame)
    for (const { socket } of to) {
      if (socket.readyState !== socket.OPEN) continue
      if (socket.bufferedAmount > MOST_UNREAD_BYTES) socket.terminate()
      else socket.send(text)
    }
  }

  const hub: Hub = {
    join(socket, viewer, malformed) {
      if (isClosed) {
        socket.terminate()
        return
      }
      const peer: Peer = { socket, viewer, answered: true, malformed }
      peers.add(peer)
      socket.on('pong', () => {
        peer.answered = true
      })
      socket.on('close', () => peers.delete(peer))
      socket.on('error', () => socket.terminate())
      socket.on('message', (data, isBinary) => {
        if (isBinary || !isFrame(String(data))) send([peer], { type: 'ERROR', payload: { message: malformed } })
      })
      // Says at once that the line stands: the page's clock for silence starts here.
      send([peer], { type: 'HEARTBEAT' })
    },
    toAll: (frame) => send(peers, frame),
    toOwners: (frame) => send(owners(), frame),
    hasOwners: () => owners().length > 0,
    keepOwners(isValid) {
      for (const peer of owners()) {
        if (!peer.viewer || isValid(peer.viewer.sessionId)) continue
        peer.viewer = null
        peer.socket.close(4401, 'signed out')
      }
    },
    ownerSessions: () => owners().flatMap(({ viewer }) => viewer?.sessionId ?? []),
    dropAll() {
      for (const { socket } of peers) socket.close(1012, 'fetch anew')
    },
    close() {
      isClosed = true
      clearInterval(heartbeat)
      clearInterval(pings)
      for (const { socket } of peers) socket.close(1001, 'the server is going away')
      // A phone that left without a word answers no goodbye.
      setTimeout(() => {
        for (const { socket } of peers) socket.terminate()
      }, GOODBYE_MS).unref()
    },
  }
  return hub
}

// No area reads frames of the client yet: whatever comes must at least be one.
function isFrame(text: string): boolean {
  if (Buffer.byteLength(text) > MAX_FRAME_BYTES) return false
  try {
    const frame: unknown = JSON.parse(text)
    return typeof frame === 'object' && frame !== null && 'type' in frame && typeof frame.type === 'string'
  } catch {
    return false
  }
}
