import type { FastifyRequest } from 'fastify'

/**
 * Whether a request comes from a page of another site. Browsers name the page's origin on every request that changes
 * something and on every socket. A script names none, but it also has no cookie unless the owner gave it one.
 */
export function isForeign(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin } = request.headers
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  const own = publicUrl && new URL(publicUrl).origin
  return origin !== own && new URL(origin).host !== request.host
}
