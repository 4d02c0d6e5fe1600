import type { FastifyInstance } from 'fastify'

const CLOSE_TIMEOUT_MS = 10_000
const IDLE_CHECK_INTERVAL_MS = 50

/**
 * Stops listening at once when the server closes, so that a proxy goes to another instance. Call it before other
 * `preClose` hooks are added.
 * @returns the last of those hooks: waits until the running requests have responses, at most 10 s
 */
export function stopListening(app: FastifyInstance, timeoutMs = CLOSE_TIMEOUT_MS): () => Promise<void> {
  let closed: Promise<unknown> | undefined
  app.addHook('preClose', async () => {
    // Fastify closes the server once more after the hooks, which then has no effect.
    if (app.server.listening) closed = new Promise((resolve) => app.server.close(resolve))
  })
  return async () => {
    // Node keeps a connection open after the response, and that of a client that disappeared in the middle of a request.
    const idleChecks = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_INTERVAL_MS)
    const late = setTimeout(() => app.server.closeAllConnections(), timeoutMs)
    await closed
    clearInterval(idleChecks)
    clearTimeout(late)
  }
}
