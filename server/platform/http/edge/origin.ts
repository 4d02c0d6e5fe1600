import type { FastifyRequest } from 'fastify'

/**
 * Whether a request comes from a page of another origin. Browsers send the Origin header with every request that is not a
 * GET or HEAD and with every socket. A program that sends none has no cookie either, unless the owner gave it one.
 * @param publicOrigin of guests' pages, which a proxy may pass on under another host
 */
export function isForeign(request: FastifyRequest, publicOrigin: string | undefined): boolean {
  const { origin } = request.headers
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  return origin !== publicOrigin && new URL(origin).host !== request.host
}
