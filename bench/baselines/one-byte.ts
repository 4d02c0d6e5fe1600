/** A minimal server, which shows how many requests per second the load generator itself can send. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerCalls } from '../calls.ts'

const calls = {
  listen: async () => {
    const server = createServer((_, response) => response.writeHead(200, { 'content-length': 1 }).end('x'))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return (server.address() as AddressInfo).port
  },
}
export type OneByteCalls = typeof calls
answerCalls(calls)
