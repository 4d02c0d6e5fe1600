import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import { bearerOf, cookieOf, logOf, opensSocket, type Viewer } from '#server/platform/http/request.ts'
import { addressKey } from '#server/platform/limits/addresses.ts'
import { batchLoader } from '#server/platform/limits/concurrency.ts'
import { throttleTokens } from '#server/platform/limits/throttle.ts'
import { newToken } from '#server/platform/token.ts'
import { LOGIN_SESSION_MS, viewerOf } from './login-sessions.ts'
import { programUses, programViewer } from './programs.ts'
import { findSessions, programsByToken } from './repo.ts'

const SESSION_COOKIE = 'masa_session'
/** Identifies a browser that has signed in as a user before; signed, so that nobody can forge it. */
const DEVICE_COOKIE_PREFIX = 'masa_device'
const DEVICE_COOKIE_MS = 365 * 24 * 60 * 60 * 1000

export function sessionToken(request: FastifyRequest): string | undefined {
  return cookieOf(request, SESSION_COOKIE)
}

/** Whether the request has a session cookie or a token; it may be expired or invented. */
export function hasSession(request: FastifyRequest): boolean {
  if (bearerOf(request) !== undefined) return true
  return request.headers.cookie !== undefined && sessionToken(request) !== undefined
}

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string, isSecure: boolean): void {
  reply.setCookie(SESSION_COOKIE, token, cookieOptions(request, isSecure, LOGIN_SESSION_MS))
}

export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, { path: '/' })
}

/** The random id of this browser, if it has signed in as this user before; otherwise null. */
export function readDevice(request: FastifyRequest, usernameKey: string): string | null {
  const cookie = cookieOf(request, deviceCookieName(usernameKey))
  const unsigned = cookie === undefined ? undefined : request.unsignCookie(cookie)
  if (!unsigned?.valid) return null
  const [device, ...user] = unsigned.value.split(' ')
  return device && user.join(' ') === usernameKey ? device : null
}

export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, usernameKey: string, isSecure: boolean) {
  const value = reply.signCookie(`${readDevice(request, usernameKey) ?? newToken(12)} ${usernameKey}`)
  reply.setCookie(deviceCookieName(usernameKey), value, cookieOptions(request, isSecure, DEVICE_COOKIE_MS))
}

// One cookie per user: a waiter's sign-in on the owner's tablet must not replace the owner's.
function deviceCookieName(usernameKey: string): string {
  return `${DEVICE_COOKIE_PREFIX}_${createHash('sha256').update(usernameKey).digest('hex').slice(0, 12)}`
}

function cookieOptions(request: FastifyRequest, isSecure: boolean, maxAgeMs: number) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: isSecure || request.protocol === 'https',
    maxAge: maxAgeMs / 1000,
  }
}

const NOBODY: Promise<Viewer | null> = Promise.resolve(null)

/** Adds `viewer()` to every request: the program of its token, else the user of its session cookie, or null. */
export function decorateViewer(
  app: FastifyInstance,
  { db, clock, isSecure, timeZone }: { db: Database; clock: Clock; isSecure: boolean; timeZone: string },
): void {
  // Anybody can send invented tokens. Because they are read in batches, a flood takes one connection, not all.
  const find = batchLoader((tokenHashes: string[]) => findSessions(db, tokenHashes))
  const cached = new WeakMap<object, Promise<Viewer | null>>()

  async function userOf(request: FastifyRequest, token: string): Promise<Viewer | null> {
    // The response to a socket upgrade carries no cookie: renewing would extend the session, but not the cookie.
    const mayRenew = !opensSocket(request)
    const result = await viewerOf(db, find, token, { now: clock.now(), timeZone, mayRenew })
    if (result?.renewed) renewed.set(request, token)
    return result ? { ...result.viewer, address: addressKey(request.ip) } : null
  }

  // A revoked program is told so each time.
  const findProgram = throttleTokens((tokenHashes: string[]) => programsByToken(db, tokenHashes), 'unauthorized', 0)
  const noteUse = programUses(db)

  async function programOf(request: FastifyRequest, token: string): Promise<Viewer | null> {
    const program = await findProgram(request, token)
    const now = clock.now()
    noteUse(program, now).catch((error: unknown) =>
      logOf(request).warn({ err: error }, 'the use of a token is not noted'),
    )
    const { access, scopes = [] } = request.routeOptions.config
    const scope = scopes.find((each) => program.scopes.includes(each))
    if (scope) return { ...programViewer(program, scope, now), address: addressKey(request.ip) }
    // Without a fitting scope, the program reads a public endpoint as a guest does.
    if (access === 'public' && (request.method === 'GET' || request.method === 'HEAD')) return null
    throw new AppError('scope')
  }

  function lookUp(request: FastifyRequest): Promise<Viewer | null> {
    const bearer = bearerOf(request)
    if (bearer !== undefined) return programOf(request, bearer)
    const token = sessionToken(request)
    return token ? userOf(request, token) : NOBODY
  }

  app.decorateRequest('viewer', function () {
    const viewer = cached.get(this) ?? lookUp(this)
    // Most requests are guests': an entry for each of them would cost more than the look-up of nobody.
    if (viewer !== NOBODY) cached.set(this, viewer)
    return viewer
  })

  const renewed = new WeakMap<object, string>()
  app.addHook('onSend', (request, reply, payload, done) => {
    const token = renewed.get(request)
    if (token && !reply.hasHeader('set-cookie')) setSessionCookie(request, reply, token, isSecure)
    done(null, payload)
  })
}
