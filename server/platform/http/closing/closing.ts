import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../app-error.ts'

const CLOSE_TIMEOUT_MS = 10_000

/**
 * Stops listening as soon as the server begins to close, so that a proxy sends the next requests to another instance
 * instead of getting a 503 for them. Call it before any other `preClose` hook is added.
 */
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

/**
 * Emits an error on a request whose body is still being read: Fastify then answers 503 and does not wait for the rest.
 */
function rejectIncomplete({ req: request }: ServerResponse): void {
  // Fastify's body parsers listen for 'error' while they read.
  const isBeingRead = !request.complete && request.listenerCount('error') > 0
  if (isBeingRead) request.emit('error', new AppError('unavailable'))
}
