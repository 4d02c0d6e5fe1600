import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { ServerFrame } from '#shared/contracts/live.ts'
import { HEARTBEAT_INTERVAL_S } from '#shared/domain/timing.ts'
import { messageOf } from '../http/answers/errors.ts'
import { addressKey } from '../http/edge/address.ts'
import type { Viewer } from '../http/viewer.ts'
import type { Log } from '../log.ts'
import { type FrameReaders, frameReader } from './frames.ts'
import type { Peer } from './peer.ts'

export type { Peer } from './peer.ts'

const PING_EVERY_MS = 30_000
/** A socket this far behind is cut off: its page opens a new one and fetches everything again. */
const MAX_UNREAD_BYTES = 1024 * 1024

/** A restaurant's Wi-Fi is one address: hundreds of phones fit, and one device cannot take every place. */
const SOCKETS_PER_ADDRESS = 1_000

/** "Service restart": the page opens a new socket. */
const FETCH_ANEW = 1012
/** "Policy violation". */
const TOO_MUCH = 1008
const GOODBYE_MS = 1_000

interface OpenPeer extends Peer {
  socket: WebSocket
  viewer: Viewer | null
  answered: boolean
}

/** The open sockets of this instance, and how frames are sent to them. */
export interface Hub {
  join(socket: WebSocket, request: FastifyRequest, viewer: Viewer | null): void
  /** Whether the address of a request has as many sockets as one address may have. */
  isFull(request: FastifyRequest): boolean
  /** Adds the readers of an area's frames. */
  read(readers: FrameReaders): void
  toAll(frame: ServerFrame): void
  toOwners(frame: ServerFrame): void
  hasOwners(): boolean
  /** Closes the sockets of owners whose session `isValid` denies. */
  keepOwners(isValid: (sessionId: number) => boolean): void
  ownerSessions(): number[]
  /** Ends every socket, so that each page opens a new one and fetches what it may have missed. */
  dropAll(): void
  close(): void
}

export function createHub(log: Log, maxOfAddress = SOCKETS_PER_ADDRESS): Hub {
  const peers = new Set<OpenPeer>()
  /** How many sockets each address has. */
  const addresses = new Map<string, number>()
  const readers: FrameReaders = {}
  let isClosed = false
  const owners = () => [...peers].filter(({ viewer }) => viewer?.isOwner)
  const heartbeat = setInterval(() => hub.toAll({ type: 'HEARTBEAT' }), HEARTBEAT_INTERVAL_S * 1000)
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

  function send(to: Iterable<OpenPeer>, frame: ServerFrame): void {
    const text = JSON.stringify(frame)
    for (const { socket } of to) {
      if (socket.readyState !== socket.OPEN) continue
      if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate()
      else socket.send(text)
    }
  }

  function count(address: string, more: 1 | -1): void {
    const sockets = (addresses.get(address) ?? 0) + more
    if (sockets > 0) addresses.set(address, sockets)
    else addresses.delete(address)
  }

  const hub: Hub = {
    isFull: ({ ip }) => (addresses.get(addressKey(ip)) ?? 0) >= maxOfAddress,
    join(socket, request, viewer) {
      if (isClosed) {
        socket.terminate()
        return
      }
      const peer: OpenPeer = {
        socket,
        request,
        viewer,
        answered: true,
        send: (frame) => send([peer], frame),
        refuse: (refusal, ref) => {
          const payload = { message: messageOf(refusal, request), code: refusal.code }
          peer.send({ type: 'ERROR', payload, ...(ref !== undefined && { ref }) })
        },
        drop: () => socket.close(FETCH_ANEW, 'fetch anew'),
        isOpen: () => socket.readyState === socket.OPEN,
        whenClosed: (run) => (socket.readyState === socket.CLOSED ? run() : socket.once('close', run)),
      }
      peers.add(peer)
      const address = addressKey(request.ip)
      count(address, 1)
      let isCutOff = false
      const frames = frameReader(peer, readers, log, () => {
        if (isCutOff) return
        isCutOff = true
        socket.close(TOO_MUCH, 'too much')
        // Nothing more is read from it, not even its close frame.
        socket.pause()
        setTimeout(() => socket.terminate(), GOODBYE_MS).unref()
      })
      socket.on('pong', () => {
        peer.answered = true
        frames.count()
      })
      socket.on('ping', () => frames.count())
      socket.on('close', () => {
        peers.delete(peer)
        count(address, -1)
      })
      socket.on('error', () => socket.terminate())
      socket.on('message', (data, isBinary) => frames.read(isBinary ? undefined : (data as Buffer)))
      // Tells the page at once that the socket works: its clock for silence starts here.
      peer.send({ type: 'HEARTBEAT' })
    },
    read: (more) => Object.assign(readers, more),
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
      for (const peer of peers) peer.drop()
    },
    close() {
      isClosed = true
      clearInterval(heartbeat)
      clearInterval(pings)
      for (const { socket } of peers) socket.close(1001, 'the server is going away')
      // A phone out of reach never answers the close frame.
      setTimeout(() => {
        for (const { socket } of peers) socket.terminate()
      }, GOODBYE_MS).unref()
    },
  }
  return hub
}
