import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { PublishedResponse } from '../published-response.ts'

// In order of preference, for a browser that accepts both equally: Brotli compresses better. Browsers send a handful of
// different headers, and parsing one costs more than the rest of a 304.
const encodings = new Negotiator<'br' | 'gzip'>({
  supportedValues: ['br', 'gzip'],
  cache: new LRUCache<string, string>({ max: 100 }),
})

/** Sends a published response in the best accepted encoding, or a 304 if the client has it already. */
export function sendPublished(published: PublishedResponse, request: FastifyRequest, reply: FastifyReply) {
  const { headers: received } = request
  const encoding = encodings.negotiate(String(received['accept-encoding'] ?? '')) ?? 'plain'
  const { body, headers, unchanged } = published[encoding]
  return matches(received['if-none-match'], headers.etag)
    ? reply.code(304).headers(unchanged).send()
    : reply.headers(headers).send(body)
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch === etag) return ifNoneMatch === etag
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim())
  return tags.some((tag) => tag === etag || tag === `W/${etag}` || tag === '*')
}
