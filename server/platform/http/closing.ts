import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../app-error.ts'

const CLOSE_TIMEOUT_MS = 10_000

/** Stops listening at once, so that a proxy goes to another instance. Call it before other `preClose` hooks. */
export function stopListening(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    // Fastify closes the server once more after the hooks, which then has no effect.
    app.server.close()
  })
}

/**
 * Closes all connections when the server closes, after the running requests are answered or after 10 s. Otherwise the
 * server would wait for clients that disappeared in the middle of a request. Call it after all other `preClose` hooks
 * are added.
 */
export function endConnections(app: FastifyInstance): void {
  const inProgress = new Set<ServerResponse>()
  function ended(this: ServerResponse) {
    inProgress.delete(this)
  }
  app.server.on('request', (_, reply) => {
    // Answered already, and the operating system has all of it.
    if (reply.writableEnded && reply.writableLength === 0) return
    inProgress.add(reply)
    reply.on('close', ended)
  })
  app.addHook('preClose', async () => {
    for (const reply of inProgress) if (!reply.headersSent) reply.setHeader('connection', 'close')
    for (
      const deadline = Date.now() + CLOSE_TIMEOUT_MS;
      inProgress.size > 0 && Date.now() < deadline;
      await setTimeout(20)
    ) {
      for (const reply of inProgress) rejectIncomplete(reply)
    }
    app.server.closeAllConnections()
  })
}

/** Emits an error while the body is still being read: Fastify then answers 503 without the rest. */
function rejectIncomplete({ req: request }: ServerResponse): void {
  // Fastify's body parsers listen for 'error' while they read.
  const isBeingRead = !request.complete && request.listenerCount('error') > 0
  if (isBeingRead) request.emit('error', new AppError('unavailable'))
}

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
