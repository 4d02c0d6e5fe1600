import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface DrainLimits {
  mostBytes: number
  mostMs: number
}

const LIMITS: DrainLimits = { mostBytes: 16 * 1024 * 1024, mostMs: 10_000 }
const LOOK_EVERY_MS = 100

/**
 * Goes on reading, for a while, what is still being sent after its answer. A connection that is closed under its sender
 * is reset, and a reset takes along the answer that most browsers would only read once they have sent everything.
 */
export function drainBodies(app: FastifyInstance, limits = LIMITS): void {
  app.server.on('request', (request, reply) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (length === undefined && encoding === undefined) return
    // Before the listener of Node, which closes the connection where it is not to be kept.
    reply.prependListener('finish', () => {
      if (!request.complete) drain(request, request.socket, limits)
    })
  })
}

function drain(request: IncomingMessage, socket: Socket, { mostBytes, mostMs }: DrainLimits): void {
  const lastByte = socket.bytesRead + mostBytes
  const until = Date.now() + mostMs
  let isLast = false
  // Called where no further answer goes out on this connection: only that is said, the rest is read first.
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
