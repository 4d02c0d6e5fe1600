import type { FastifyRequest } from 'fastify'

/**
 * Whether a request comes from a page of another site. Browsers name the page's origin on every request that changes
 * something and on every socket; who sends none (a script) carries no cookie that the owner did not give it.
 */
export function isForeign(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin } = request.headers
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  const own = publicUrl && new URL(publicUrl).origin
  return origin !== own && new URL(origin).host !== request.host
}
