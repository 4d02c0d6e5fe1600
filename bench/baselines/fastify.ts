/** The baseline for the menu: a bare Fastify that sends the product's bytes with the product's headers. */
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { answerCalls } from '../calls.ts'

/** A recorded response of the product. */
export interface Recorded {
  encoding: 'br' | 'gzip'
  etag: string
  headers: Record<string, string>
  /** Base64. */
  body: string
}

const calls = {
  serve: async ({ path, recorded }: { path: string; recorded: Recorded[] }) => {
    const byEncoding = new Map(recorded.map((response) => [response.encoding, prepare(response)]))
    const app = fastify()
    app.get(path, (request, reply) => {
      const response = byEncoding.get(String(request.headers['accept-encoding']).includes('br') ? 'br' : 'gzip')
      if (!response) return reply.code(406).send()
      if (request.headers['if-none-match'] === response.etag)
        return reply.code(304).headers(response.notModifiedHeaders).send()
      return reply.headers(response.headers).send(response.body)
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    return (app.server.address() as AddressInfo).port
  },
}
export type FastifyCalls = typeof calls
answerCalls(calls)

function prepare({ etag, headers, body }: Recorded) {
  const { 'content-type': _type, 'content-encoding': _encoding, ...notModifiedHeaders } = headers
  return { etag, headers, notModifiedHeaders, body: Buffer.from(body, 'base64') }
}
