import type { FastifyRequest } from 'fastify'
import { endOfSession, hasSession } from '#server/modules/accounts/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import type { AreaBase, AreaWiring } from '#server/platform/area.ts'
import type { Hosts } from '#server/platform/http/addresses.ts'
import { languageOf } from '#server/platform/http/errors.ts'
import { logOf } from '#server/platform/http/request.ts'
import { route } from '#server/platform/http/route.ts'
import { getBeforeService } from '#shared/contracts/before-service.ts'
import { placeOrder } from '#shared/contracts/orders.ts'
import { joinSession } from '#shared/contracts/shared-sessions.ts'
import { type ChecksParts, isLoopback, noteAsked, noteReached, readChecks } from './index.ts'

type Parts = AreaBase & ChecksParts & { hosts: Hosts }

/** Before service: the checks before opening that the server can make. */
export function checksArea(parts: Parts): AreaWiring {
  const { app, db, clock, gate, hosts, timeZone } = parts
  route(app, getBeforeService, async ({ owner, request }) => {
    const here = new URL(`${request.protocol}://${request.host}`)
    const { businessDayStart, askedHost } = await readSettings(db)
    const isAsked = !hosts.publicOrigin && !isLoopback(request.hostname)
    if (isAsked && askedHost !== here.host) await noteAsked(db, here.host)
    return readChecks(parts, {
      ...{ db, now: clock.now(), language: languageOf(request), log: logOf(request) },
      address: hosts.publicOrigin ?? here.origin,
      gateOpensAt: gate.opensAt(),
      signInEndsAt: endOfSession(owner.signedInAt, businessDayStart, timeZone),
    })
  })
  return noteGuests(parts)
}

const GUESTS_SEND: ReadonlySet<string | undefined> = new Set([placeOrder.path, joinSession.path])

/** Notes by which address guests order and join shared tables. Once that is known, no order costs a statement. */
function noteGuests({ app, db, hosts, log }: Parts): AreaWiring {
  /** The hosts in the settings, until these change. */
  let known: ReturnType<typeof readSettings> | undefined
  const forget = () => {
    known = undefined
  }

  async function noteIfNew(host: string): Promise<void> {
    known ??= readSettings(db)
    const { askedHost, reachedHost } = await known
    const publicHost = hosts.publicOrigin && new URL(hosts.publicOrigin).host
    if (host === (publicHost ?? askedHost) && host !== reachedHost) await noteReached(db, host, publicHost)
  }

  app.addHook('onSend', (request: FastifyRequest, reply, _, done) => {
    done()
    // The browser names the address in its bar, whatever a proxy makes of the host.
    const { origin } = request.headers
    const isSent = request.method === 'POST' && GUESTS_SEND.has(request.routeOptions.url) && reply.statusCode < 300
    if (!isSent || origin === undefined || !URL.canParse(origin) || hasSession(request)) return
    noteIfNew(new URL(origin).host).catch((error: unknown) => {
      forget()
      log.warn({ err: error }, 'the address of a guest could not be recorded')
    })
  })
  return { topics: { settings: forget }, onMissed: forget }
}
