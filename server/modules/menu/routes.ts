import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasSession } from '#server/modules/accounts/index.ts'
import type { AreaParts } from '#server/platform/area.ts'
import { encodingChooser } from '#server/platform/http/accepted-encoding.ts'
import { route } from '#server/platform/http/route.ts'
import { getCategories, getMenu } from '#shared/contracts/menu.ts'
import type { Published, PublishedMenu } from './published.ts'

const chosenEncoding = encodingChooser()

export function menuRoutes({ app }: AreaParts, menu: PublishedMenu): void {
  const readAndSend = async (request: FastifyRequest, reply: FastifyReply) => {
    const viewer = await request.viewer()
    const { owners, guests } = await menu.current()
    return send(viewer?.isOwner ? owners : guests, request, reply)
  }
  route(app, getMenu, ({ request, reply }) => {
    // Nearly every request: a guest asks for a menu that is ready.
    const ready = hasSession(request) ? undefined : menu.ready()
    return ready ? send(ready.guests, request, reply) : readAndSend(request, reply)
  })

  route(app, getCategories, ({ request, reply }) => {
    const ready = menu.ready()
    return ready
      ? send(ready.categories, request, reply)
      : menu.current().then(({ categories }) => send(categories, request, reply))
  })
}

function send(published: Published, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const encoding = chosenEncoding(String(request.headers['accept-encoding'] ?? ''))
  const { body, headers, unchanged } = published[encoding]
  if (isKnown(request.headers['if-none-match'], headers.etag)) {
    return reply.code(304).headers(unchanged).send()
  }
  return reply.headers(headers).send(body)
}

function isKnown(sent: string | undefined, etag: string): boolean {
  if (sent === undefined || sent === etag) return sent === etag
  const tags = sent.split(',').map((tag) => tag.trim())
  return tags.some((tag) => tag === etag || tag === `W/${etag}` || tag === '*')
}
