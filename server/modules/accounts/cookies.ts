import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieOf } from '#server/platform/http/cookie.ts'
import { newToken } from '#server/platform/token.ts'
import { LOGIN_SESSION_MS } from './login-sessions.ts'

const SESSION_COOKIE = 'masa_session'
/** Identifies a browser that has signed in as a user before; signed, so that nobody can forge it. */
const DEVICE_COOKIE_PREFIX = 'masa_device'
const DEVICE_COOKIE_MS = 365 * 24 * 60 * 60 * 1000

export function sessionToken(request: FastifyRequest): string | undefined {
  return cookieOf(request, SESSION_COOKIE)
}

/** Whether the request has a session cookie; it may be expired or invented. */
export function hasSession(request: FastifyRequest): boolean {
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

export function setDeviceCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  usernameKey: string,
  isSecure: boolean,
): void {
  const device = readDevice(request, usernameKey) ?? newToken(12)
  reply.setCookie(
    deviceCookieName(usernameKey),
    reply.signCookie(`${device} ${usernameKey}`),
    cookieOptions(request, isSecure, DEVICE_COOKIE_MS),
  )
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
