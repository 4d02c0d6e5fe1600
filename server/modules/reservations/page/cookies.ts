import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieOf } from '#server/platform/http/request.ts'
import { newToken } from '#server/platform/token.ts'
import { isLanguage, type Language } from '#shared/domain/language.ts'

/* What the pages of reservations keep in a browser, for their own addresses alone. */

const KEYS = 'masa_reserve'
const KEY = /^[\w-]{22}$/
/** The key of the next reservation, and others whose forms may still be open. */
const MAX_KEYS = 4
const HOUR_S = 60 * 60
const YEAR_S = 365 * 24 * HOUR_S

export const newKey = (): string => newToken(16)
export const isKey = (key: string | undefined): key is string => key !== undefined && KEY.test(key)

/** The keys of this browser, the current one first; none if it sends no cookies. */
export const keysOf = (request: FastifyRequest): string[] =>
  (cookieOf(request, KEYS) ?? '').split('.').filter(isKey).slice(0, MAX_KEYS)

export function keepKeys(request: FastifyRequest, reply: FastifyReply, keys: readonly string[], isSecure: boolean) {
  reply.setCookie(KEYS, keys.slice(0, MAX_KEYS).join('.'), {
    ...({ path: '/reserve', httpOnly: true, sameSite: 'strict', maxAge: HOUR_S } as const),
    secure: isSecure || request.protocol === 'https',
  })
}

const LANGUAGE = 'masa_language'

/** What the menu's pages write too (client/lib/browser/storage.ts). @param asked stored, if it is a language */
export function browserLanguage(request: FastifyRequest, reply: FastifyReply, asked: unknown): Language | undefined {
  if (isLanguage(asked)) reply.setCookie(LANGUAGE, asked, { path: '/reserve', sameSite: 'lax', maxAge: YEAR_S })
  return [asked, cookieOf(request, LANGUAGE)].find(isLanguage)
}

export const browserTheme = (request: FastifyRequest): string | undefined =>
  /^(light|dark)$/.exec(cookieOf(request, 'masa_theme') ?? '')?.[0]
