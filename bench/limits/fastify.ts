/** The limit of the menu: a bare Fastify that sends the product's bytes with the product's headers. */
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
  serve: async ({ path, answers }: { path: string; answers: Recorded[] }) => {
    const byEncoding = new Map(answers.map((answer) => [answer.encoding, ready(answer)]))
    const app = fastify()
    app.get(path, (request, reply) => {
      const answer = byEncoding.get(String(request.headers['accept-encoding']).includes('br') ? 'br' : 'gzip')
      if (!answer) return reply.code(406).send()
      if (request.headers['if-none-match'] === answer.etag) return reply.code(304).headers(answer.unchanged).send()
      return reply.headers(answer.headers).send(answer.body)
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    return (app.server.address() as AddressInfo).port
  },
}
export type FastifyCalls = typeof calls
answerCalls(calls)

function ready({ etag, headers, body }: Recorded) {
  const { 'content-type': _type, 'content-encoding': _encoding, ...unchanged } = headers
  return { etag, headers, unchanged, body: Buffer.from(body, 'base64') }
}
