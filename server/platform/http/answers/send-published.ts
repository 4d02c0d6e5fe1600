import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PublishedResponse } from '../../published-response.ts'
import { encodingChooser } from './accepted-encoding.ts'

const chooseEncoding = encodingChooser()

interface ChosenResponse {
  status: 200 | 304
  headers: Record<string, string>
  /** Undefined for a 304. */
  body: Buffer | undefined
}

/** Chooses the best accepted encoding of a published response, or a 304 if the client has it already. */
export function choosePublished(published: PublishedResponse, received: IncomingHttpHeaders): ChosenResponse {
  const encoding = chooseEncoding(String(received['accept-encoding'] ?? ''))
  const { body, headers, unchanged } = published[encoding]
  if (matches(received['if-none-match'], headers.etag)) return { status: 304, headers: unchanged, body: undefined }
  return { status: 200, headers, body }
}

/** Sends a published response in the best accepted encoding, or a 304 if the client has it already. */
export function sendPublished(
  published: PublishedResponse,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status, headers, body } = choosePublished(published, request.headers)
  return reply.code(status).headers(headers).send(body)
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch === etag) return ifNoneMatch === etag
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim())
  return tags.some((tag) => tag === etag || tag === `W/${etag}` || tag === '*')
}
