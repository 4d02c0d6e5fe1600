import type { FastifyReply, FastifyRequest } from 'fastify'
import { newToken, tokenHash } from '../token.ts'
import { cookieOf } from './cookie.ts'

const GUEST = 'masa_guest'
const GUEST_MS = 30 * 24 * 60 * 60 * 1000
const TOKEN = /^[\w-]{43}$/

/** The hash of the token in a guest's cookie; undefined when the browser has none yet. */
export function guestOf(request: FastifyRequest): string | undefined {
  const token = cookieOf(request, GUEST)
  return token !== undefined && TOKEN.test(token) ? tokenHash(token) : undefined
}

/** The same, with the cookie renewed; a browser without a token gets one. No cache may keep the answer. */
export function knowGuest(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): string {
  const sent = cookieOf(request, GUEST)
  const token = sent !== undefined && TOKEN.test(sent) ? sent : newToken()
  reply.setCookie(GUEST, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure || request.protocol === 'https',
    maxAge: GUEST_MS / 1000,
  })
  return tokenHash(token)
}
