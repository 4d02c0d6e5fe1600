import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface DrainLimits {
  maxBytes: number
  maxMs: number
}

const LIMITS: DrainLimits = { maxBytes: 16 * 1024 * 1024, maxMs: 10_000 }
const LOOK_EVERY_MS = 100

const own = new WeakMap<IncomingMessage, DrainLimits>()

/** Gives the rest of one request's body limits of its own: for a sender who is known. */
export function drainWithin(request: IncomingMessage, limits: DrainLimits): void {
  own.set(request, limits)
}

/**
 * Reads the rest of a body for a while after its answer. Closing the connection under the sender would reset it, and
 * most browsers would lose the answer, because they read it only after they have sent everything.
 */
export function drainBodies(app: FastifyInstance, limits = LIMITS): void {
  app.server.on('request', (request, reply) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (length === undefined && encoding === undefined) return
    // Before Node's own listener, which closes a connection that is not kept alive.
    reply.prependListener('finish', () => {
      if (!request.complete) drain(request, request.socket, own.get(request) ?? limits)
    })
  })
}

function drain(request: IncomingMessage, socket: Socket, { maxBytes, maxMs }: DrainLimits): void {
  const lastByte = socket.bytesRead + maxBytes
  const until = Date.now() + maxMs
  let isLast = false
  // Node calls this after the connection's last answer. It must not close the socket while the body is still being read.
  socket.destroySoon = () => {
    isLast = true
    socket.end()
  }
  const timer = setInterval(() => {
    if (socket.bytesRead > lastByte || Date.now() > until) socket.destroy()
    if (socket.destroyed) clearInterval(timer)
  }, LOOK_EVERY_MS)
  request.once('end', () => {
    clearInterval(timer)
    Reflect.deleteProperty(socket, 'destroySoon')
    if (isLast) socket.destroySoon()
  })
}
