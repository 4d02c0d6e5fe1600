import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Counter, Gauge } from 'prom-client'
import type { WebSocket } from 'ws'
import { MAX_FRAME_BYTES, type ServerFrame } from '#shared/contracts/live.ts'
import { mayUse } from '#shared/domain/access.ts'
import { HEARTBEAT_INTERVAL_S } from '#shared/domain/time/timing.ts'
import { AppError } from '../app-error.ts'
import { languageOf, messageOf } from '../http/errors.ts'
import { bearerOf, guestOf, type Viewer } from '../http/request.ts'
import { addressKeys, type LimitKey } from '../limits/addresses.ts'
import { inTurns } from '../limits/concurrency.ts'
import { TokenBucket } from '../limits/throttle.ts'
import type { Log } from '../log.ts'
import { type FrameHandlers, frameReader, type Peer } from './frames.ts'

const PING_INTERVAL_MS = 30_000
/** A socket with more unsent bytes is terminated: its page opens a new one and fetches everything again. */
const MAX_BUFFERED_BYTES = 1024 * 1024
/** How many sockets get a heartbeat or a ping before other work has its turn. */
const SOCKETS_PER_TURN = 50

/** A restaurant's Wi-Fi is one address: room for hundreds of phones, but one device cannot use up all sockets. */
const MAX_SOCKETS_PER_ADDRESS = 1_000
/** The frames of all sockets of an address. Beyond, each socket is left a person's pace, and no new one opens. */
const FRAMES_PER_ADDRESS = { burst: 2_000, perSecond: 1_000 }
const MAX_ADDRESSES = 10_000

/** WebSocket close code "Service restart": the page opens a new socket. */
const SERVICE_RESTART = 1012
/** WebSocket close code "Policy violation". */
const POLICY_VIOLATION = 1008
const CLOSE_TIMEOUT_MS = 1_000
const AS_TEXT = { binary: false }

interface OpenPeer extends Peer {
  socket: WebSocket
  viewer: Viewer | null
  hasAnsweredPing: boolean
}

export type Hub = ReturnType<typeof createHub>

