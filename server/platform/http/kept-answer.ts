import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Encoding, encodingChooser } from './accepted-encoding.ts'

/** An answer in JSON that is serialized, compressed and tagged once, and then sent as often as anybody asks. */
export type KeptAnswer = Record<Encoding, Packed>

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

const chosenEncoding = encodingChooser()

/** @param plain the answer as JSON */
export async function keepAnswer(plain: Buffer, caching: Caching): Promise<KeptAnswer> {
  const etag = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  // One after the other: both at once would leave those who ask meanwhile no processor on a small machine.
  const br = await promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  const gz = await promisify(gzip)(plain, { level: 9 })
  const pack = (encoding: Encoding, body: Buffer): Packed => {
    // A strong tag identifies bytes, so each encoding has its own.
    const unchanged = { etag: `"${etag}-${encoding}"`, ...caching }
    const headers = { ...unchanged, 'content-type': 'application/json; charset=utf-8' }
    return { body, unchanged, headers: encoding === 'plain' ? headers : { ...headers, 'content-encoding': encoding } }
  }
  return { plain: pack('plain', plain), br: pack('br', br), gzip: pack('gzip', gz) }
}

/** Sends a kept answer in the encoding that was asked for, or a 304 to whoever has it. */
export function sendKept(kept: KeptAnswer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const encoding = chosenEncoding(String(request.headers['accept-encoding'] ?? ''))
  const { body, headers, unchanged } = kept[encoding]
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
