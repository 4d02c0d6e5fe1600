import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieOf } from '#server/platform/http/cookie.ts'
import { newToken } from '#server/platform/token.ts'
import { LOGIN_SESSION_MS } from './login-sessions.ts'

const SESSION = 'masa_session'
/** Names a user as whom this browser has signed in before; signed, so that nobody can forge it. */
const DEVICE = 'masa_device'
const DEVICE_MS = 365 * 24 * 60 * 60 * 1000

export function sessionToken(request: FastifyRequest): string | undefined {
  return cookieOf(request, SESSION)
}

/** Whether the request has a session cookie: without one nobody is signed in. */
export function hasSession(request: FastifyRequest): boolean {
  return request.headers.cookie !== undefined && sessionToken(request) !== undefined
}

export function sendSession(request: FastifyRequest, reply: FastifyReply, token: string, isSecure: boolean): void {
  reply.setCookie(SESSION, token, options(request, isSecure, LOGIN_SESSION_MS))
}

export function forgetSession(reply: FastifyReply): void {
  reply.clearCookie(SESSION, { path: '/' })
}

/** The random name of this browser, if it has signed in as this user before. */
export function deviceFor(request: FastifyRequest, usernameKey: string): string | null {
  const sent = cookieOf(request, deviceCookie(usernameKey))
  const unsigned = sent === undefined ? undefined : request.unsignCookie(sent)
  if (!unsigned?.valid) return null
  const [name, ...user] = unsigned.value.split(' ')
  return name && user.join(' ') === usernameKey ? name : null
}

export function sendDevice(request: FastifyRequest, reply: FastifyReply, usernameKey: string, isSecure: boolean): void {
  const name = deviceFor(request, usernameKey) ?? newToken(12)
  reply.setCookie(
    deviceCookie(usernameKey),
    reply.signCookie(`${name} ${usernameKey}`),
    options(request, isSecure, DEVICE_MS),
  )
}

// A cookie for each user: a waiter's sign-in on the owner's tablet must not replace the owner's.
function deviceCookie(usernameKey: string): string {
  return `${DEVICE}_${createHash('sha256').update(usernameKey).digest('hex').slice(0, 12)}`
}

function options(request: FastifyRequest, isSecure: boolean, forMs: number) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: isSecure || request.protocol === 'https',
    maxAge: forMs / 1000,
  }
}
