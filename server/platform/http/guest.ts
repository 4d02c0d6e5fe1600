import type { FastifyReply, FastifyRequest } from 'fastify'
import { newToken, tokenHash } from '../token.ts'
import { cookieOf } from './cookie.ts'

const GUEST = 'masa_guest'
const GUEST_MS = 30 * 24 * 60 * 60 * 1000
const TOKEN = /^[\w-]{43}$/

/** What a guest's browser is known by; nothing when it has no token yet. */
export function guestOf(request: FastifyRequest): string | undefined {
  const token = cookieOf(request, GUEST)
  return token !== undefined && TOKEN.test(token) ? tokenHash(token) : undefined
}

/** The same, renewed; a browser that has no token yet is given one. The answer must be kept by no cache. */
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
