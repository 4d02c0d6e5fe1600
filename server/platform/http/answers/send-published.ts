import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PublishedAnswer } from '../../published-answer.ts'
import { encodingChooser } from './accepted-encoding.ts'

const chosenEncoding = encodingChooser()

/** Sends a published answer in the encoding that was asked for, or a 304 to whoever has it. */
export function sendPublished(published: PublishedAnswer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
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
