import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#server/db/index.ts'
import { route } from '#server/platform/http/route.ts'
import { getCategories, getMenu } from '#shared/contracts/menu.ts'
import { type Published, type PublishedMenu, readCategories } from './published.ts'

export function menuRoutes(app: FastifyInstance, db: Database, menu: PublishedMenu): void {
  route(app, getMenu, async ({ request, reply }) => {
    const viewer = await request.viewer()
    return send(await (viewer?.isOwner ? menu.forOwners() : menu.forGuests()), request, reply)
  })

  route(app, getCategories, () => readCategories(db))
}

function send(published: Published, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  // A strong tag names bytes, so each encoding has its own.
  const etag = `"${published.etag}-${encoding}"`
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Encoding' })
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim())
  if (known?.some((tag) => tag === etag || tag === `W/${etag}` || tag === '*')) return reply.code(304).send()
  if (encoding !== 'plain') reply.header('content-encoding', encoding)
  return reply.type('application/json; charset=utf-8').send(published[encoding])
}

function acceptedEncoding(header: string | string[] | undefined): 'br' | 'gzip' | 'plain' {
  const accepted = String(header ?? '')
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim())
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : 'plain'
}
