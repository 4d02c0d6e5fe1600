import type { FastifyRequest } from 'fastify'
import { endOfSession, hasSession } from '#server/modules/accounts/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import type { AreaBase } from '#server/platform/area.ts'
import type { Hosts } from '#server/platform/http/addresses.ts'
import { languageOf } from '#server/platform/http/errors.ts'
import { logOf } from '#server/platform/http/request.ts'
import { route } from '#server/platform/http/route.ts'
import { isLoopback } from '#server/platform/loopback.ts'
import { getBeforeService } from '#shared/contracts/before-service.ts'
import { placeOrder } from '#shared/contracts/orders.ts'
import { joinSession } from '#shared/contracts/shared-sessions.ts'
import { type ChecksParts, noteAsked, noteReached, readChecks } from './checks.ts'

type Parts = AreaBase & ChecksParts & { hosts: Hosts }

/** Before service: the checks before opening that the server can make. */
export function checksArea(parts: Parts): void {
  const { app, db, clock, hosts, timeZone } = parts
  route(app, getBeforeService, async ({ owner, request }) => {
    const here = new URL(`${request.protocol}://${request.host}`)
    if (!hosts.publicOrigin && !isLoopback(request.hostname)) await noteAsked(db, here.host)
    const { businessDayStart } = await readSettings(db)
    return readChecks(parts, {
      ...{ db, now: clock.now(), language: languageOf(request), log: logOf(request) },
      address: hosts.publicOrigin ?? here.origin,
      signInEndsAt: endOfSession(owner.signedInAt, businessDayStart, timeZone),
    })
  })
  noteGuests(parts)
}

const GUESTS_SEND: ReadonlySet<string | undefined> = new Set([placeOrder.path, joinSession.path])

/** Notes by which address guests order and join shared tables. */
function noteGuests({ app, db, hosts, log }: Parts): void {
  app.addHook('onSend', (request: FastifyRequest, reply, _, done) => {
    done()
    // The browser names the address in its bar, whatever a proxy makes of the host.
    const { origin } = request.headers
    const isSent = request.method === 'POST' && GUESTS_SEND.has(request.routeOptions.url) && reply.statusCode < 300
    if (!isSent || origin === undefined || !URL.canParse(origin) || hasSession(request)) return
    const publicHost = hosts.publicOrigin && new URL(hosts.publicOrigin).host
    noteReached(db, new URL(origin).host, publicHost).catch((error: unknown) =>
      log.warn({ err: error }, 'the address of a guest could not be recorded'),
    )
  })
}
