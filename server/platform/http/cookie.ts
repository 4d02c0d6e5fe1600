import type { FastifyRequest } from 'fastify'

/** The value of a request's cookie. The plugin's own `request.cookies` is not filled (server/app.ts). */
export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const { cookie } = request.headers
  return cookie === undefined ? undefined : request.server.parseCookie(cookie)[name]
}
