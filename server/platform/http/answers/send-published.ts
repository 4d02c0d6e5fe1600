import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PublishedResponse } from '../../published-response.ts'
import { encodingChooser } from './accepted-encoding.ts'

const chooseEncoding = encodingChooser()

/** Sends a published response in the best accepted encoding, or a 304 if the client has it already. */
export function sendPublished(
  published: PublishedResponse,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const encoding = chooseEncoding(String(request.headers['accept-encoding'] ?? ''))
  const { body, headers, unchanged } = published[encoding]
  if (matches(request.headers['if-none-match'], headers.etag)) {
    return reply.code(304).headers(unchanged).send()
  }
  return reply.headers(headers).send(body)
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch === etag) return ifNoneMatch === etag
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim())
  return tags.some((tag) => tag === etag || tag === `W/${etag}` || tag === '*')
}