/** Creates the hub and starts its heartbeats and pings. */
export function createHub(
  log: Log,
  maxSocketsPerAddress = MAX_SOCKETS_PER_ADDRESS,
  framesPerAddress = FRAMES_PER_ADDRESS,
) {
  const peers = new Set<OpenPeer>()
  /** The sockets of users with a duty are kept apart, so that an order does not search the guests' sockets. */
  const service = new Set<OpenPeer>()
  const socketsByAddress = new Map<string, number>()
  const framesByAddress = new LRUCache<string, TokenBucket>({ max: MAX_ADDRESSES })
  const handlers: FrameHandlers = {}
  const refusals = new Counter({
    name: 'masa_socket_refusals_total',
    help: 'Frames that were refused, by reason.',
    labelNames: ['reason'],
    registers: [],
  })
  const opened = new Counter({ name: 'masa_sockets_opened_total', help: 'Sockets that were opened.', registers: [] })
  let isClosed = false
  const heartbeat = setInterval(
    () => void forEachInTurns((peer) => peer.send({ type: 'HEARTBEAT' })),
    HEARTBEAT_INTERVAL_S * 1000,
  )
  const pings = setInterval(() => void forEachInTurns(ping), PING_INTERVAL_MS)

  /** Thousands of sockets at once would delay orders; nobody waits for a heartbeat or a ping. */
  async function forEachInTurns(run: (peer: OpenPeer) => void): Promise<void> {
    for await (const peer of inTurns(peers, SOCKETS_PER_TURN)) run(peer)
  }

  function ping(peer: OpenPeer): void {
    const { hasAnsweredPing, socket } = peer
    peer.hasAnsweredPing = false
    if (hasAnsweredPing) socket.ping()
    else socket.terminate()
  }

  function send(to: Iterable<OpenPeer>, frame: ServerFrame): void {
    // Sent as bytes, because each socket would encode a text again.
    const bytes = Buffer.from(JSON.stringify(frame))
    for (const { socket } of to) {
      if (socket.readyState !== socket.OPEN) continue
      if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate()
      else socket.send(bytes, AS_TEXT)
    }
  }

  function count(keys: readonly LimitKey[], more: 1 | -1): void {
    for (const { key } of keys) {
      const sockets = (socketsByAddress.get(key) ?? 0) + more
      if (sockets > 0) socketsByAddress.set(key, sockets)
      else socketsByAddress.delete(key)
    }
  }

  function framesOf({ key, times }: LimitKey): TokenBucket {
    const { burst, perSecond } = framesPerAddress
    const bucket = framesByAddress.get(key) ?? new TokenBucket(burst * times, perSecond * times)
    framesByAddress.set(key, bucket)
    return bucket
  }

  /** Sends a frame to those users with a duty, owners among them, who may receive it. */
  function toStaff(frame: ServerFrame, mayReceive: (user: Viewer) => boolean): void {
    const receivers = [...service].filter(({ viewer }) => viewer && mayReceive(viewer))
    if (receivers.length > 0) send(receivers, frame)
  }

  const open = new Gauge({
    name: 'masa_sockets',
    help: 'Open sockets, by who opened them.',
    labelNames: ['of'],
    registers: [],
    collect() {
      const owners = [...service].filter(({ viewer }) => viewer?.isOwner).length
      this.set({ of: 'owners' }, owners)
      this.set({ of: 'staff' }, service.size - owners)
      this.set({ of: 'guests' }, peers.size - service.size)
    },
  })

  return {
    /** Whether the address of a request may open no socket now: it has the most already, or is over its limit of frames. */
    isFull({ ip }: FastifyRequest): boolean {
      return addressKeys(ip).some(({ key, times }) => {
        const isOver = (framesByAddress.get(key)?.takeIfAvailable(1) ?? 0) > 0
        return isOver || (socketsByAddress.get(key) ?? 0) >= maxSocketsPerAddress * times
      })
    },
    join(socket: WebSocket, request: FastifyRequest, viewer: Viewer | null): void {
      if (isClosed) {
        socket.terminate()
        return
      }
      const language = languageOf(request)
      const peer: OpenPeer = {
        requestId: request.id,
        socket,
        language,
        guest: guestOf(request),
        viewer,
        hasAnsweredPing: true,
        send: (frame) => send([peer], frame),
        refuse: (error, ref) => {
          refusals.inc({ reason: error.code })
          const payload = { message: messageOf(error, language), code: error.code }
          peer.send({ type: 'ERROR', payload, ...(ref !== undefined && { ref }) })
        },
        drop: () => socket.close(SERVICE_RESTART, 'fetch anew'),
        isOpen: () => socket.readyState === socket.OPEN,
        whenClosed: (run) => (socket.readyState === socket.CLOSED ? run() : socket.once('close', run)),
      }
      peers.add(peer)
      opened.inc()
      const isStaff = mayUse('service', viewer)
      if (isStaff) service.add(peer)
      const keys = addressKeys(request.ip)
      count(keys, 1)
      let isDisconnected = false
      // Called for each frame above the limit, so perhaps several times.
      const disconnect = () => {
        if (isDisconnected) return
        isDisconnected = true
        socket.close(POLICY_VIOLATION, 'too much')
        // No further data is read from the socket, not even its close frame.
        socket.pause()
        setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref()
      }
      const atAddress = keys.map(framesOf)
      const frames = frameReader(peer, handlers, log, {
        disconnect,
        // The screens of staff share an address with the guests, and are not slowed down by them.
        countAtAddress: () => isStaff || atAddress.every((bucket) => bucket.takeIfAvailable(1) === 0),
      })
      // Pings and pongs count towards the limit of frames.
      socket.on('pong', () => {
        peer.hasAnsweredPing = true
        frames.count()
      })
      socket.on('ping', () => frames.count())
      socket.on('close', () => {
        peers.delete(peer)
        service.delete(peer)
        count(keys, -1)
      })
      // The plugin's listener would keep the request in memory.
      socket.removeAllListeners('error')
      socket.on('error', () => socket.terminate())
      socket.on('message', (data, isBinary) => frames.read(isBinary ? undefined : (data as Buffer)))
      // Shows the page that the socket works; the page measures silence from this first heartbeat.
      peer.send({ type: 'HEARTBEAT' })
    },
    addFrameHandlers: (more: FrameHandlers) => void Object.assign(handlers, more),
    toAll: (frame: ServerFrame) => send(peers, frame),
    toOwners: (frame: ServerFrame) => toStaff(frame, ({ isOwner }) => isOwner),
    toStaff,
    hasService: () => service.size > 0,
    serviceSessions: (): number[] => [...service].flatMap(({ viewer }) => viewer?.sessionId ?? []),
    /** Closes the sockets of users with a duty whose login session is no longer valid. */
    closeSignedOut(isValid: (user: Viewer) => boolean): void {
      for (const peer of service) {
        if (!peer.viewer || isValid(peer.viewer)) continue
        peer.viewer = null
        service.delete(peer)
        peer.socket.close(4401, 'signed out')
      }
    },
    /** Closes the sockets of some users, so that their pages open new ones with the rights that the users have now. */
    dropUsers(isDropped: (user: Viewer) => boolean): void {
      for (const peer of peers) {
        if (!peer.viewer || !isDropped(peer.viewer)) continue
        // Closing takes time; the socket receives nothing more as this user.
        peer.viewer = null
        service.delete(peer)
        peer.drop()
      }
    },
    /** Closes every socket, so that each page opens a new one and fetches what it may have missed. */
    dropAll(): void {
      for (const peer of peers) peer.drop()
    },
    metrics: [open, opened, refusals],
    close(): void {
      isClosed = true
      clearInterval(heartbeat)
      clearInterval(pings)
      for (const { socket } of peers) socket.close(1001, 'the server is going away')
      // A phone without a network never answers the close frame.
      setTimeout(() => {
        for (const { socket } of peers) socket.terminate()
      }, CLOSE_TIMEOUT_MS).unref()
    },
  }
}

