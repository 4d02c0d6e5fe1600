import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/contracts/base/endpoint.ts'
import type { Access, Rights, Scope } from '#shared/domain/access.ts'
import type { Log } from '../log.ts'
import { newToken, tokenHash } from '../token.ts'

/** The header with a request's id, in requests and in responses. */
export const REQUEST_ID_HEADER = 'x-request-id'
/** Text that can be copied into a header, into JSON and into a line of the log as it is. */
const PLAIN = /^[\w.-]{1,64}$/

/** The id that a request brings, of at most 64 plain characters; else one that no process gives again. */
export function requestIds(): (request: Pick<IncomingMessage, 'headers'>) => string {
  const ofProcess = randomBytes(6).toString('hex')
  let count = 0
  return ({ headers }) => {
    const received = headers[REQUEST_ID_HEADER]
    if (typeof received === 'string' && PLAIN.test(received)) return received
    count++
    return `${ofProcess}-${count.toString(36)}`
  }
}

/** The log of one request: each line contains the request's id. Made when there is something to log. */
export function logOf(request: FastifyRequest): Log {
  return request.log.child({ reqId: request.id })
}

/** The value of a request's cookie. The plugin's own `request.cookies` is not filled (server/app.ts). */
export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const { cookie } = request.headers
  return cookie === undefined ? undefined : request.server.parseCookie(cookie)[name]
}

/** Whether a request asks for a WebSocket. Other upgrades, which some clients always offer, change nothing. */
export function opensSocket({ headers: { upgrade } }: Pick<IncomingMessage, 'headers'>): boolean {
  return upgrade?.toLowerCase() === 'websocket'
}

/** The token of another program, `Authorization: Bearer …`, whatever it is; undefined without one. */
export function bearerOf({ headers: { authorization } }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const [scheme = '', ...token] = authorization?.split(' ') ?? []
  return scheme.toLowerCase() === 'bearer' ? token.join(' ').trim() : undefined
}

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

/** The signed-in user of a request, or another program. */
export interface Viewer extends Rights {
  sessionId: number
  userId: number
  username: string
  /** When this login session began. */
  signedInAt: Date
  /** When the user last entered the password, to sign in or to confirm a change. */
  confirmedAt: Date
  /** The request's IP address as rate limits count it (`addressKey`). */
  address: string
  /** The name of the program that sends the request; absent for a user. */
  program?: string
}

declare module 'fastify' {
  interface FastifyInstance {
    /** What `route` has registered. */
    endpoints: Endpoint[]
  }
  interface FastifyRequest {
    /**
     * The program of the token, or the user of the login session's cookie, or null. Looked up once per request, at the
     * first call. @throws AppError `unauthorized`, `scope`, `too_many_requests` for a token that does not allow the call
     */
    viewer(): Promise<Viewer | null>
    /** When the request began, as `performance.now()`. */
    startedAt: number
    /** Checks the owner's own password, with the limits of signing in. @throws AppError `wrong_password` */
    confirmPassword(owner: Viewer, password: string): Promise<void>
  }
  interface FastifyContextConfig {
    access?: Access
    scopes?: readonly Scope[] | undefined
    /** Responds to an error in place of JSON: on pages that people send forms to. */
    refuse?: (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  }
}
