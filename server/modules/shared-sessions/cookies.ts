import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const GUEST = 'masa_guest'
const GUEST_MS = 30 * 24 * 60 * 60 * 1000
const TOKEN = /^[\w-]{43}$/

/** What proves that a request comes from the browser that joined; nothing when it has never joined. */
export function guestOf(request: FastifyRequest): string | undefined {
  const token = request.cookies[GUEST]
  return token !== undefined && TOKEN.test(token) ? hashOf(token) : undefined
}

/** The same, for a browser that joins now: one that has no token yet is given one. */
export function knowGuest(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): string {
  const sent = request.cookies[GUEST]
  const token = sent !== undefined && TOKEN.test(sent) ? sent : randomBytes(32).toString('base64url')
  reply.setCookie(GUEST, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure || request.protocol === 'https',
    maxAge: GUEST_MS / 1000,
  })
  return hashOf(token)
}

// Who reads the table cannot act as a guest with it.
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
