import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { addressKey } from '#server/platform/http/edge/address.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { lookUpTogether } from '#server/platform/limits/read-together.ts'
import type { CurrentPlace } from '#server/platform/place.ts'
import { sessionToken, setSessionCookie } from './cookies.ts'
import { viewerOf } from './login-sessions.ts'
import { findSessions } from './repo.ts'

const NOBODY: Promise<Viewer | null> = Promise.resolve(null)

/** Adds `viewer()` to every request: the user of its session cookie, read at the first call, or null. */
export function decorateViewer(
  app: FastifyInstance,
  {
    db,
    clock,
    isSecure,
    timeZone,
    place,
  }: {
    db: Database
    clock: Clock
    isSecure: boolean
    timeZone: string
    place: CurrentPlace
  },
): void {
  // Anybody can send invented session tokens: reading them together, a flood takes one connection and not all.
  const find = lookUpTogether((tokenHashes: string[]) => findSessions(db, tokenHashes))
  const cached = new WeakMap<object, Promise<Viewer | null>>()

  app.decorateRequest('viewer', function () {
    const token = sessionToken(this)
    if (!token) return NOBODY
    const cachedViewer = cached.get(this)
    if (cachedViewer !== undefined) return cachedViewer
    // The response to a socket upgrade carries no cookie: the session would be extended, but the cookie would expire.
    const mayRenew = this.headers.upgrade === undefined
    const use = { now: clock.now(), timeZone, mayRenew, mayWrite: place.isWritable() }
    const viewer = viewerOf(db, find, token, use).then((result) => {
      if (result?.renewed) renewed.set(this, token)
      return result ? { ...result.viewer, address: addressKey(this.ip) } : null
    })
    cached.set(this, viewer)
    return viewer
  })

  const renewed = new WeakMap<object, string>()
  app.addHook('onSend', (request, reply, payload, done) => {
    const token = renewed.get(request)
    if (token && !reply.hasHeader('set-cookie')) setSessionCookie(request, reply, token, isSecure)
    done(null, payload)
  })
}
