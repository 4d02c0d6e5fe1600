import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface DrainLimits {
  maxBytes: number
  maxMs: number
}

const LIMITS: DrainLimits = { maxBytes: 16 * 1024 * 1024, maxMs: 10_000 }
const CHECK_INTERVAL_MS = 100

const limitsByRequest = new WeakMap<IncomingMessage, DrainLimits>()

/** Sets other limits for the rest of one request's body, for example for a signed-in sender. */
export function drainWithin(request: IncomingMessage, limits: DrainLimits): void {
  limitsByRequest.set(request, limits)
}

/**
 * Reads and discards the rest of a request's body after an early response, within limits. Closing the connection while
 * the client is sending would reset it, and most browsers would lose the response, because they read it only after they
 * have sent everything.
 */
export function drainBodies(app: FastifyInstance, limits = LIMITS): void {
  app.server.on('request', (request, reply) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (length === undefined && encoding === undefined) return
    // Prepended to run before Node's own listener, which closes a connection without keep-alive.
    reply.prependListener('finish', () => {
      if (!request.complete) drain(request, request.socket, limitsByRequest.get(request) ?? limits)
    })
  })
}

function drain(request: IncomingMessage, socket: Socket, { maxBytes, maxMs }: DrainLimits): void {
  const maxBytesRead = socket.bytesRead + maxBytes
  const deadline = Date.now() + maxMs
  let isLast = false
  // Node calls this after the last response on a connection. It must not close the socket while the body is being read.
  socket.destroySoon = () => {
    isLast = true
    socket.end()
  }
  const timer = setInterval(() => {
    if (socket.bytesRead > maxBytesRead || Date.now() > deadline) socket.destroy()
    if (socket.destroyed) clearInterval(timer)
  }, CHECK_INTERVAL_MS)
  request.once('end', () => {
    clearInterval(timer)
    Reflect.deleteProperty(socket, 'destroySoon')
    if (isLast) socket.destroySoon()
  })
}