/** Closes the connection after a refused upgrade: no further request can follow on it. */
export function endAfterResponse(reply: FastifyReply): void {
  const { raw } = reply.header('connection', 'close')
  raw.once('finish', () => raw.socket?.destroySoon())
}

/** Maximum fragments of a frame: each costs time, and the limit on frames counts only complete ones. */
const MAX_FRAGMENTS = 128
/** A page retries by itself after this time. */
const RETRY_AFTER_S = 5

/** Serves the socket route, /ws. `?lang=` sets the language of its errors. */
export async function openSockets(app: FastifyInstance, hub: Hub, isListening: () => boolean): Promise<void> {
  // The plugin has a scope of its own, because its onResponse hook would slow down every other response.
  const inScope: FastifyPluginAsync = async (sockets) => {
    // Frames slightly above the limit are read, so that they can be refused; much larger ones end the socket.
    await sockets.register(websocket, { options: { maxPayload: 8 * MAX_FRAME_BYTES, maxFragments: MAX_FRAGMENTS } })
    sockets.get(
      '/ws',
      {
        websocket: true,
        preValidation: async (request) => {
          // A program has no socket, also with a cookie beside its token.
          if (bearerOf(request) !== undefined) throw new AppError('unauthorized')
          // Looked up before the socket opens, so that no frame arrives during the lookup.
          const viewer = await request.viewer()
          // The board and the kitchen use the same Wi-Fi as the guests and must always be admitted.
          if (!mayUse('service', viewer) && hub.isFull(request))
            throw new AppError('too_many_requests', {}, RETRY_AFTER_S)
          // A page must not look live while the server cannot receive announcements.
          if (!isListening()) throw new AppError('unavailable', {}, 1)
        },
        preHandler: async ({ ws, method, raw }, reply) => {
          // Nothing more is sent as HTTP; the response would keep the request in memory while the socket is open. A HEAD
          // opens no socket.
          if (ws && method === 'GET') reply.raw.detachSocket(raw.socket)
        },
      },
      async (socket, request) => {
        hub.join(socket, request, await request.viewer())
      },
    )
  }
  await app.register(inScope)
}
