import type { FastifyReply, FastifyRequest } from 'fastify'
import { newToken, tokenHash } from '../token.ts'
import { cookieOf } from './cookie.ts'

const GUEST_COOKIE = 'masa_guest'
const GUEST_COOKIE_MS = 30 * 24 * 60 * 60 * 1000
const TOKEN = /^[\w-]{43}$/

/** The hash of the token in a guest's cookie; undefined if there is no valid cookie. */
export function guestOf(request: FastifyRequest): string | undefined {
  const token = cookieOf(request, GUEST_COOKIE)
  return token !== undefined && TOKEN.test(token) ? tokenHash(token) : undefined
}

/** Like `guestOf`, but renews the cookie, or sets a new one. The response must not be cached. */
export function ensureGuest(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): string {
  const sentToken = cookieOf(request, GUEST_COOKIE)
  const token = sentToken !== undefined && TOKEN.test(sentToken) ? sentToken : newToken()
  reply.setCookie(GUEST_COOKIE, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure || request.protocol === 'https',
    maxAge: GUEST_COOKIE_MS / 1000,
  })
  return tokenHash(token)
}
