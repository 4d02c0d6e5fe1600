import type { FastifyRequest } from 'fastify'

/**
 * Whether a request comes from a page of another origin. Browsers send the Origin header with every request that is not a
 * GET or HEAD and with every socket. A program that sends none has no cookie either, unless the owner gave it one.
 */
export function isForeign(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin } = request.headers
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  const publicOrigin = publicUrl && new URL(publicUrl).origin
  return origin !== publicOrigin && new URL(origin).host !== request.host
}
