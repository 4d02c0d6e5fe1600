import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#server/db/index.ts'
import { hasSession } from '#server/modules/accounts/index.ts'
import { route } from '#server/platform/http/route.ts'
import { getCategories, getMenu } from '#shared/contracts/menu.ts'
import { type Published, type PublishedMenu, readCategories } from './published.ts'

export function menuRoutes(app: FastifyInstance, db: Database, menu: PublishedMenu): void {
  const readAndSend = async (request: FastifyRequest, reply: FastifyReply) => {
    const viewer = await request.viewer()
    return send(await (viewer?.isOwner ? menu.forOwners() : menu.forGuests()), request, reply)
  }
  route(app, getMenu, ({ request, reply }) => {
    // What nearly every request is: a guest's, for a menu that is written already.
    const ready = hasSession(request) ? undefined : menu.readyForGuests()
    return ready ? send(ready, request, reply) : readAndSend(request, reply)
  })

  route(app, getCategories, () => readCategories(db))
}

function send(published: Published, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { body, headers, unchanged } = published[acceptedEncoding(request.headers['accept-encoding'])]
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

type Encoding = 'br' | 'gzip' | 'plain'
// Browsers send the same few headers over and over.
const known = new Map<string, Encoding>()
const MOST_KNOWN = 100

function acceptedEncoding(header: string | string[] | undefined): Encoding {
  const sent = String(header ?? '')
  const encoding = known.get(sent) ?? bestOf(sent)
  if (known.size < MOST_KNOWN) known.set(sent, encoding)
  return encoding
}

function bestOf(sent: string): Encoding {
  const accepted = sent
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim())
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : 'plain'
}
