import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../app-error.ts'

const PATIENCE_MS = 10_000

/**
 * Ends the connections when the server closes, once every request under way has its answer: the server would otherwise
 * wait for callers that went away in the middle of a request. Call it after all other `preClose` hooks are added.
 */
export function endConnections(app: FastifyInstance): void {
  const inProgress = new Set<ServerResponse>()
  function ended(this: ServerResponse) {
    inProgress.delete(this)
  }
  app.server.on('request', (_, reply) => {
    inProgress.add(reply)
    reply.on('close', ended)
  })
  app.addHook('preClose', async () => {
    for (const until = Date.now() + PATIENCE_MS; inProgress.size > 0 && Date.now() < until; await setTimeout(20)) {
      for (const reply of inProgress) refuseHalf(reply)
    }
    app.server.closeAllConnections()
  })
}

/** Refuses a request whose body is still being read, as if the connection had failed there. */
function refuseHalf({ req: request }: ServerResponse): void {
  const isBeingRead = !request.complete && request.listenerCount('error') > 0
  if (isBeingRead) request.emit('error', new AppError('unavailable'))
}
