import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { addressKey } from '#server/platform/http/edge/address.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { lookUpTogether } from '#server/platform/limits/read-together.ts'
import { sendSession, sessionToken } from './cookies.ts'
import { viewerOf } from './login-sessions.ts'
import { findSessions } from './repo.ts'

const NOBODY: Promise<Viewer | null> = Promise.resolve(null)

/** Gives every request `viewer()`: the user of its session cookie, looked up at the first call. */
export function knowViewers(
  app: FastifyInstance,
  { db, clock, isSecure, timeZone }: { db: Database; clock: Clock; isSecure: boolean; timeZone: string },
): void {
  // Anybody may invent sessions: a flood of them takes one of the orders' connections, not all.
  const find = lookUpTogether((tokenHashes: string[]) => findSessions(db, tokenHashes))
  const known = new WeakMap<object, Promise<Viewer | null>>()

  app.decorateRequest('viewer', function () {
    const token = sessionToken(this)
    if (!token) return NOBODY
    const asked = known.get(this)
    if (asked !== undefined) return asked
    // A socket's answer carries no cookie: the session would be extended, and the browser's cookie would run out.
    const mayRenew = this.headers.upgrade === undefined
    const found = viewerOf(db, find, token, { now: clock.now(), timeZone, mayRenew }).then((result) => {
      if (result?.renewed) renewed.set(this, token)
      return result ? { ...result.viewer, address: addressKey(this.ip) } : null
    })
    known.set(this, found)
    return found
  })

  const renewed = new WeakMap<object, string>()
  app.addHook('onSend', (request, reply, payload, done) => {
    const token = renewed.get(request)
    if (token && !reply.hasHeader('set-cookie')) sendSession(request, reply, token, isSecure)
    done(null, payload)
  })
}
