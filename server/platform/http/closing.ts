import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const PATIENCE_MS = 10_000

/**
 * Ends the connections when the server closes, once every request under way has its answer: who went away in the middle
 * of a request would otherwise be waited for. To be called after the hooks that others run before it.
 */
export function endConnections(app: FastifyInstance): void {
  let underWay = 0
  const ended = () => {
    underWay--
  }
  app.server.on('request', (_, reply) => {
    underWay++
    reply.on('close', ended)
  })
  app.addHook('preClose', async () => {
    for (const until = Date.now() + PATIENCE_MS; underWay > 0 && Date.now() < until; ) await setTimeout(20)
    app.server.closeAllConnections()
  })
}
