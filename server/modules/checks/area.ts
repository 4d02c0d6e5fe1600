import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { hasSession } from '#server/modules/accounts/index.ts'
import type { Area, AreaParts } from '#server/platform/area.ts'
import { logOf } from '#server/platform/http/request.ts'
import { route } from '#server/platform/http/route.ts'
import { getBeforeService } from '#shared/contracts/before-service.ts'
import { placeOrder } from '#shared/contracts/orders.ts'
import { joinSession } from '#shared/contracts/shared-sessions.ts'
import { readFacts } from './facts.ts'
import { noteReached } from './reached.ts'

/** Before service: the checks before opening that the server can make. */
export const checksArea: Area = (parts) => {
  route(parts.app, getBeforeService, ({ owner, request }) => readFacts({ ...parts, log: logOf(request) }, owner))
  noteAddresses(parts)
  return {}
}

const GUESTS_SEND: ReadonlySet<string | undefined> = new Set([placeOrder.path, joinSession.path])

/** Notes by which addresses guests order and join shared tables. */
function noteAddresses({ app, live, log }: AreaParts): void {
  const noted = new LRUCache<string, true>({ max: 100 })

  app.addHook('onSend', (request: FastifyRequest, reply, _, done) => {
    // The browser names the address in its bar, whatever a proxy makes of the host.
    const { origin } = request.headers
    const isSent = request.method === 'POST' && GUESTS_SEND.has(request.routeOptions.url) && reply.statusCode < 300
    if (isSent && origin !== undefined && !noted.has(origin) && !hasSession(request)) {
      noted.set(origin, true)
      noteReached(live, origin).catch((error: unknown) => {
        noted.delete(origin)
        log.warn({ err: error }, 'the address of a guest could not be recorded')
      })
    }
    done()
  })
}
