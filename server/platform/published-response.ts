import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

export type Encoding = 'br' | 'gzip' | 'plain'

/** A response that is serialized, compressed and given its ETag once, and then sent for every request. */
export type PublishedResponse = Record<Encoding, Packed>

interface Packed {
  body: Buffer
  headers: Headers
  /** The headers of a 304. */
  unchanged: Headers
}
type Headers = Record<string, string> & { etag: string }

interface Caching {
  'cache-control': string
  vary: string
}

/** Compresses a response and prepares its headers. @param type content type of `plain` */
export async function publishResponse(plain: Buffer, caching: Caching, type = 'application/json; charset=utf-8') {
  const etag = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  // In sequence: on a small machine, both at once would leave no processor for other requests.
  const br = await promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  const gz = await promisify(gzip)(plain, { level: 9 })
  const pack = (encoding: Encoding, body: Buffer): Packed => {
    // A strong ETag identifies bytes, so each encoding has its own.
    const unchanged = { etag: `"${etag}-${encoding}"`, ...caching }
    const headers = { ...unchanged, 'content-type': type, 'content-length': String(body.length) }
    return { body, unchanged, headers: encoding === 'plain' ? headers : { ...headers, 'content-encoding': encoding } }
  }
  return { plain: pack('plain', plain), br: pack('br', br), gzip: pack('gzip', gz) }
}

/** Publishes a value as JSON, the same for everybody. */
export function publishJson(value: unknown): Promise<PublishedResponse> {
  return publishResponse(Buffer.from(JSON.stringify(value)), { 'cache-control': 'no-cache', vary: 'Accept-Encoding' })
}

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
